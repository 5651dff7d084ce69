import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import type { Health } from '../health/health.js';
import type { AppLogger } from '../log/logger.js';
import { rarelyEach } from '../log/rarely.js';
import type { Metrics } from '../metrics/metrics.js';
import type { NatsService } from '../nats/nats.service.js';
import { type Periodic, periodic } from '../periodic/periodic.js';
import { DeadLetterWatch } from './dead-letter-watch.js';
import { clickShards, ensureStream, streamInfo } from './ensure-stream.js';
import { clickStream, deadLetterStream, eventStream, shardOf } from './streams.js';
import { doneByAll, durablesOf, fillOf, lowestFloor, trimStream } from './trim-stream.js';

const EVERY_MS = 10_000;
/** While nothing comes to any of them and nobody has anything left to do. */
const EVERY_MS_WHEN_QUIET = 30_000;
/** A stream that fills is looked at more often: producers are refused once it is full. */
const EVERY_MS_WHEN_FILLING = 2_000;
const FILLING = 0.5;
const FULL_AT = 0.8;
const TELL_EVERY_MS = 60_000;
/** Who writes the clicks and who empties their streams: both are told how full those are. */
const LOOK_AFTER_CLICKS = ['redirect', 'analytics'];

/**
 * Keeps the streams of a service: applies their settings, removes events that every consumer has done, and tells how full
 * they are. Every process of the owner does it; twice does no harm. Clicks are trimmed by analytics, which alone knows
 * what it has stored. Dead letters are everybody's: nobody empties them but an operator, and they make nobody unready.
 */
export class StreamKeeper {
  private rounds: Periodic | null = null;
  /** Of the streams that refuse when they are full. Dead letters do not, and may be many for as long as nobody reads them. */
  private readonly fills = new Map<string, number>();
  private readonly seldom = rarelyEach(TELL_EVERY_MS);
  private readonly consumers = new Map<string, string[]>();
  private readonly letters: DeadLetterWatch;
  /** How each stream was at the last look. */
  private readonly states = new Map<string, string>();
  private isQuiet = true;
  private readonly gauges;

  constructor(
    private readonly nats: NatsService,
    private readonly health: Health,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.letters = new DeadLetterWatch(logger, metrics);
    this.gauges = {
      fill: metrics.gauge('event_stream_fill_ratio', 'Stored bytes by the size of the stream', ['stream']),
      bytes: metrics.gauge('event_stream_bytes', 'Stored bytes', ['stream']),
      messages: metrics.gauge('event_stream_messages', 'Stored messages', ['stream']),
      oldest: metrics.gauge('event_stream_oldest_seconds', 'Age of the oldest stored message', ['stream']),
      pending: metrics.gauge('event_consumer_pending', 'Messages that a consumer has not got yet', [
        'stream',
        'consumer',
      ]),
      open: metrics.gauge('event_consumer_ack_pending', 'Messages that a consumer got and has not settled', [
        'stream',
        'consumer',
      ]),
    };
  }

  start(): void {
    this.rounds = periodic(EVERY_MS, () => this.round(), { name: 'looking after streams', logger: this.logger });
    void this.rounds.now();
  }

  /** Does not wait for the round under way, which may wait for a NATS that is away. */
  close(): void {
    void this.rounds?.stop();
  }

  /** One round; never two at once in this process. */
  async now(): Promise<void> {
    await this.rounds?.now();
  }

  private async round(): Promise<number | undefined> {
    this.isQuiet = true;
    await this.keepEvents();
    if (LOOK_AFTER_CLICKS.includes(this.nats.service)) await this.keepClicks();
    await this.watchLetters();
    if ([...this.fills.values()].some((fill) => fill > FILLING)) return EVERY_MS_WHEN_FILLING;
    return this.isQuiet ? EVERY_MS_WHEN_QUIET : undefined;
  }

  private async keepEvents(): Promise<void> {
    const definition = eventStream(this.nats.service);
    const manager = await this.nats.manager();
    const info = await streamInfo(manager, definition.name);
    // A service without events has no stream, and one that has lost it makes it anew when it publishes.
    if (!info) return;
    await ensureStream(this.nats, definition, info);
    const durables = await durablesOf(this.nats, definition.name);
    let listed: number | null = lowestFloor(durables, info);
    const purged = await trimStream(this.nats, definition.name, {
      info,
      doneTo: async () => {
        const first = listed;
        listed = null;
        return first ?? doneByAll(this.nats, info);
      },
      keepHours: this.nats.limits.EVENT_STREAM_KEEP_HOURS,
    });
    const now = purged > 0 ? await streamInfo(manager, definition.name) : info;
    if (now) this.tell(now, durables);
  }

  private async keepClicks(): Promise<void> {
    const manager = await this.nats.manager();
    const shards = await clickShards(this.nats);
    for (const shard of shards) {
      const definition = clickStream(shard);
      const info = await streamInfo(manager, definition.name);
      await ensureStream(this.nats, definition, info);
      if (info) this.tell(info, await durablesOf(this.nats, definition.name));
    }
    const names = shards.map((shard) => clickStream(shard).name);
    for (const stream of this.fills.keys()) {
      if (shardOf(stream) !== null && !names.includes(stream)) this.forget(stream);
    }
  }

  private async watchLetters(): Promise<void> {
    const info = await streamInfo(await this.nats.manager(), deadLetterStream.name);
    this.letters.look(info);
    if (info) this.measure(info);
  }

  private tell(info: StreamInfo, durables: readonly ConsumerInfo[]): void {
    const stream = info.config.name;
    if (!this.fills.has(stream)) this.health.register(`stream.${stream}`, () => this.check(stream));
    this.fills.set(stream, this.measure(info));
    this.forgetConsumers(
      stream,
      durables.map(({ name }) => name),
    );
    for (const { name: consumer, num_pending, num_ack_pending } of durables) {
      if (num_pending + num_ack_pending > 0) this.isQuiet = false;
      this.gauges.pending.set({ stream, consumer }, num_pending);
      this.gauges.open.set({ stream, consumer }, num_ack_pending);
    }
  }

  /** Answers how full it is. */
  private measure(info: StreamInfo): number {
    const stream = info.config.name;
    const fill = fillOf(info);
    const state = `${info.created} ${info.state.last_seq} ${info.state.messages}`;
    if (this.states.get(stream) !== state) this.isQuiet = false;
    this.states.set(stream, state);
    this.gauges.fill.set({ stream }, fill);
    this.gauges.bytes.set({ stream }, info.state.bytes);
    this.gauges.messages.set({ stream }, info.state.messages);
    const age = info.state.messages > 0 ? (Date.now() - Date.parse(info.state.first_ts)) / 1_000 : 0;
    this.gauges.oldest.set({ stream }, age);
    if (fill >= FULL_AT) this.alarm(stream, fill);
    return fill;
  }

  private alarm(stream: string, fill: number): void {
    const percent = Math.round(fill * 100);
    this.seldom(stream, () =>
      this.logger.error('ALARM: a stream fills', { stream, percent, hint: 'npm run events -- streams' }),
    );
  }

  /** A stream that is gone is not full, and its figures are nobody's. */
  private forget(stream: string): void {
    this.fills.delete(stream);
    this.states.delete(stream);
    this.forgetConsumers(stream, []);
    for (const gauge of [this.gauges.fill, this.gauges.bytes, this.gauges.messages, this.gauges.oldest]) {
      gauge.remove({ stream });
    }
  }

  private forgetConsumers(stream: string, left: string[]): void {
    for (const consumer of this.consumers.get(stream) ?? []) {
      if (left.includes(consumer)) continue;
      this.gauges.pending.remove({ stream, consumer });
      this.gauges.open.remove({ stream, consumer });
    }
    this.consumers.set(stream, left);
  }

  private check(stream: string): void {
    const fill = this.fills.get(stream) ?? 0;
    if (fill >= FULL_AT) throw new Error(`${Math.round(fill * 100)} % full`);
  }
}

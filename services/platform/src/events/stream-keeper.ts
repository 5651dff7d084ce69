import type { StreamInfo } from '@nats-io/jetstream';
import type { Health } from '../health/health.js';
import type { AppLogger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { NatsService } from '../nats/nats.service.js';
import { type Periodic, periodic } from '../periodic/periodic.js';
import { clickShards, ensureStream, streamInfo } from './ensure-stream.js';
import { clickStream, eventStream } from './streams.js';
import { doneByAll, durablesOf, fillOf, trimStream } from './trim-stream.js';

const EVERY_MS = 10_000;
/** A stream that fills is looked at more often: producers are refused once it is full. */
const EVERY_MS_WHEN_FILLING = 2_000;
const FILLING = 0.5;
const FULL_AT = 0.8;

/**
 * Keeps the streams of a service: applies their settings, removes events that every consumer has done, and tells how full
 * they are. Every process of the owner does it; twice does no harm. Clicks are trimmed by analytics, which alone knows
 * what it has stored.
 */
export class StreamKeeper {
  private rounds: Periodic | null = null;
  private readonly fills = new Map<string, number>();
  private readonly gauges;

  constructor(
    private readonly nats: NatsService,
    private readonly health: Health,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.gauges = {
      fill: metrics.gauge('event_stream_fill_ratio', 'Stored bytes by the size of the stream', ['stream']),
      bytes: metrics.gauge('event_stream_bytes', 'Stored bytes', ['stream']),
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
    await this.keepEvents();
    if (this.nats.service === 'redirect') await this.keepClicks();
    return [...this.fills.values()].some((fill) => fill > FILLING) ? EVERY_MS_WHEN_FILLING : undefined;
  }

  private async keepEvents(): Promise<void> {
    const definition = eventStream(this.nats.service);
    const manager = await this.nats.manager();
    const info = await streamInfo(manager, definition.name);
    // A service without events has no stream, and one that has lost it makes it anew when it publishes.
    if (!info) return;
    await ensureStream(this.nats, definition);
    const purged = await trimStream(this.nats, definition.name, {
      doneTo: await doneByAll(this.nats, info),
      keepHours: this.nats.limits.EVENT_STREAM_KEEP_HOURS,
    });
    const now = purged > 0 ? await streamInfo(manager, definition.name) : info;
    if (now) await this.tell(now);
  }

  private async keepClicks(): Promise<void> {
    const manager = await this.nats.manager();
    for (const shard of await clickShards(this.nats)) {
      const definition = clickStream(shard);
      await ensureStream(this.nats, definition);
      const info = await streamInfo(manager, definition.name);
      if (info) await this.tell(info);
    }
  }

  private async tell(info: StreamInfo): Promise<void> {
    const stream = info.config.name;
    const fill = fillOf(info);
    if (!this.fills.has(stream)) this.health.register(`stream.${stream}`, () => this.check(stream));
    this.fills.set(stream, fill);
    this.gauges.fill.set({ stream }, fill);
    this.gauges.bytes.set({ stream }, info.state.bytes);
    const age = info.state.messages > 0 ? (Date.now() - Date.parse(info.state.first_ts)) / 1_000 : 0;
    this.gauges.oldest.set({ stream }, age);
    for (const { name: consumer, num_pending, num_ack_pending } of await durablesOf(this.nats, stream)) {
      this.gauges.pending.set({ stream, consumer }, num_pending);
      this.gauges.open.set({ stream, consumer }, num_ack_pending);
    }
  }

  private check(stream: string): void {
    const fill = this.fills.get(stream) ?? 0;
    if (fill >= FULL_AT) throw new Error(`${Math.round(fill * 100)} % full`);
  }
}

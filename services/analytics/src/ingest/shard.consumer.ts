import { setTimeout as delay } from 'node:timers/promises';
import {
  type AppLogger,
  clickStream,
  type DeadLetters,
  ensureStream,
  MessageFeed,
  type NatsService,
  type Periodic,
  periodic,
  rarely,
  SpanKind,
  type Tracing,
} from '@linkway/platform';
import type { AnalyticsConfig } from '../config.js';
import type { Lease } from '../lease/lease.js';
import type { WorkShare } from '../lease/work-share.js';
import type { IngestRange, RangeRepository } from '../store/range.repository.js';
import type { Batch, BatchService } from './batch.service.js';
import { type ClickMessage, readClickMessage } from './click-message.js';
import type { ClickSignals } from './click-signals.js';
import type { IngestMetrics } from './ingest.metrics.js';
import type { StillHeld } from './insert-queue.js';
import { Pace } from './pace.js';
import { findPosition, type ShardPosition, streamIdOf } from './shard-position.js';
import { StreamTrim } from './stream-trim.js';

const PAUSES_MS = [100, 250, 500, 1_000, 2_000];
/** Where this is the only process, nobody else takes clicks, or makes a stream anew. */
const CHECK_MS = { leased: 5_000, alone: 10_000 };
const STALLED_AFTER_MS = 15_000;
const WAIT_MS = 500;
/** For the first click of a batch. Who has to renew a lease meanwhile waits no longer than that allows. */
const FIRST_MS = { leased: 1_000, alone: 12_000 };
const TELL_EVERY_MS = 10_000;

/** What the consumers of all shards share. */
export interface ShardParts {
  readonly nats: NatsService;
  readonly config: AnalyticsConfig;
  readonly logger: AppLogger;
  readonly tracing: Tracing;
  readonly ranges: RangeRepository;
  readonly batches: BatchService;
  readonly signals: Pick<ClickSignals, 'stored'>;
  readonly metrics: IngestMetrics;
  readonly deadLetters: Pick<DeadLetters, 'bury'>;
}

/**
 * Reads one click stream from where the stored ranges end, and stores it batch by batch, until it is stopped. Whatever goes
 * wrong ends the session, and a new one finds its place again.
 */
export class ShardConsumer {
  readonly name: string;
  private readonly stopping = new AbortController();
  private feed: MessageFeed | null = null;
  private trouble: string | null = 'starting';
  private lastStep = performance.now();
  /** When what fails began to fail; null while it works. */
  private failingSince: number | null = null;
  private readTo = 0;
  /** The range that this process has stored last: it need not be stored again when a session begins. */
  private storedTo: IngestRange | null = null;
  private carried: ClickMessage | null = null;
  /** Of the lease, in this session. */
  private term = 0;
  private readonly pace = new Pace();
  private readonly seldom = rarely(TELL_EVERY_MS);
  private readonly trim: StreamTrim;

  constructor(
    readonly shard: number,
    private readonly parts: ShardParts,
    /** Absent where this is the only process, as with the embedded engine. */
    private readonly turn: { readonly lease: Lease; readonly share: WorkShare } | null,
  ) {
    this.name = clickStream(shard).name;
    const { nats, logger, config } = parts;
    this.trim = new StreamTrim(nats, logger, { replayHours: config.CLICK_REPLAY_HOURS });
  }

  /** Throws while clicks of this shard are not being stored here though they should be. */
  check(): void {
    if (this.trouble) throw new Error(this.trouble);
  }

  async run(): Promise<void> {
    for (let failures = 0; !this.stopped; ) {
      const began = performance.now();
      try {
        await this.session(() => {
          failures = 0;
          this.failingSince = null;
        });
      } catch (error) {
        if (this.stopped) break;
        if (error instanceof LeaseLost) continue;
        this.trouble = messageOf(error);
        this.parts.logger.warn('reading clicks failed, trying again', { stream: this.name, error });
        this.failingSince ??= began;
        await this.giveUp();
        await this.pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
        failures += 1;
      } finally {
        await this.endSession();
      }
    }
    await this.trim.stop();
    await this.turn?.lease.release().catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.feed?.close();
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pause(ms: number | undefined): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async session(onProgress: () => void): Promise<void> {
    const { nats, ranges } = this.parts;
    // So that a new system has one; the others are there when they are found.
    if (this.shard === 0) await ensureStream(nats, clickStream(this.shard));
    if (!(await this.waitForTurn())) return;
    this.parts.metrics.held.set({ shard: this.name }, 1);
    const manager = await nats.manager();
    const info = await manager.streams.info(this.name);
    const position = await findPosition(manager, info, ranges);
    this.report(position);
    // Only what is stored is taken out of a stream. Of a range that was given up that may be a part: the rest is done again.
    if (position.latest && position.latest.last < info.state.first_seq) this.storedTo = position.latest;
    const again = this.isStored(position) ? null : position.latest;
    const from = again ? Math.max(again.first, info.state.first_seq) : position.next;
    const feed = await MessageFeed.open(nats, this.name, from);
    this.feed = feed;
    this.readTo = from - 1;
    this.trouble = null;
    this.lastStep = performance.now();
    const watch = this.watch(feed, position.stream);
    try {
      if (again) await this.storeAgain(feed, position, again.last);
      while (!this.stopped) {
        await this.keepTurn();
        const messages = await this.gather(feed);
        if (messages.length > 0) await this.store({ ...position, messages, fixed: null });
        onProgress();
      }
    } finally {
      void watch.stop();
    }
  }

  private async endSession(): Promise<void> {
    const feed = this.feed;
    this.feed = null;
    this.carried = null;
    this.parts.batches.end(this.name);
    this.turn?.share.gave(this.name);
    this.parts.metrics.held.set({ shard: this.name }, 0);
    await feed?.close();
  }

  private report(position: ShardPosition): void {
    const { logger, metrics } = this.parts;
    if (position.diverged) {
      logger.error('the stream lost messages that were read: it is read again', { stream: this.name });
    }
    if (position.missed > 0) {
      metrics.missed.inc({ shard: this.name }, position.missed);
      logger.error('messages were gone before they were read', { stream: this.name, messages: position.missed });
    }
  }

  private isStored({ latest }: ShardPosition): boolean {
    const stored = this.storedTo;
    return (
      latest !== null &&
      stored !== null &&
      stored.stream === latest.stream &&
      stored.epoch === latest.epoch &&
      stored.last === latest.last
    );
  }

  /** The range that was fixed last, exactly as it was. */
  private async storeAgain(feed: MessageFeed, position: ShardPosition, last: number): Promise<void> {
    const messages: ClickMessage[] = [];
    while (!this.stopped && this.readTo < last) {
      const message = await this.next(feed, 1_000);
      if (!message) continue;
      // Messages may have been deleted by an operator: the range ends before the first one that is beyond it.
      if (message.message.seq > last) this.carried = message;
      else messages.push(message);
    }
    if (messages.length > 0 && !this.stopped) {
      await this.store({ ...position, messages, fixed: position.latest });
    }
  }

  /** Everything that comes until the batch is full, or until the moment at which all shards of this process close theirs. */
  private async gather(feed: MessageFeed): Promise<ClickMessage[]> {
    const { CLICK_BATCH_SIZE } = this.parts.config;
    const first = this.carried ?? (await this.next(feed, this.turn ? FIRST_MS.leased : FIRST_MS.alone));
    this.carried = null;
    if (!first) return [];
    const messages = [first];
    const deadline = this.parts.batches.begin(this.name);
    let clicks = first.clicks.length;
    while (clicks < CLICK_BATCH_SIZE && performance.now() < deadline) {
      const message = await this.next(feed, deadline - performance.now());
      if (!message) break;
      messages.push(message);
      clicks += message.clicks.length;
    }
    return messages;
  }

  private async next(feed: MessageFeed, timeoutMs: number): Promise<ClickMessage | null> {
    const message = await feed.next(timeoutMs);
    this.lastStep = performance.now();
    if (!message) return null;
    this.readTo = message.seq;
    return readClickMessage(message, this.pace);
  }

  private async store(batch: Batch): Promise<void> {
    const { batches, metrics, signals, tracing } = this.parts;
    const labels = { shard: this.name };
    const parent = batch.messages.find((message) => message.traceparent)?.traceparent ?? null;
    await tracing.span(
      `store ${this.name}`,
      async () => {
        const prepared = await this.untilDone(() => batches.prepare(batch, this.pace));
        if (!prepared) return;
        const refused = batch.fixed ? owedOf(batch) : await this.putFaultyAside(batch);
        if (!refused) return;
        const range = { ...prepared.range, refused_letters: refused.map(({ message }) => message.seq) };
        const timer = metrics.insertSeconds.startTimer(labels);
        const done = await this.untilDone(async () => {
          await batches.store({ ...prepared, range }, () => this.confirmLease(), this.pace);
          return true;
        });
        timer();
        if (!done) return;
        // The disk that had no room for them may be the one that has just taken the clicks. The range is not done with before:
        // whoever goes on with the shard begins with it.
        for (const one of refused) await this.untilDone(() => this.putAside(one, true));
        const { rows } = prepared;
        this.storedTo = range;
        // Of a range that is done again nobody may have been told.
        signals.stored(rows);
        this.turn?.share.did();
        this.trim.stored(this.name, range);
        metrics.batches.inc(labels);
        metrics.clicks.inc(labels, batch.fixed ? 0 : rows.length);
        metrics.skipped.inc(labels, batch.fixed ? 0 : range.skipped.length);
        const corrected = batch.messages.reduce((sum, message) => sum + message.corrected, 0);
        metrics.corrected.inc(labels, batch.fixed ? 0 : corrected);
        metrics.lag.set(labels, batch.messages.at(-1)?.message.info.pending ?? 0);
      },
      { kind: SpanKind.CONSUMER, parent, attributes: { 'messaging.batch.message_count': batch.messages.length } },
    );
  }

  /** Before the range is fixed, as nobody looks at them afterwards. Answers those without room; null when the service stops. */
  private async putFaultyAside({ messages }: Batch): Promise<ClickMessage[] | null> {
    const refused: ClickMessage[] = [];
    for (const one of messages.filter(({ fault }) => fault)) {
      const outcome = await this.untilDone(() => this.putAside(one));
      if (!outcome) return null;
      if (outcome === 'refused') refused.push(one);
    }
    return refused;
  }

  /** Repeats until it succeeds, since nothing may overtake a batch; null when the service stops meanwhile. */
  private async untilDone<T>(action: () => Promise<T>): Promise<T | null> {
    for (let failures = 0; !this.stopped; failures += 1) {
      const began = performance.now();
      try {
        const result = await action();
        this.trouble = null;
        this.failingSince = null;
        return result;
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        this.trouble = `storing clicks fails: ${messageOf(error)}`;
        this.seldom((more) => this.parts.logger.warn('storing clicks fails', { stream: this.name, error, more }));
        this.failingSince ??= began;
        if (await this.giveUp()) throw new LeaseLost();
        await this.pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
      } finally {
        this.lastStep = performance.now();
      }
    }
    return null;
  }

  /** Throws what passes by itself. Where there is no room for it even the last time, it is told and given up: it must not hold up the others. */
  private async putAside({ message, fault }: ClickMessage, last = false): Promise<'stored' | 'refused'> {
    const { deadLetters, logger, metrics } = this.parts;
    const reason = fault ?? '';
    const about = { stream: this.name, sequence: message.seq, reason };
    const lost = await deadLetters.bury(message, 'analytics', reason);
    if (!lost) {
      metrics.deadLetters.inc({ shard: this.name });
      logger.warn('clicks put aside', about);
      return 'stored';
    }
    if (last) {
      metrics.lostLetters.inc({ shard: this.name });
      logger.error('ALARM: a dead letter was refused, its clicks are lost', { ...about, ...lost });
    }
    return 'refused';
  }

  /** Ends a session that stands still, or whose stream is not the one that it began with. */
  private watch(feed: MessageFeed, stream: string): Periodic {
    const check = async () => {
      const info = await (await this.parts.nats.manager()).streams.info(this.name);
      const waiting = info.state.last_seq > this.readTo;
      const other = streamIdOf(info) !== stream || info.state.last_seq < this.readTo;
      const stalled = waiting && performance.now() - this.lastStep > STALLED_AFTER_MS;
      if (other || stalled) {
        this.parts.logger.warn(stalled ? 'stalled, reading anew' : 'the stream was replaced', { stream: this.name });
        await feed.close();
      }
      if (!waiting) this.parts.metrics.lag.set({ shard: this.name }, 0);
      // Messages grow old also while no clicks come.
      if (this.storedTo) this.trim.stored(this.name, this.storedTo, info);
    };
    return periodic(this.turn ? CHECK_MS.leased : CHECK_MS.alone, check, {
      name: `watching ${this.name}`,
      logger: this.parts.logger,
    });
  }

  private async waitForTurn(): Promise<boolean> {
    if (!this.turn) return true;
    const { lease, share } = this.turn;
    while (!this.stopped) {
      this.trouble = null;
      if (!share.mayTake(this.name)) await lease.release();
      else if (await lease.acquire()) {
        share.took(this.name);
        this.term = lease.term;
        return true;
      }
      await this.pause(WAIT_MS);
    }
    return false;
  }

  /** Between two batches: the lease is renewed in time, and given back where another process has too little to do. */
  private async keepTurn(): Promise<void> {
    if (this.turn?.share.hasTooMuch(this.name)) {
      await this.turn.lease.release();
      throw new LeaseLost();
    }
    await this.confirmLease();
  }

  /**
   * Gives the shard to another process when nothing has worked here for a while: it may be this one alone that cannot store.
   * What was fixed and not stored is done again by whoever reads on. False: it is this one's to try again.
   */
  private async giveUp(): Promise<boolean> {
    if (!this.turn || this.failingSince === null || this.turn.share.isAlone) return false;
    if (performance.now() - this.failingSince < this.parts.config.CLICK_GIVE_UP_MS) return false;
    const { lease, share } = this.turn;
    this.parts.logger.warn('clicks cannot be stored here, others may', { stream: this.name });
    this.failingSince = null;
    share.holdBack();
    await lease.release().catch(() => undefined);
    return true;
  }

  /** Renewed before it is over, so that it outlasts an insert. One that was lost and taken again is another one: others stored meanwhile. */
  private async confirmLease(): Promise<StillHeld> {
    const lease = this.turn?.lease;
    if (!lease) return () => true;
    const { term } = this;
    const stillHeld = () => lease.held && lease.term === term;
    if ((lease.due || !lease.held) && !(await lease.acquire())) throw new LeaseLost();
    if (!stillHeld()) throw new LeaseLost();
    return stillHeld;
  }
}

class LeaseLost extends Error {
  constructor() {
    super('another process reads this shard now');
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Messages of a fixed range whose letters are still to be tried. */
const owedOf = ({ messages, fixed }: Batch): ClickMessage[] =>
  messages.filter(({ message }) => fixed?.refused_letters.includes(message.seq));

import { type ConsumerInfo, DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { ensureStream } from '../events/ensure-stream.js';
import { durableSettings } from '../events/intake.js';
import type { StreamDefinition } from '../events/streams.js';
import { floorOf } from '../events/trim-stream.js';
import type { AppLogger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { NatsService } from '../nats/nats.service.js';
import { type Decision, type Doubt, decide, type Facts } from './decide.js';
import { type EventPosition, type EventPositions, isSamePosition } from './event-positions.js';

export interface PositionPace {
  /** How often the position is kept. */
  readonly keepMs: number;
  /** The database is looked at this often though nothing was handled: it may have been put back meanwhile. */
  readonly lookMs: number;
  /** Longer than a process takes to write what it has handled: more than `keepMs`. */
  readonly doubtMs: number;
}

export const positionPace: PositionPace = { keepMs: 3_000, lookMs: 20_000, doubtMs: 5_000 };
/** How long a service may be down that was killed while its consumer was made again. */
const STAND_IN_MS = 3_600_000;
/** A process that removes events asks before each few of them what is done, so it has noticed a consumer that was set back by then. */
const WATCH_MS = 60_000;

export interface PositionParts {
  readonly nats: NatsService;
  readonly positions: EventPositions;
  readonly logger: AppLogger;
  readonly metrics: Metrics;
  readonly pace: PositionPace;
}

/**
 * Keeps the position of one durable consumer beside the data, and sets the consumer back when the data turn out to be older
 * than what it has acknowledged.
 */
export class PositionKeeper {
  private known: EventPosition | null = null;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private doubt: { floor: number; rewoundAt: Date | null; since: number } | null = null;
  /** Since this process set the consumer back to where all that follows was still there. */
  private watched: { since: number } | null = null;
  private readonly rewinds;
  private readonly gaps;

  constructor(
    private readonly parts: PositionParts,
    private readonly owner: string,
    private readonly stream: StreamDefinition,
    private readonly durable: string,
  ) {
    const { metrics } = parts;
    this.rewinds = metrics.counter('events_rewinds_total', 'Consumers set back to the position of their database', [
      'owner',
    ]);
    this.gaps = metrics.counter('events_gaps_total', 'Times that events were gone which a database misses', ['owner']);
  }

  /** Before anything is handled: makes the consumer where it is missing, and compares. */
  async begin(): Promise<void> {
    await ensureStream(this.parts.nats, this.stream);
    await this.compare();
  }

  /** In how many milliseconds it has something to do, though this process handles nothing meanwhile. */
  get pauseMs(): number {
    const { keepMs, lookMs } = this.parts.pace;
    if (this.watched || this.doubt) return keepMs;
    return Math.max(keepMs, Math.min(lookMs, this.lookedAt + lookMs - performance.now()));
  }

  /**
   * From time to time, and at the end: stores how far the consumer came, and compares. Where this process has `handled` nothing
   * since, NATS is not asked each time either: what other processes do they keep, and a database that was put back is noticed later.
   */
  async keep(handled = true): Promise<void> {
    const looksLater = !handled && !this.watched && !this.doubt;
    if (looksLater && performance.now() - this.lookedAt < this.parts.pace.lookMs) return;
    const seen = await this.look();
    const { floor, skipped } = seen;
    if (this.watched) {
      if (skipped > 0) await this.missed();
      else if (performance.now() - this.watched.since > WATCH_MS) this.watched = null;
    }
    if (floor === this.known?.sequence) {
      if (performance.now() - this.lookedAt < this.parts.pace.lookMs) return;
      // Asked without holding up other processes: as long as all is as it was there is nothing to decide.
      if (this.isAsKnown(seen, await this.parts.positions.read(this.stream.name))) {
        this.lookedAt = performance.now();
        return;
      }
    }
    await this.compare();
  }

  private isAsKnown({ stream, floor, delivered }: Seen, position: EventPosition | null): boolean {
    const { known, doubt } = this;
    return (
      doubt === null &&
      known !== null &&
      isSamePosition(position, known) &&
      stream.created.getTime() === known.created.getTime() &&
      // A stream that lost its end in a power cut may have left its consumer where that was.
      stream.last >= Math.max(known.sequence, delivered) &&
      floor === known.sequence
    );
  }

  private async compare(): Promise<void> {
    const held = new Set<number>();
    try {
      await this.compareHolding(held);
    } finally {
      if (held.size > 0) await this.letGo(held);
    }
  }

  private async compareHolding(held: Set<number>): Promise<void> {
    const { positions } = this.parts;
    const fresh = await positions.isFresh();
    // Asked before the database is locked, which must not wait for a NATS that is away.
    let seen = await this.look();
    let decision: Decision = { kind: 'adopt' };
    let stored = false;
    const attempt = () =>
      positions.change(this.stream.name, async (position) => {
        const asked = () => decide({ ...seen, position, known: this.known, doubt: this.doubtNow(), fresh });
        decision = asked();
        if (decision.kind === 'rewind') {
          held.add(decision.sequence);
          await this.hold(decision.sequence);
          // Another process may have done it, or more, while this one waited for the lock; and what is gone by now is gone.
          seen = await this.look();
          decision = asked();
        }
        return owes(decision) && !stored ? null : this.act(decision, seen, position);
      });
    let after = await attempt();
    if (owes(decision)) {
      // Kept before anything is moved: neither a consumer that is set back nor a new position shows the gap any more.
      await positions.storeGap(this.owner);
      stored = true;
      after = await attempt();
    }
    this.settle(decision, after);
    this.tell(decision, seen);
  }

  private settle(decision: Decision, after: EventPosition | null): void {
    if (decision.kind === 'doubt') {
      this.doubt ??= { floor: decision.floor, rewoundAt: after?.rewoundAt ?? null, since: performance.now() };
      return;
    }
    this.doubt = null;
    this.known = after;
    this.lookedAt = performance.now();
  }

  private doubtNow(): Doubt | null {
    return this.doubt && { ...this.doubt, over: performance.now() - this.doubt.since >= this.parts.pace.doubtMs };
  }

  private async act(decision: Decision, seen: Seen, position: EventPosition | null): Promise<EventPosition | null> {
    if (decision.kind === 'adopt' || decision.kind === 'doubt') return null;
    const { created } = seen.stream;
    if (decision.kind === 'keep' || decision.kind === 'begin') {
      return { created, sequence: decision.sequence, rewoundAt: position?.rewoundAt ?? null };
    }
    await this.setBack(decision.sequence, seen.floor !== null);
    // What is known to have lost events is compared with their owner anyway: a hole that it meets is no news.
    this.watched = decision.gap ? null : { since: performance.now() };
    return { created, sequence: decision.sequence, rewoundAt: new Date() };
  }

  /**
   * Where the durable is ahead, or gone, its events count as done by everybody and may be removed: another one stands where it
   * has to begin, and goes by itself when this process is killed.
   */
  private async hold(sequence: number): Promise<void> {
    const { consumers } = await this.parts.nats.manager();
    const limited = { inactive_threshold: STAND_IN_MS * 1e6 };
    const settings = { ...beginAfter(sequence), ...durableSettings, ...limited };
    await consumers.add(this.stream.name, { durable_name: this.standIn(sequence), ...settings });
  }

  /**
   * What stands in holds its stream, so it goes whatever came of it, but where the durable could not be made again: then nothing
   * else holds the place. With NATS away it goes by itself, an hour later.
   */
  private async letGo(held: ReadonlySet<number>): Promise<void> {
    try {
      if ((await this.consumer()) === null) return;
      const { consumers } = await this.parts.nats.manager();
      for (const sequence of held) await consumers.delete(this.stream.name, this.standIn(sequence));
    } catch {
      // Another process has done it, or cannot be asked.
    }
  }

  /** Makes the durable again where it has to begin, and where another one holds its place. */
  private async setBack(sequence: number, exists: boolean): Promise<void> {
    const { consumers } = await this.parts.nats.manager();
    if (exists) await consumers.delete(this.stream.name, this.durable);
    const settings = { ...beginAfter(sequence), ...durableSettings };
    await consumers.add(this.stream.name, { durable_name: this.durable, ...settings });
  }

  private standIn(sequence: number): string {
    return `${this.durable}-from-${sequence}`;
  }

  /** Events were removed after all, by a process that had asked before the consumer was set back what is done. */
  private async missed(): Promise<void> {
    await this.parts.positions.storeGap(this.owner);
    this.watched = null;
    this.tellGap();
  }

  private tell(decision: Decision, seen: Seen): void {
    const { logger, positions } = this.parts;
    const { owner } = this;
    if (decision.kind === 'adopt' || decision.kind === 'doubt') return;
    if (decision.kind === 'begin') {
      logger.info('the database never said how far it came: its read models are compared with their owner', { owner });
      return positions.tellGap(owner);
    }
    if (decision.kind === 'rewind' && seen.floor !== null) {
      this.rewinds.inc({ owner });
      logger.info('the database or the stream is behind what was acknowledged: events are read again', {
        owner,
        from: decision.sequence + 1,
        acknowledged: seen.floor,
      });
    }
    if (hasGap(decision)) this.tellGap();
  }

  private tellGap(): void {
    const { owner } = this;
    const { logger, positions } = this.parts;
    this.gaps.inc({ owner });
    logger.error('events that the database misses are gone: its read models are compared with their owner', { owner });
    positions.tellGap(owner);
  }

  private async look(): Promise<Seen> {
    const manager = await this.parts.nats.manager();
    // Asked first, so that what it is given meanwhile is not taken for past the stream's end.
    const consumer = await this.consumer();
    const { created, state } = await manager.streams.info(this.stream.name);
    return {
      stream: { created: new Date(created), first: state.first_seq, last: state.last_seq },
      floor: consumer && floorOf(consumer),
      delivered: consumer?.delivered.stream_seq ?? 0,
      skipped: consumer ? skippedBy(consumer) : 0,
    };
  }

  private async consumer(): Promise<ConsumerInfo | null> {
    const manager = await this.parts.nats.manager();
    try {
      return await manager.consumers.info(this.stream.name, this.durable);
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return null;
      throw error;
    }
  }
}

const beginAfter = (sequence: number) =>
  sequence > 0
    ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: sequence + 1 }
    : { deliver_policy: DeliverPolicy.All };

/**
 * How many events a consumer passed over because they were gone: its deliveries are numbered as well. One that is repeated
 * hides one.
 */
function skippedBy({ config, delivered }: ConsumerInfo): number {
  return Math.max(0, delivered.stream_seq - ((config.opt_start_seq ?? 1) - 1) - delivered.consumer_seq);
}

/** Whether events are missing, or may be, which are not delivered again. */
const owes = (decision: Decision): boolean => decision.kind === 'begin' || hasGap(decision);
const hasGap = (decision: Decision): boolean => decision.kind === 'rewind' && decision.gap;

interface Seen extends Pick<Facts, 'stream' | 'floor' | 'delivered'> {
  skipped: number;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { AppLogger } from '@linkway/platform';
import { batchId, type CutPlan, clicksByShard, MAX_CUT_BYTES, planCut } from './batch.js';
import type { ClickPublisher } from './click.publisher.js';
import type { ClickLog } from './click-log.js';
import type { Cut } from './cut-file.js';
import { MAX_RECORD } from './record.js';
import type { Segment } from './segment.js';

/** Clicks gather this long before a batch is cut, unless one is full earlier. */
const GATHER_MS = 40;
const RETRY_MS = [100, 250, 500, 1_000, 2_000];
const ADOPT_EVERY_MS = 10_000;
/** What a stopping process gives its last clicks; whatever is left is shipped by the next one. */
const DRAIN_MS = 5_000;

/** Carries the click log to JetStream, oldest first, one cut at a time. */
export class ClickShipper {
  // One for all reads: a fresh one each time would cost more than the reading.
  private readonly buffer = Buffer.allocUnsafe(MAX_CUT_BYTES + 2 * MAX_RECORD);
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private wake: (() => void) | null = null;
  private oldestAt = 0;
  private shipped = 0;

  constructor(
    private readonly log: ClickLog,
    private readonly publisher: ClickPublisher,
    private readonly shards: number,
    private readonly logger: Pick<AppLogger, 'error'>,
  ) {
    log.onAppend = () => this.appended();
  }

  start(): void {
    this.running = this.run();
  }

  /** Age of the oldest click that is not on JetStream, in milliseconds. */
  lag(now = Date.now()): number {
    return this.log.nextToShip() && this.oldestAt > 0 ? now - this.oldestAt : 0;
  }

  /** Clicks shipped since this was last asked. */
  takeShipped(): number {
    const shipped = this.shipped;
    this.shipped = 0;
    return shipped;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    await this.running;
    const deadline = Date.now() + DRAIN_MS;
    while (Date.now() < deadline) {
      const segment = this.log.nextToShip();
      if (!segment || !(await this.ship(segment, 1))) break;
    }
  }

  private appended(): void {
    if (this.oldestAt === 0) this.oldestAt = Date.now();
    if (this.wake === null) return;
    const wake = this.wake;
    this.wake = null;
    wake();
  }

  private async run(): Promise<void> {
    let adoptAt = Date.now() + ADOPT_EVERY_MS;
    while (!this.stopping.signal.aborted) {
      try {
        if (Date.now() >= adoptAt) {
          adoptAt = Date.now() + ADOPT_EVERY_MS;
          await this.log.adopt();
        }
        await this.step();
      } catch (error) {
        // A failing disk: the clicks stay where they are, so it is tried again.
        this.logger.error('the click log cannot be shipped', { error });
        await this.pause(1_000);
      }
    }
  }

  private async step(): Promise<void> {
    const segment = this.log.nextToShip();
    if (!segment) {
      this.oldestAt = 0;
      return this.idle();
    }
    if (segment.pending < MAX_CUT_BYTES) await this.pause(GATHER_MS);
    const before = Date.now();
    if (await this.ship(segment, Number.POSITIVE_INFINITY)) this.oldestAt = before;
  }

  /** Publishes the next cut of a segment. False when it could not within so many tries. */
  private async ship(segment: Segment, tries: number): Promise<boolean> {
    const from = segment.cuts.ackedTo;
    const bytes = await segment.read(from, this.buffer);
    const open = segment.cuts.open;
    const plan = planCut(open ? bytes.subarray(0, open.to - from) : bytes, segment.own);
    const cut = open ?? this.cutNext(segment, from, plan);
    if (!cut) return true;
    const shards = clicksByShard(bytes, plan, cut.shards);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      try {
        await Promise.all(
          [...shards].map(([shard, json]) =>
            this.publisher.publish(shard, batchId(segment.name, from, shard), cut.at, json),
          ),
        );
        segment.cuts.acknowledge();
        this.shipped += plan.clicks.length;
        this.log.release();
        return true;
      } catch (error) {
        this.publisher.failed(error);
        if (this.stopping.signal.aborted) return false;
        await this.pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0);
      }
    }
    return false;
  }

  // What cannot be read is the torn end of a dead process's segment, or damage: it is put behind us, so that the
  // segment can go. Only the former is expected.
  private cutNext(segment: Segment, from: number, plan: CutPlan): Cut | null {
    if (plan.damaged > 0) this.log.lose(plan.damaged, `damaged records in ${segment.name}`);
    if (plan.end === 0) {
      const rest = segment.size - from;
      if (rest > MAX_RECORD) this.log.lose(1, `${rest} unreadable bytes in ${segment.name}`);
      segment.cuts.cut({ to: segment.size, shards: this.shards, at: Date.now() });
      segment.cuts.acknowledge();
      this.log.release();
      return null;
    }
    segment.cuts.cut({ to: from + plan.end, shards: this.shards, at: Date.now() });
    return segment.cuts.open;
  }

  private async idle(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    // Wakes up now and then by itself, to look for what other processes left.
    const timer = setTimeout(() => this.appended(), ADOPT_EVERY_MS);
    await woken;
    clearTimeout(timer);
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { type CutPlan, clicksByShard, MAX_CUT_BYTES, planCut } from './batch.js';
import type { ClickPublisher } from './click.publisher.js';
import type { ClickLog } from './click-log.js';
import type { Cut } from './cut-file.js';
import type { Loss } from './damage.js';
import type { Unread } from './damaged-files.js';
import { Delivery } from './delivery.js';
import { MAX_RECORD } from './record.js';
import type { Segment } from './segment.js';

/** Clicks gather this long before a batch is cut, unless one is full earlier. */
const GATHER_MS = 40;
const RETRY_MS = [100, 250, 500, 1_000, 2_000];
const ADOPT_EVERY_MS = 10_000;
/** What a stopping process gives its last clicks; whatever is left is shipped by the next one. */
const DRAIN_MS = 5_000;

type OnTrouble = (message: string, error: unknown) => void;

/** Carries the click log to JetStream, oldest first, one cut at a time. */
export class ClickShipper {
  // One for all reads: a fresh one each time would cost more than the reading.
  private readonly buffer = Buffer.allocUnsafe(MAX_CUT_BYTES + 2 * MAX_RECORD);
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private wake: (() => void) | null = null;
  /** By a clock that nobody sets, as all that is waited for here; 0: none. */
  private oldestAt = 0;
  private shipped = 0;

  constructor(
    private readonly log: ClickLog,
    private readonly publisher: Pick<ClickPublisher, 'publish' | 'room' | 'failed' | 'repeated'>,
    private readonly shards: number,
    private readonly onTrouble: OnTrouble,
  ) {
    log.onAppend = () => this.appended();
  }

  start(): void {
    this.running = this.run();
  }

  /** Age of the oldest click that is not on JetStream, in milliseconds. */
  lag(now = performance.now()): number {
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
    const deadline = performance.now() + DRAIN_MS;
    while (performance.now() < deadline) {
      const segment = this.log.nextToShip();
      if (!segment || !(await this.shipLast(segment))) break;
    }
  }

  private appended(): void {
    if (this.oldestAt === 0) this.oldestAt = performance.now();
    if (this.wake === null) return;
    const wake = this.wake;
    this.wake = null;
    wake();
  }

  private async run(): Promise<void> {
    let adoptAt = performance.now() + ADOPT_EVERY_MS;
    while (!this.stopping.signal.aborted) {
      if (performance.now() >= adoptAt) {
        adoptAt = performance.now() + ADOPT_EVERY_MS;
        await this.log.adopt().catch((error: unknown) => this.onTrouble('dead processes cannot be looked for', error));
      }
      try {
        await this.step();
      } catch (error) {
        // A failing disk: the clicks stay where they are, so it is tried again.
        this.onTrouble('the click log cannot be shipped', error);
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
    const before = performance.now();
    if (await this.ship(segment, Number.POSITIVE_INFINITY)) this.oldestAt = before;
  }

  private async shipLast(segment: Segment): Promise<boolean> {
    try {
      return await this.ship(segment, 1);
    } catch (error) {
      this.onTrouble('the last clicks cannot be shipped; the next process does', error);
      return false;
    }
  }

  /** Publishes the next cut of a segment. False when it could not within so many tries. */
  private async ship(segment: Segment, tries: number): Promise<boolean> {
    const { cuts, format } = segment;
    const from = cuts.ackedTo;
    const bytes = await segment.read(from, this.buffer);
    const open = cuts.open;
    const readable = open ? bytes.subarray(0, open.to - from) : bytes;
    const limit = open ? Number.POSITIVE_INFINITY : Math.min(MAX_CUT_BYTES, this.publisher.room());
    const plan = planCut(readable, { format, number: cuts.number, trusted: segment.own, limit });
    if (!open && plan.end === 0) return this.skip(segment);
    // Looked at before the clicks are put together, which overwrites them.
    const unread = unreadIn(readable, plan, from, open !== null);
    const cut = open ?? this.cutNext(segment, plan, unread);
    const name = { segment: segment.name, from, to: cut.to, former: cut.former ?? false };
    const delivery = new Delivery(
      this.publisher,
      (id, clicks, error) => this.log.setAside(id, clicks, error),
      name,
      cut.at,
      clicksByShard(bytes, plan, format, cut.shards),
    );
    for (let attempt = 0; attempt < tries; attempt += 1) {
      try {
        await delivery.attempt();
        if (open) this.tellMissing(segment, cut, plan, unread, delivery.repeated);
        else if (attempt === 0 && segment.own && delivery.repeated) this.publisher.repeated(segment.name);
        segment.acknowledge();
        this.shipped += plan.clicks.length - delivery.setAside;
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

  private cutNext(segment: Segment, plan: CutPlan, unread: Unread[]): Cut {
    if (unread.length > 0) this.log.loseDamaged(segment, unread, lossIn(plan));
    const cut = {
      to: segment.cuts.ackedTo + plan.end,
      shards: this.shards,
      at: Date.now(),
      clicks: plan.clicks.length,
      next: plan.next,
    };
    segment.cuts.cut(cut);
    return cut;
  }

  // A cut of before a crash has fewer clicks than it was made with. If JetStream had the batch, it has it whole.
  private tellMissing(segment: Segment, cut: Cut, plan: CutPlan, unread: Unread[], repeated: boolean): void {
    const loss = cut.clicks === null ? lossIn(plan) : { clicks: cut.clicks - plan.clicks.length, about: false };
    if (loss.clicks > 0 && !repeated) this.log.loseDamaged(segment, unread, loss);
  }

  // What cannot be read is put behind us, so that the rest of the segment can be shipped, and all of it deleted.
  private async skip(segment: Segment): Promise<true> {
    const { cuts } = segment;
    const from = cuts.ackedTo;
    const { to, next, ...loss } = await segment.skip(from, cuts.number);
    if (loss.clicks > 0) this.log.loseDamaged(segment, [{ at: from, bytes: await segment.copy(from, to) }], loss);
    cuts.cut({ to, shards: this.shards, at: Date.now(), clicks: 0, next });
    segment.acknowledge();
    this.log.release();
    return true;
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

function unreadIn(bytes: Buffer, plan: CutPlan, from: number, whole: boolean): Unread[] {
  const gaps: { from: number; to: number }[] = [...plan.gaps];
  if (whole && plan.end < bytes.length) gaps.push({ from: plan.end, to: bytes.length });
  return gaps.map((gap) => ({ at: from + gap.from, bytes: Buffer.from(bytes.subarray(gap.from, gap.to)) }));
}

const lossIn = ({ gaps }: CutPlan): Loss => ({
  clicks: gaps.reduce((sum, gap) => sum + gap.clicks, 0),
  about: gaps.some(({ about }) => about),
});

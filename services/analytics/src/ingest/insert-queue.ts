import { createHash } from 'node:crypto';
import type { ClickRepository } from '../store/click.repository.js';
import type { ClickRow } from '../store/click.row.js';
import { type IngestRange, type RangeRepository, tokenOf } from '../store/range.repository.js';
import type { Pace } from './pace.js';

/** How long those that are ready wait for the others of their window. */
const GRACE_MS = 300;
/** A lease that cannot be confirmed within this leaves its shard out: the others do not wait for it. */
const CONFIRM_MS = 5_000;
/** More of them wait for the next insert. */
const MAX_ROWS = 50_000;

/** Whether a shard has been this process's all the time since that was confirmed. */
export type StillHeld = () => boolean;

/** Throws where another process may have gone on with the shard. */
export type Confirm = () => Promise<StillHeld>;

/** A batch of one shard that was not fixed yet. */
export interface NewBatch {
  readonly shard: string;
  readonly range: IngestRange;
  readonly rows: readonly ClickRow[];
  readonly confirm: Confirm;
  readonly pace: Pace;
}

interface Waiting extends NewBatch {
  readonly full: boolean;
  readonly deadline: number;
  readonly settled: PromiseWithResolvers<void>;
}

interface Confirmed extends Waiting {
  readonly stillHeld: StillHeld;
}

/** Of the insert that a range was part of; it may have happened, for all of its ranges or some, or be on its way still. */
export class InsertFailed extends Error {
  constructor(
    readonly token: string,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * One insert for all shards of this process: each insert makes a part of a table, however few clicks it has, and a server merges so
 * many parts a second and no more. Shards gather until the same moment, then their ranges are fixed by one insert and their clicks
 * stored by one more. One that is late, or has lost its lease, is left out. An answer counts only where all leases were held until then.
 */
export class InsertQueue {
  private readonly gathering = new Map<string, number>();
  private waiting: Waiting[] = [];
  private closesAt = 0;
  private insertedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private working = false;

  constructor(
    private readonly clicks: Pick<ClickRepository, 'insert'>,
    private readonly ranges: Pick<RangeRepository, 'fix'>,
    private readonly options: {
      readonly windowMs: number;
      /** From one insert to the next: a click that comes alone is stored after `windowMs`, those of a busy time together. */
      readonly restMs?: number;
      readonly fullAt: number;
      /** Clicks of several shards whose insert may have happened beside another process that stored some of them. */
      readonly onUnknown?: (clicks: readonly ClickRow[]) => void;
    },
  ) {}

  /** A shard has its first message: the moment until which it gathers more. */
  begin(shard: string): number {
    const now = performance.now();
    const { windowMs, restMs = 0 } = this.options;
    if (now >= this.closesAt) this.closesAt = Math.max(now + windowMs, this.insertedAt + restMs);
    this.gathering.set(shard, this.closesAt);
    return this.closesAt;
  }

  /** It has nothing to store after all. */
  end(shard: string): void {
    if (this.gathering.delete(shard)) this.next();
  }

  /**
   * Resolves when the clicks are stored. Throws what `confirm` throws; InsertFailed when the range was fixed and it is not known
   * whether its clicks were stored: each is then to be stored by id; else nothing was done.
   */
  store(batch: NewBatch): Promise<void> {
    const deadline = this.gathering.get(batch.shard) ?? 0;
    this.gathering.delete(batch.shard);
    const settled = Promise.withResolvers<void>();
    this.waiting.push({ ...batch, deadline, full: batch.rows.length >= this.options.fullAt, settled });
    this.next();
    return settled.promise;
  }

  private next(): void {
    clearTimeout(this.timer);
    if (this.working || this.waiting.length === 0) return;
    const wait = this.waitFor();
    if (wait > 0) {
      this.timer = setTimeout(() => this.next(), wait);
      return;
    }
    // Nobody is left in this window: whoever comes next, from a backlog perhaps, has a whole one.
    if (this.gathering.size === 0) this.closesAt = 0;
    this.working = true;
    void this.insert(this.take()).finally(() => {
      this.working = false;
      this.next();
    });
  }

  /** How long others of the window of those that wait may still take. A full batch waits for nobody. */
  private waitFor(): number {
    if (this.waiting.some(({ full }) => full)) return 0;
    const window = Math.max(...this.waiting.map(({ deadline }) => deadline));
    const late = [...this.gathering.values()].filter((deadline) => deadline <= window);
    return late.length === 0 ? 0 : Math.max(...late) + GRACE_MS - performance.now();
  }

  /** Whoever has waited longest comes first, so that nobody waits for ever behind large batches. */
  private take(): Waiting[] {
    let rows = 0;
    const end = this.waiting.findIndex((one, index) => {
      rows += one.rows.length;
      return index > 0 && rows > MAX_ROWS;
    });
    return this.waiting.splice(0, end === -1 ? this.waiting.length : end);
  }

  private async insert(group: readonly Waiting[]): Promise<void> {
    this.insertedAt = performance.now();
    const before = await this.confirmed(group);
    if (before.length === 0) return;
    const batch = tokenOfAll(before.map(({ range }) => range));
    try {
      await this.ranges.fix(
        before.map(({ range }) => range),
        batch,
      );
    } catch (error) {
      for (const { settled } of before) settled.reject(error);
      return;
    }
    // While ranges were being fixed another process did not see them.
    const mine = await this.confirmed(before);
    try {
      if (mine.length < before.length) throw new Error('the lease of another shard was lost while ranges were fixed');
      await this.send(mine, batch);
      for (const { settled } of mine) settled.resolve();
    } catch (error) {
      for (const { settled } of mine) settled.reject(new InsertFailed(batch, error));
    }
  }

  /** Throws where it is not certain that it was done. */
  private async send(group: readonly Confirmed[], batch: string): Promise<void> {
    const rows = group.flatMap((one) => one.rows);
    if (rows.length === 0) return;
    try {
      await this.clicks.insert(rows, batch, group[0]?.pace);
      // Whoever took over one of the ranges stores it under the same token, which the store then takes for a repetition of this
      // insert, with an answer that says nothing of that: the other ranges would be lost behind it.
      const stillHeld = group.every((one) => one.stillHeld());
      if (!stillHeld) throw new Error('the insert took longer than the lease of a shard');
    } catch (error) {
      if (group.length > 1) this.options.onUnknown?.(rows);
      throw error;
    }
  }

  /** Those whose shard is still this process's. */
  private async confirmed(group: readonly Waiting[]): Promise<Confirmed[]> {
    const confirmed = await Promise.all(
      group.map(async (one) => {
        try {
          return [{ ...one, stillHeld: await this.inTime(one.confirm()) }];
        } catch (error) {
          one.settled.reject(error);
          return [];
        }
      }),
    );
    return confirmed.flat();
  }

  private async inTime(confirmed: Promise<StillHeld>): Promise<StillHeld> {
    const late = Promise.withResolvers<never>();
    const tooLate = () => late.reject(new Error('the lease of a shard cannot be confirmed'));
    const timer = setTimeout(tooLate, CONFIRM_MS);
    return Promise.race([confirmed, late.promise]).finally(() => clearTimeout(timer));
  }
}

/** The insert_deduplication_token of an insert: names every range in it. */
export function tokenOfAll(ranges: readonly IngestRange[]): string {
  const tokens = ranges.map(tokenOf);
  const [only, ...others] = tokens;
  if (only !== undefined && others.length === 0) return only;
  return `batch:${createHash('sha256').update(tokens.sort().join('\n')).digest('hex')}`;
}

import { Injectable } from '@nestjs/common';
import { EnrichService } from '../enrich/enrich.service.js';
import { ClickRepository } from '../store/click.repository.js';
import type { ClickRow } from '../store/click.row.js';
import { type IngestRange, tokenOf } from '../store/range.repository.js';
import type { ClickMessage } from './click-message.js';
import { type Confirm, InsertFailed, InsertQueue } from './insert-queue.js';
import { Pace } from './pace.js';

/** How long a redirect process may send a click again. */
const SENT_AGAIN_MS = 7 * 86_400_000;

/** Messages of one shard that are stored together. */
export interface Batch {
  readonly stream: string;
  readonly epoch: number;
  readonly messages: readonly ClickMessage[];
  /** Set when these messages were fixed as a range before a crash or a restart. */
  readonly fixed: IngestRange | null;
}

export interface PreparedBatch {
  /** Name of the stream without when it was made. */
  readonly shard: string;
  readonly range: IngestRange;
  readonly rows: readonly ClickRow[];
  readonly again: boolean;
}

/**
 * Stores batches exactly once. The order matters: look for clicks that are stored already, fix the range with what is to be
 * skipped, then insert under a token that names the range. A crash in between leaves a fixed range, which is done again as it was.
 */
@Injectable()
export class BatchService {
  /** Ranges whose insert failed, with its token: it may have happened all the same. */
  private readonly failed = new WeakMap<IngestRange, string>();

  constructor(
    private readonly clicks: ClickRepository,
    private readonly enricher: EnrichService,
    private readonly queue: InsertQueue,
  ) {}

  /** A shard has its first message of a batch: the moment until which it gathers more. */
  begin(shard: string): number {
    return this.queue.begin(shard);
  }

  /** A shard is not going to store what it gathered. */
  end(shard: string): void {
    this.queue.end(shard);
  }

  async prepare(batch: Batch, pace = new Pace()): Promise<PreparedBatch> {
    const unique = new Map<string, ClickRow>();
    for (const { clicks } of batch.messages) {
      for (const click of clicks) {
        const row = await this.enricher.enrich(click);
        if (!unique.has(row.event_id)) unique.set(row.event_id, row);
        const pause = pace.step();
        if (pause) await pause;
      }
    }
    const all = [...unique.values()];
    const range = batch.fixed ?? (await this.newRange(batch, all));
    const skipped = new Set(range.skipped);
    const rows = all.filter((row) => !skipped.has(row.event_id));
    return { shard: shardOf(range), range, rows, again: batch.fixed !== null };
  }

  /**
   * May be repeated until it succeeds. `confirm` throws where another process may have gone on with the shard: while a range was being
   * fixed that process did not see it, and it has ranges of its own for the same messages.
   */
  async store({ shard, range, rows, again }: PreparedBatch, confirm: Confirm, pace = new Pace()): Promise<void> {
    const failed = this.failed.get(range);
    if (again || failed !== undefined) {
      await confirm();
      await this.storeAgain(range, rows, failed ?? range.batch, pace);
      return;
    }
    try {
      await this.queue.store({ shard, range, rows, confirm, pace });
    } catch (error) {
      if (error instanceof InsertFailed) this.failed.set(range, error.token);
      throw error;
    }
  }

  /**
   * A range that was fixed, on its own. Its token is that of the insert which it was part of: should that one still be on its way,
   * whichever comes second stores nothing on the days of the other. What is missing then is found by its ids.
   */
  private async storeAgain(range: IngestRange, rows: readonly ClickRow[], batch: string, pace: Pace): Promise<void> {
    // Others may have stored a part of it since, in ranges of theirs.
    const left = await this.missing(rows);
    if (left.length === 0) return;
    await this.clicks.insert(left, batch || tokenOf(range), pace);
    // The engine notes a token an instant before the rows: a crash right there makes it refuse rows that it does not have.
    const missing = await this.missing(left);
    if (missing.length > 0) await this.clicks.insert(missing, `${tokenOf(range)}+${missing.length}`, pace);
  }

  private async missing(rows: readonly ClickRow[]): Promise<ClickRow[]> {
    const present = await this.clicks.stored(rows);
    return rows.filter((row) => !present.has(row.event_id));
  }

  private async newRange(batch: Batch, rows: readonly ClickRow[]): Promise<IngestRange> {
    const [first, last] = [batch.messages[0], batch.messages.at(-1)];
    if (!first || !last) throw new Error('a batch has at least one message');
    return {
      stream: batch.stream,
      epoch: batch.epoch,
      first: first.message.seq,
      last: last.message.seq,
      lastStoredAt: last.message.time.toISOString(),
      skipped: [...(await this.clicks.stored(rows, lookBack(batch)))],
      refused_letters: [],
      batch: '',
    };
  }
}

const shardOf = ({ stream }: IngestRange): string => stream.replace(/@.*$/, '');

// A click without a time of its own has that of its message: one that comes a second time was stored under another.
const lookBack = ({ messages }: Batch): number => (messages.some(({ corrected }) => corrected > 0) ? SENT_AGAIN_MS : 0);

import { Injectable } from '@nestjs/common';
import { insertSettings } from './click.repository.js';
import { ClickHouse, rows } from './clickhouse.js';

/** Messages `first` to `last` of a stream, stored as one batch. */
export interface IngestRange {
  /** Name of the stream and when it was made: one made anew counts its messages from the start. */
  stream: string;
  /** Grows when the stream turns out to hold other messages than were read, as after a power cut. */
  epoch: number;
  first: number;
  last: number;
  /** When the stream stored message `last`. */
  lastStoredAt: string;
  /** Ids of clicks in it that were stored before it. */
  skipped: string[];
  /** Messages in it that cannot be read, for whose dead letters there was no room before it was fixed: they are tried again. */
  refused_letters: number[];
  /** Token of the insert that its clicks were part of; empty where a former release fixed it, whose token is that of the range. */
  batch: string;
}

interface RangeRow {
  epoch: number;
  first: string;
  last: string;
  last_stored_at: string;
  skipped: string[];
  refused_letters: string[];
  batch: string;
}

/**
 * The ranges that were fixed, beside the clicks: what was stored and how far the streams were read cannot part, neither by a
 * crash nor by a restored backup.
 */
@Injectable()
export class RangeRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  async latest(stream: string): Promise<IngestRange | null> {
    const [row] = await rows<RangeRow>(
      this.clickhouse.background,
      `SELECT epoch, first, last, last_stored_at, skipped, refused_letters, batch FROM ingest_ranges
       WHERE stream = {stream:String} ORDER BY epoch DESC, last DESC, fixed_at DESC LIMIT 1`,
      { stream },
    );
    if (!row) return null;
    return {
      stream,
      epoch: row.epoch,
      first: Number(row.first),
      last: Number(row.last),
      lastStoredAt: row.last_stored_at,
      skipped: row.skipped,
      refused_letters: row.refused_letters.map(Number),
      batch: row.batch,
    };
  }

  /**
   * Must be in before the clicks of the ranges are, which one insert stores under the token `batch`: after a crash each range is stored
   * again as it was.
   */
  async fix(ranges: readonly IngestRange[], batch: string): Promise<void> {
    await this.clickhouse.writer.insert({
      table: 'ingest_ranges',
      values: ranges.map((range) => ({
        stream: range.stream,
        epoch: range.epoch,
        first: range.first,
        last: range.last,
        last_stored_at: range.lastStoredAt,
        skipped: range.skipped,
        refused_letters: range.refused_letters,
        batch,
      })),
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(`range:${batch}`),
    });
  }
}

/** What names a range. */
export const tokenOf = (range: Pick<IngestRange, 'stream' | 'epoch' | 'first' | 'last'>): string =>
  `${range.stream}#${range.epoch}:${range.first}-${range.last}`;

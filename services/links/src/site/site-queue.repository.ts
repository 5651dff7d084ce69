import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DestinationAddress } from './destination-address.js';

/** Longer than a page and its images take. */
const LEASE = "interval '2 minutes'";
/** Looked at for a free host: as many of one site may wait before others have their turn in the next round. */
const LOOKED_AT = 200;

/** A page in the hands of this process. `attempts` counts this one, too. */
export interface LeasedDestination extends DestinationAddress {
  attempts: number;
}

/** Pages that are to be looked at, which any number of processes take from; each takes what no other has. */
@Injectable()
export class SiteQueueRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Takes some that are due, one of each host, and none of `busy`. */
  async lease(most: number, busy: readonly string[]): Promise<LeasedDestination[]> {
    if (most <= 0) return [];
    const [rows] = await this.database.query<[LeasedDestination[], number]>(
      `WITH due AS MATERIALIZED (
         SELECT digest, host FROM destinations WHERE next_at <= now() AND host <> ALL ($2::text[])
         ORDER BY next_at LIMIT ${LOOKED_AT} FOR UPDATE SKIP LOCKED),
       taken AS (SELECT DISTINCT ON (host) digest FROM due ORDER BY host LIMIT $1)
       UPDATE destinations AS d SET attempts = d.attempts + 1, next_at = now() + ${LEASE}
       FROM taken WHERE d.digest = taken.digest
       RETURNING d.digest, d.url, d.host, d.attempts`,
      [most, busy],
    );
    return rows;
  }

  /** In how many milliseconds one may be due; null: none waits. */
  async nextDueMs(): Promise<number | null> {
    const [row] = await this.database.query<{ ms: number | null }[]>(
      'SELECT (extract(epoch FROM min(next_at) - now()) * 1000)::float8 AS ms FROM destinations WHERE next_at IS NOT NULL',
    );
    return row?.ms == null ? null : Math.max(0, row.ms);
  }

  /** Whether more wait than so many. */
  async isLonger(most: number): Promise<boolean> {
    const [row] = await this.database.query<{ is_longer: boolean }[]>(
      'SELECT EXISTS (SELECT FROM destinations WHERE next_at IS NOT NULL OFFSET $1) AS is_longer',
      [most],
    );
    return row?.is_longer ?? false;
  }

  /** Nothing came of it; what was known before stays. `againInMs`: null for the last time. */
  async fail({ digest, attempts }: LeasedDestination, failure: string, againInMs: number | null): Promise<void> {
    await this.database.query(
      `UPDATE destinations SET failure = $3, looked_at = CASE WHEN $4::float8 IS NULL THEN now() ELSE looked_at END,
         next_at = now() + make_interval(secs => $4::float8 / 1000)
       WHERE digest = $1 AND attempts = $2`,
      [digest, attempts, failure, againInMs],
    );
  }
}

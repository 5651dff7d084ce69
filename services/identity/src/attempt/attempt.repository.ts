import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Attempt } from './attempt.entity.js';

export interface Window {
  key: string;
  seconds: number;
  /** Coming to so many again, it stays there twice as long as the last time; null: always until it closes. */
  growsAt: number | null;
}

export interface Tally {
  key: string;
  count: number;
  /** Seconds until the window closes; at least 1. */
  remaining: number;
}

const LONGEST = "interval '24 hours'";
/** Counted from the end of the last full window. */
const REMEMBERED = "interval '24 hours'";
const IS_OPEN = 'attempts.expires_at > now()';
const TIMES_FULL = `CASE WHEN attempts.full_until > now() - ${REMEMBERED} THEN attempts.times_full ELSE 0 END`;
const IS_FILLED = `${IS_OPEN} AND attempts.count + 1 = (SELECT grows_at FROM given WHERE given.key = attempts.key)`;
/** Twice as long each time. From the first full window on it would be that of the window itself, which has begun before. */
const STAYS_UNTIL = `CASE ${TIMES_FULL} WHEN 0 THEN attempts.expires_at
  ELSE now() + least((excluded.expires_at - now()) * power(2, least(${TIMES_FULL}, 20)), ${LONGEST}) END`;

const REMAINING = 'greatest(1, ceil(extract(epoch FROM attempts.expires_at - now())))::int AS remaining';

@Injectable()
export class AttemptRepository {
  constructor(@InjectRepository(Attempt) private readonly attempts: Repository<Attempt>) {}

  /** Open windows only: a key without one is absent. */
  read(keys: string[]): Promise<Tally[]> {
    return this.attempts.query(
      `SELECT key, count, ${REMAINING} FROM attempts WHERE key = ANY ($1::text[]) AND expires_at > now()`,
      [keys],
    );
  }

  /**
   * Counts one more on each; a window that has closed begins anew, one that comes to where it grows closes later each time. One statement,
   * so that none is lost or doubled.
   */
  add(windows: Window[]): Promise<Tally[]> {
    // Sorted, so that two at once wait for each other's rows in the same order.
    return this.attempts.query(
      `WITH given AS (SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS given (key, seconds, grows_at))
       INSERT INTO attempts (key, count, expires_at)
       SELECT key, 1, now() + make_interval(secs => seconds) FROM given ORDER BY key
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN ${IS_OPEN} THEN least(attempts.count, 1000000) + 1 ELSE 1 END,
         expires_at = CASE WHEN ${IS_FILLED} THEN ${STAYS_UNTIL} WHEN ${IS_OPEN} THEN attempts.expires_at ELSE excluded.expires_at END,
         times_full = ${TIMES_FULL} + CASE WHEN ${IS_FILLED} THEN 1 ELSE 0 END,
         full_until = CASE WHEN ${IS_FILLED} THEN ${STAYS_UNTIL} ELSE attempts.full_until END
       RETURNING key, count, ${REMAINING}`,
      [windows.map(({ key }) => key), windows.map(({ seconds }) => seconds), windows.map(({ growsAt }) => growsAt)],
    );
  }

  async remove(keys: string[], manager: EntityManager = this.attempts.manager): Promise<void> {
    // In the order of `add`, for the same reason.
    await manager.query(
      `DELETE FROM attempts WHERE key IN (
         SELECT key FROM attempts WHERE key = ANY ($1::text[]) ORDER BY key FOR UPDATE)`,
      [keys],
    );
  }

  /** Removes the given keys, and those that go on behind them after a colon. */
  async removeBelow(keys: string[]): Promise<void> {
    await this.attempts.query(
      `DELETE FROM attempts USING unnest($1::text[]) AS given (name)
       WHERE attempts.key = given.name OR starts_with(attempts.key, given.name || ':')`,
      [keys],
    );
  }

  /** Removes some whose windows have closed, and of which nothing is remembered; 0: there are more. */
  removeClosed(): Promise<0 | undefined> {
    const where = `<= now() AND (full_until IS NULL OR full_until <= now() - ${REMEMBERED})`;
    return removeSome(this.attempts, { table: 'attempts', by: 'expires_at', where });
  }
}

import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Attempt } from './attempt.entity.js';

export interface Window {
  key: string;
  seconds: number;
}

export interface Tally {
  key: string;
  count: number;
  /** Seconds until the window closes; at least 1. */
  remaining: number;
}

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

  /** Counts one more on each; a window that has closed begins anew. One statement, so that none is lost or doubled. */
  add(windows: Window[]): Promise<Tally[]> {
    // Sorted, so that two at once wait for each other's rows in the same order.
    return this.attempts.query(
      `INSERT INTO attempts (key, count, expires_at)
       SELECT key, 1, now() + make_interval(secs => seconds)
       FROM unnest($1::text[], $2::int[]) AS given (key, seconds) ORDER BY key
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN attempts.expires_at > now() THEN least(attempts.count, 1000000) + 1 ELSE 1 END,
         expires_at = CASE WHEN attempts.expires_at > now() THEN attempts.expires_at ELSE excluded.expires_at END
       RETURNING key, count, ${REMAINING}`,
      [windows.map(({ key }) => key), windows.map(({ seconds }) => seconds)],
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

  /** Removes some whose windows have closed; 0: there are more. */
  removeClosed(): Promise<0 | undefined> {
    return removeSome(this.attempts, { table: 'attempts', by: 'expires_at', where: '<= now()' });
  }
}

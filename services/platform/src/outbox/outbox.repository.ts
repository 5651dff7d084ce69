import type { Envelope } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { queryNamed } from '../database/statement.js';

export interface NewRow {
  envelope: Envelope;
  aggregate: string | null;
}

export interface DueRow {
  id: string;
  envelope: unknown;
  attempts: number;
  aggregate: string | null;
  /** A bigint, so text. */
  position: string;
}

export interface Taken {
  /** What may be published now, oldest first: of an aggregate one after the other. */
  rows: DueRow[];
  /** How many more are due and come after a row that another process holds. */
  blocked: number;
}

export interface OutboxState {
  rows: number;
  /** Of the oldest row that nothing but an outage or a full stream holds up; 0 without one. */
  oldestSeconds: number;
  setAside: number;
}

/** A row that was refused, and those behind it, are known to wait: they say nothing about the way to NATS. */
const HELD_UP_BY_NOBODY = `attempts = 0 AND (aggregate IS NULL OR NOT EXISTS (
  SELECT 1 FROM outbox AS earlier
  WHERE earlier.aggregate = row.aggregate AND earlier.position < row.position AND earlier.attempts > 0))`;

/** As `oldestSeconds`. */
const OLDEST = `SELECT extract(epoch FROM now() - created_at) AS seconds FROM outbox AS row
  WHERE ${HELD_UP_BY_NOBODY} ORDER BY position LIMIT 1`;

/**
 * Whenever statistics are made the table is all but empty, so that reading it whole looks cheapest. A plan made then stays while thousands of rows
 * a minute come and go, and each of those that went is read once more for each aggregate, until the next vacuum.
 */
const BY_INDEX = 'SET LOCAL enable_seqscan = off';

const TAKE = {
  name: 'outbox-take',
  text: `SELECT id, envelope, attempts, aggregate, position FROM outbox
    WHERE (next_attempt_at IS NULL OR next_attempt_at <= now())
      AND (aggregate IS NULL OR aggregate NOT IN (
        SELECT waiting.aggregate FROM outbox AS waiting
        WHERE waiting.next_attempt_at > now() AND waiting.aggregate IS NOT NULL))
    ORDER BY position LIMIT $1 FOR UPDATE SKIP LOCKED`,
};
const OTHERS = {
  name: 'outbox-others',
  text: `SELECT aggregate, other.position FROM unnest($1::text[]) AS taken (aggregate)
    CROSS JOIN LATERAL (
      SELECT position FROM outbox
      WHERE outbox.aggregate = taken.aggregate AND id <> ALL ($2::uuid[]) ORDER BY position LIMIT 1) AS other`,
};
const REMOVE = { name: 'outbox-remove', text: 'DELETE FROM outbox WHERE id = ANY($1::uuid[])' };

@Injectable()
export class OutboxRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In one statement, in the order of the rows; relays are to be told of it after the commit. */
  async store(manager: EntityManager, rows: NewRow[]): Promise<void> {
    await manager.query(
      `INSERT INTO outbox (id, envelope, aggregate)
       SELECT id, envelope::jsonb, aggregate
       FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS given (id, envelope, aggregate, place)
       ORDER BY place`,
      [
        rows.map(({ envelope }) => envelope.id),
        rows.map(({ envelope }) => JSON.stringify(envelope)),
        rows.map(({ aggregate }) => aggregate),
      ],
    );
  }

  /** Runs `work` in a transaction, which holds what was taken until it is settled. */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await manager.query(BY_INDEX);
      return work(manager);
    });
  }

  /**
   * The oldest rows that are due and that no other process holds. Of an aggregate only those that come before any row that
   * is not among them, be it held by another process or waiting for its next attempt.
   */
  async take(manager: EntityManager, limit: number): Promise<Taken> {
    const due = await queryNamed<DueRow>(manager, TAKE, [limit]);
    const aggregates = [...new Set(due.flatMap(({ aggregate }) => aggregate ?? []))];
    if (aggregates.length === 0) return { rows: due, blocked: 0 };
    const others = await queryNamed<{ aggregate: string; position: string }>(manager, OTHERS, [
      aggregates,
      due.map(({ id }) => id),
    ]);
    const firstOther = new Map(others.map(({ aggregate, position }) => [aggregate, BigInt(position)]));
    const rows = due.filter(({ aggregate, position }) => {
      const other = aggregate === null ? undefined : firstOther.get(aggregate);
      return other === undefined || BigInt(position) < other;
    });
    return { rows, blocked: due.length - rows.length };
  }

  async remove(manager: EntityManager, ids: string[]): Promise<void> {
    if (ids.length > 0) await queryNamed(manager, REMOVE, [ids]);
  }

  /** Not counted: the row is as good as before. */
  async postpone(manager: EntityManager, ids: string[], ms: number, reason: string): Promise<void> {
    if (ids.length === 0) return;
    await manager.query(
      'UPDATE outbox SET next_attempt_at = now() + make_interval(secs => $2), last_error = $3 WHERE id = ANY($1)',
      [ids, ms / 1_000, reason],
    );
  }

  async countRefusal(manager: EntityManager, id: string, ms: number, reason: string): Promise<void> {
    await manager.query(
      `UPDATE outbox SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2), last_error = $3
       WHERE id = $1`,
      [id, ms / 1_000, reason],
    );
  }

  async setAside(manager: EntityManager, id: string, reason: string): Promise<void> {
    await manager.query(
      `WITH gone AS (DELETE FROM outbox WHERE id = $1 RETURNING *)
       INSERT INTO outbox_set_aside (id, envelope, aggregate, attempts, last_error, created_at)
       SELECT id, envelope, aggregate, attempts + 1, $2, created_at FROM gone`,
      [id, reason],
    );
  }

  async hasAtLeast(rows: number): Promise<boolean> {
    const found: unknown[] = await this.database.query('SELECT 1 FROM outbox OFFSET $1 LIMIT 1', [rows - 1]);
    return found.length > 0;
  }

  /** Seconds that the oldest row waits which should have gone long ago; 0 without one. */
  async oldestSeconds(): Promise<number> {
    const [row]: { seconds: string }[] = await this.database.query(OLDEST);
    return Number(row?.seconds ?? 0);
  }

  async state(): Promise<OutboxState> {
    const [row]: { rows: string; seconds: string | null; set_aside: string }[] = await this.database.query(
      `SELECT (SELECT count(*) FROM outbox) AS rows, (${OLDEST}) AS seconds,
         (SELECT count(*) FROM outbox_set_aside) AS set_aside`,
    );
    return {
      rows: Number(row?.rows ?? 0),
      oldestSeconds: Number(row?.seconds ?? 0),
      setAside: Number(row?.set_aside ?? 0),
    };
  }
}

import type { Envelope } from '@linkway/contracts';
import type { Queries } from '../database/versioned-upsert.js';
import { OUTBOX_CHANNEL } from './outbox.channel.js';

/** An event that could not be published however often it was tried. */
export interface SetAside {
  id: string;
  type: string | null;
  aggregate: string | null;
  attempts: number;
  last_error: string;
  created_at: Date;
  set_aside_at: Date;
  envelope: Envelope;
}

/** Ids of events, or all of them. */
export type Selection = 'all' | readonly string[];

/** Oldest first. */
export async function listSetAside(database: Queries, limit = 100): Promise<SetAside[]> {
  return (await database.query(
    `SELECT id, envelope ->> 'type' AS type, aggregate, attempts, last_error, created_at, set_aside_at, envelope
     FROM outbox_set_aside ORDER BY set_aside_at, id LIMIT $1`,
    [limit],
  )) as SetAside[];
}

/**
 * Puts events back into the outbox, to be published as if they were new, behind what waits there of the same aggregate.
 * Consumers ignore them where they know a newer version. Answers how many.
 */
export function replaySetAside(database: Queries, which: Selection): Promise<number> {
  return count(
    database,
    `WITH chosen AS (DELETE FROM outbox_set_aside WHERE $1::uuid[] IS NULL OR id = ANY($1) RETURNING *),
       stored AS (
         INSERT INTO outbox (id, envelope, aggregate) SELECT id, envelope, aggregate FROM chosen ORDER BY created_at, id
         RETURNING id)
     SELECT count(*) AS rows, pg_notify('${OUTBOX_CHANNEL}', '') FROM stored`,
    which,
  );
}

/** Forgets events for good. Answers how many. */
export function dropSetAside(database: Queries, which: Selection): Promise<number> {
  return count(
    database,
    `WITH chosen AS (DELETE FROM outbox_set_aside WHERE $1::uuid[] IS NULL OR id = ANY($1) RETURNING id)
     SELECT count(*) AS rows FROM chosen`,
    which,
  );
}

async function count(database: Queries, statement: string, which: Selection): Promise<number> {
  const [row] = (await database.query(statement, [which === 'all' ? null : which])) as [{ rows: string }];
  return Number(row.rows);
}

import type { Queries } from './versioned-upsert.js';

export interface OldRows {
  table: string;
  /** The column whose index leads to the rows; those with the least go first. */
  by: string;
  /** Which values of `by` may go, as the right side of a comparison: `< now() - interval '30 days'`. */
  where: string;
  values?: readonly unknown[];
}

/** Removed at once: all that gathered in an outage, in one statement, would outlast its time-out, in this round and in every one after. */
export const REMOVED_AT_ONCE = 10_000;

/**
 * Removes some of what may go, the oldest first; 0, as `periodic` takes it: there is more, to be removed next. Rows that another
 * process removes or changes at this moment are left to it, so any number of them may do this at once.
 */
export async function removeSome(
  database: Queries,
  { table, by, where, values = [] }: OldRows,
  rows = REMOVED_AT_ONCE,
): Promise<0 | undefined> {
  const [, removed] = (await database.query(
    `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM ${table} WHERE ${by} ${where} ORDER BY ${by} LIMIT $${values.length + 1} FOR UPDATE SKIP LOCKED))`,
    [...values, rows],
  )) as [unknown[], number];
  return removed === rows ? 0 : undefined;
}

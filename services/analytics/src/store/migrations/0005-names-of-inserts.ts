import type { Migration } from '../migrator.js';

/** The former release leaves the column empty: it stored each range by an insert of its own. */
export const nameInserts: Migration = {
  id: '0005-names-of-inserts',
  statements: (on) =>
    [...new Set([on.local('ingest_ranges'), 'ingest_ranges'])].map(
      (table) =>
        `ALTER TABLE ${table}${on.onCluster} ADD COLUMN IF NOT EXISTS batch String ` +
        `COMMENT 'deduplication token of the insert that stored the clicks of this range'`,
    ),
};

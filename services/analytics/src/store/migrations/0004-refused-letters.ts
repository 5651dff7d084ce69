import type { Migration } from '../migrator.js';

/** The former release leaves the column empty. */
export const keepRefusedLetters: Migration = {
  id: '0004-refused-letters',
  statements: (on) =>
    // A table over all shards has columns of its own.
    [...new Set([on.local('ingest_ranges'), 'ingest_ranges'])].map(
      (table) =>
        `ALTER TABLE ${table}${on.onCluster} ADD COLUMN IF NOT EXISTS refused_letters Array(UInt64) ` +
        `COMMENT 'messages of this range whose dead letters found no room before it was fixed'`,
    ),
};

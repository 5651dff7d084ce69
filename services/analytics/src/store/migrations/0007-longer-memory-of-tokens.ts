import type { Migration } from '../migrator.js';

/**
 * An insert that was given up may arrive for as long as the server works on it: until then its token has to be remembered, behind
 * those of all other processes, each of which is noted once for each partition.
 */
export const rememberTokensLonger: Migration = {
  id: '0007-longer-memory-of-tokens',
  statements: (on) =>
    ['clicks', 'ingest_ranges'].map(
      (table) => `ALTER TABLE ${on.local(table)}${on.onCluster} MODIFY SETTING ${on.deduplicationWindow(10_000)}`,
    ),
};

import type { Migration } from '../migrator.js';

/** Accounts that are gone, for as long as clicks of their links may still come: a redirect without NATS keeps its clicks for days. */
export const deletedAccounts: Migration = {
  id: '0012-deleted-accounts',
  statements: (on) => [
    `CREATE TABLE IF NOT EXISTS ${on.local('deleted_accounts')}${on.onCluster} (
      workspace_id UUID,
      deleted_at DateTime64(3, 'UTC')
    )
    ENGINE = ${on.replacing()}
    ORDER BY workspace_id
    TTL toDateTime(deleted_at) + INTERVAL 60 DAY`,
    ...on.distributed('deleted_accounts', 'toUInt64(0)'),
  ],
};

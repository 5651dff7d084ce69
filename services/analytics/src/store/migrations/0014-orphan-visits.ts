import { ORPHAN_DAYS } from '@linkway/contracts';
import type { Migration } from '../migrator.js';

/** Visits that led nowhere, as the redirects count them: those that are alike within a report are one row. An insert is a report. */
export const createOrphanVisits: Migration = {
  id: '0014-orphan-visits',
  statements: (on) => [
    `CREATE TABLE IF NOT EXISTS ${on.local('orphan_visits')}${on.onCluster} (
      workspace_id UUID,
      link_id UUID,
      host String,
      code String,
      reason LowCardinality(String),
      kind LowCardinality(String),
      visits UInt64,
      first_at DateTime64(3, 'UTC'),
      last_at DateTime64(3, 'UTC')
    )
    ENGINE = ${on.plain()}
    ORDER BY (workspace_id, link_id, first_at)
    TTL toDateTime(last_at) + INTERVAL ${ORPHAN_DAYS} DAY
    SETTINGS ${on.deduplicationWindow(10_000)}`,
    ...on.distributed('orphan_visits', 'cityHash64(link_id)'),
  ],
};

import type { Migration } from '../migrator.js';

/**
 * What a UTC day was when it was looked at last: it has to be looked at again only when its parts have changed since. `click_totals` has
 * its clicks by link, and by workspace with NO_ID for a link, as of that look: rows of another run count for nothing.
 */
export const createLooks: Migration = {
  id: '0006-looked-at-days',
  statements: (on) => [
    `CREATE TABLE IF NOT EXISTS ${on.local('click_day_looks')}${on.onCluster} (
      day Date,
      run UInt64,
      block UInt64 COMMENT 'last insert or change of the day',
      clicks UInt64,
      looked_at DateTime64(3, 'UTC')
    )
    ENGINE = ${on.replacing('run')}
    ORDER BY day`,
    ...on.distributed('click_day_looks', 'cityHash64(day)'),
    `CREATE TABLE IF NOT EXISTS ${on.local('click_totals')}${on.onCluster} (
      workspace_id UUID,
      link_id UUID,
      day Date,
      kind LowCardinality(String),
      run UInt64,
      clicks UInt64
    )
    ENGINE = ${on.replacing('run')}
    ORDER BY (workspace_id, link_id, day, kind)
    SETTINGS index_granularity = 512`,
    ...on.distributed('click_totals', 'cityHash64(link_id)'),
  ],
};

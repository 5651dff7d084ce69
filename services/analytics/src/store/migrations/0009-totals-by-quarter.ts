import type { Migration } from '../migrator.js';

/**
 * Totals that leave by whole quarters, so that nothing of other days is written anew. A partition for each month would cost a question for the
 * total of a link more, years later, than its rows do. Their looks are their own, and stay, a row for each day: one of the former
 * release, which goes on with `click_totals` and `click_day_looks`, knows nothing of these totals.
 */
export const totalsByQuarter: Migration = {
  id: '0009-totals-by-quarter',
  statements: (on) => [
    `CREATE TABLE IF NOT EXISTS ${on.local('click_total_looks')}${on.onCluster} (
      day Date,
      run UInt64,
      block UInt64 COMMENT 'last insert or change of the day',
      clicks UInt64,
      looked_at DateTime64(3, 'UTC')
    )
    ENGINE = ${on.replacing('run')}
    ORDER BY day`,
    ...on.distributed('click_total_looks', 'cityHash64(day)'),
    `CREATE TABLE IF NOT EXISTS ${on.local('click_day_totals')}${on.onCluster} (
      workspace_id UUID,
      link_id UUID,
      day Date,
      kind LowCardinality(String),
      run UInt64,
      clicks UInt64
    )
    ENGINE = ${on.replacing('run')}
    PARTITION BY toStartOfQuarter(day)
    ORDER BY (workspace_id, link_id, day, kind)
    SETTINGS index_granularity = 512`,
    ...on.distributed('click_day_totals', 'cityHash64(link_id)'),
  ],
};

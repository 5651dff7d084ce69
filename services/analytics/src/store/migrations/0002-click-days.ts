import type { Migration } from '../migrator.js';

/**
 * Whole UTC days of one link, or of one workspace (link_id is then NO_ID), added up. A run is one addition; it counts once
 * `click_day_runs` has it, and only for as long as the day has as many clicks as it had then.
 */
export const createClickDays: Migration = {
  id: '0002-click-days',
  statements: (on) => [
    `CREATE TABLE IF NOT EXISTS ${on.local('click_days')}${on.onCluster} (
      workspace_id UUID,
      link_id UUID,
      kind LowCardinality(String) COMMENT 'empty: all kinds',
      day Date,
      run UInt64,
      dimension LowCardinality(String),
      value LowCardinality(String),
      detail LowCardinality(String) COMMENT 'country of a city',
      clicks UInt64,
      visitors UInt64
    )
    ENGINE = ${on.plain()}
    PARTITION BY toYYYYMM(day)
    ORDER BY (workspace_id, link_id, kind, day, run, dimension, value)`,
    ...on.distributed('click_days', 'cityHash64(link_id)'),
    `CREATE TABLE IF NOT EXISTS ${on.local('click_day_runs')}${on.onCluster} (
      workspace_id UUID,
      link_id UUID,
      day Date,
      run UInt64,
      clicks UInt64
    )
    ENGINE = ${on.replacing('run')}
    ORDER BY (workspace_id, link_id, day)`,
    ...on.distributed('click_day_runs', 'cityHash64(link_id)'),
  ],
};

import type { Migration } from '../migrator.js';

/**
 * Clicks, and what makes their arrival exact. `event_id` ends the sorting key, so that a merge removes a click that is
 * there twice; the writer looks for such clicks beforehand, so that sums need no FINAL.
 */
export const createClicks: Migration = {
  id: '0001-clicks',
  statements: (on) => [
    `CREATE TABLE IF NOT EXISTS ${on.local('clicks')}${on.onCluster} (
      event_id UUID,
      clicked_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
      day Date MATERIALIZED toDate(clicked_at) CODEC(DoubleDelta, ZSTD(1)),
      workspace_id UUID,
      link_id UUID,
      code LowCardinality(String),
      host LowCardinality(String),
      country LowCardinality(String),
      city LowCardinality(String),
      device LowCardinality(String),
      browser LowCardinality(String),
      os LowCardinality(String),
      referer LowCardinality(String),
      utm_source LowCardinality(String),
      utm_medium LowCardinality(String),
      utm_campaign LowCardinality(String),
      utm_term LowCardinality(String),
      utm_content LowCardinality(String),
      language LowCardinality(String),
      visitor UInt64,
      signed_in Bool,
      kind LowCardinality(String),
      kind_reason LowCardinality(String),
      rule LowCardinality(String),
      user_agent String CODEC(ZSTD(3)),
      PROJECTION per_day (SELECT workspace_id, link_id, day, count() GROUP BY workspace_id, link_id, day)
    )
    ENGINE = ${on.replacing()}
    PARTITION BY toYYYYMM(clicked_at)
    PRIMARY KEY (workspace_id, link_id, day, clicked_at)
    ORDER BY (workspace_id, link_id, day, clicked_at, event_id)
    SETTINGS ${on.deduplicationWindow(1_000)}, deduplicate_merge_projection_mode = 'rebuild'`,
    ...on.distributed('clicks', 'cityHash64(link_id)'),
    `CREATE TABLE IF NOT EXISTS ${on.local('ingest_ranges')}${on.onCluster} (
      stream String,
      epoch UInt32,
      first UInt64,
      last UInt64,
      last_stored_at String COMMENT 'when the stream stored the last message: tells whether it is still the same one',
      skipped Array(UUID) COMMENT 'clicks of this range that were there already',
      fixed_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
    )
    ENGINE = ${on.plain()}
    ORDER BY (stream, epoch, last)
    TTL toDateTime(fixed_at) + INTERVAL 30 DAY
    SETTINGS ${on.deduplicationWindow(1_000)}`,
    ...on.distributed('ingest_ranges', 'cityHash64(stream)'),
  ],
};

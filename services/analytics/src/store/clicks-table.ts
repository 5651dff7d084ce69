import type { Engines } from './engines.js';

/** Columns of a click that are written; its day follows from `clicked_at`. */
export const CLICK_COLUMNS = [
  'event_id',
  'clicked_at',
  'workspace_id',
  'link_id',
  'code',
  'host',
  'country',
  'city',
  'device',
  'browser',
  'os',
  'referer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'language',
  'visitor',
  'signed_in',
  'kind',
  'kind_reason',
  'rule',
  'user_agent',
] as const;

/**
 * Clicks by the day that every question names: a question opens the parts of its days and no others, a day leaves as a whole, and how
 * many clicks a day has is known from its parts. What has as many values as there are links, pages or customers' domains is plain text.
 */
export const clicksByDay = (on: Engines, table: string): string =>
  `CREATE TABLE IF NOT EXISTS ${table} (
      event_id UUID,
      clicked_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
      day Date MATERIALIZED toDate(clicked_at) CODEC(DoubleDelta, ZSTD(1)),
      workspace_id UUID,
      link_id UUID,
      code String CODEC(ZSTD(1)),
      host String CODEC(ZSTD(1)),
      country LowCardinality(String),
      city LowCardinality(String),
      device LowCardinality(String),
      browser LowCardinality(String),
      os LowCardinality(String),
      referer String CODEC(ZSTD(1)),
      utm_source String CODEC(ZSTD(1)),
      utm_medium String CODEC(ZSTD(1)),
      utm_campaign String CODEC(ZSTD(1)),
      utm_term String CODEC(ZSTD(1)),
      utm_content String CODEC(ZSTD(1)),
      language LowCardinality(String),
      visitor UInt64,
      signed_in Bool,
      kind LowCardinality(String),
      kind_reason LowCardinality(String),
      rule LowCardinality(String),
      user_agent String CODEC(ZSTD(3)),
      PROJECTION per_day (SELECT workspace_id, link_id, day, kind, count() GROUP BY workspace_id, link_id, day, kind)
    )
    ENGINE = ${on.replacing()}
    PARTITION BY day
    PRIMARY KEY (workspace_id, link_id, day, clicked_at)
    ORDER BY (workspace_id, link_id, day, clicked_at, event_id)
    SETTINGS ${on.deduplicationWindow(10_000)}, deduplicate_merge_projection_mode = 'rebuild'`;

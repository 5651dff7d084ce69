import type { Migration } from '../migrator.js';

/**
 * The audit log, a chain of which each entry names the hash of the one before. An insert is one part, as there are no partitions: it is
 * stored whole or not at all. What says who somebody was has a digest in the chain, over a salt that goes with it, so that it can
 * leave without breaking the chain: addresses do so by themselves.
 */
export const createAuditLog: Migration = {
  id: '0011-audit-log',
  statements: (on) => [
    `CREATE TABLE IF NOT EXISTS ${on.local('audit_log')}${on.onCluster} (
      seq UInt64,
      id UUID,
      timestamp DateTime64(3, 'UTC'),
      level LowCardinality(String),
      action LowCardinality(String),
      module LowCardinality(String),
      user_id String,
      user_email String,
      user_name String,
      user_salt String,
      user_digest String,
      target_kind LowCardinality(String),
      target_id String,
      target_name String,
      target_salt String,
      target_digest String,
      ip_address String TTL toDateTime(timestamp) + INTERVAL 90 DAY,
      ip_salt String TTL toDateTime(timestamp) + INTERVAL 90 DAY,
      ip_digest String,
      details String COMMENT 'canonical JSON',
      prev_hash String,
      hash String,
      INDEX by_id id TYPE bloom_filter GRANULARITY 1
    )
    ENGINE = ${on.plain()}
    ORDER BY seq
    SETTINGS ${on.deduplicationWindow(10_000)}`,
    // One chain: all of it is on the first shard.
    ...on.distributed('audit_log', 'toUInt64(0)'),
  ],
};

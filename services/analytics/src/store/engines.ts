/**
 * Table engines and names for one server or for a cluster, so that the same SQL serves both. In a cluster, `local` is the
 * replicated table on each shard and `table` the one over all shards.
 */
export interface Engines {
  /** Appended to the name in CREATE, ALTER and DROP. */
  readonly onCluster: string;
  local(table: string): string;
  plain(): string;
  /** Keeps the row with the highest `version` among those with the same sorting key. */
  replacing(version?: string): string;
  /** How many inserted blocks a table remembers by their token. */
  deduplicationWindow(blocks: number): string;
  /** The statement that makes the table over all shards, if there are shards. */
  distributed(table: string, shardBy: string): string[];
}

const single: Engines = {
  onCluster: '',
  local: (table) => table,
  plain: () => 'MergeTree',
  replacing: (version = '') => `ReplacingMergeTree(${version})`,
  deduplicationWindow: (blocks) => `non_replicated_deduplication_window = ${blocks}`,
  distributed: () => [],
};

function clustered(cluster: string): Engines {
  // {shard}, {replica}, {database} and {table} are filled in by the server.
  const replica = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";
  return {
    onCluster: ` ON CLUSTER '${cluster}'`,
    local: (table) => `${table}_local`,
    plain: () => `ReplicatedMergeTree(${replica})`,
    replacing: (version) => `ReplicatedReplacingMergeTree(${replica}${version ? `, ${version}` : ''})`,
    deduplicationWindow: (blocks) => `replicated_deduplication_window = ${blocks}`,
    distributed: (table, shardBy) => [
      `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER '${cluster}' AS ${table}_local ` +
        `ENGINE = Distributed('${cluster}', currentDatabase(), ${table}_local, ${shardBy})`,
    ],
  };
}

export function enginesFor(cluster: string): Engines {
  if (cluster === '') return single;
  if (!/^[\w-]+$/.test(cluster)) throw new Error('CLICKHOUSE_CLUSTER is not a name');
  return clustered(cluster);
}

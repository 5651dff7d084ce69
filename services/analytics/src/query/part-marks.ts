import type { ClickHouse } from '../store/clickhouse.js';

interface TableMark {
  table: string;
  partition: string;
  mark: string;
}

/** What the tables consist of: the same mark is the same rows. */
export interface PartMarks {
  /** Of `clicks`, by day; null where that cannot be told: in a cluster, or where clicks are not stored by day. */
  readonly clicks: ReadonlyMap<string, string> | null;
  /** Of all additions of days; null as above. */
  readonly additions: string | null;
}

/** Of `2026-01-31`. */
const DAY_LENGTH = 10;
const UNKNOWN: PartMarks = { clicks: null, additions: null };

/**
 * Inserts make new parts, merges and changes replace some, each under a name that was not there before: ClickHouse knows them without
 * reading any. Tables of a cluster have other names, and parts on other servers.
 */
export async function partMarks(clickhouse: ClickHouse): Promise<PartMarks> {
  const rows = await clickhouse.select<TableMark>(
    `SELECT table, partition, concat(toString(sum(rows)), '-', toString(groupBitXor(cityHash64(name, modification_time)))) AS mark
     FROM system.parts WHERE active AND database = currentDatabase() AND table IN ('clicks', 'click_days', 'click_day_runs')
     GROUP BY table, partition ORDER BY table, partition`,
  );
  const [clicks, additions] = [rows.filter(isOfClicks), rows.filter((row) => !isOfClicks(row))];
  if (clicks.length === 0 || clicks.some(({ partition }) => partition.length !== DAY_LENGTH)) return UNKNOWN;
  return {
    clicks: new Map(clicks.map(({ partition, mark }) => [partition, mark])),
    additions: additions.map(({ mark }) => mark).join(),
  };
}

const isOfClicks = ({ table }: TableMark): boolean => table === 'clicks';

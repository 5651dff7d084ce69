import { Injectable } from '@nestjs/common';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';

/** Of links that were guests' first, so many at once. */
const MOST_LINKS = 1_000;
/** What is counted from clicks and other visits, by workspace, by link where it was a guest's. */
const KEPT_TABLES = ['click_days', 'click_day_runs', 'click_day_totals', 'orphan_visits'] as const;

/** Whose clicks are removed: those of workspaces, or those that links got while they were guests'. */
export type Removed = { readonly workspaces: readonly string[] } | { readonly guestLinks: readonly string[] };

/** Takes clicks out for good, a day at a time: a day's parts are written anew, and nothing waits behind that. */
@Injectable()
export class ClickRemovalRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Some of the links of these workspaces that have clicks from when they were guests'. */
  async guestLinks(workspaces: readonly string[]): Promise<string[]> {
    const found = await this.rows<{ link_id: string }>(
      `SELECT DISTINCT link_id FROM clicks WHERE workspace_id = toUUID('${NO_ID}') AND link_id GLOBAL IN (
         SELECT DISTINCT link_id FROM clicks WHERE workspace_id IN {ids:Array(UUID)}) LIMIT ${MOST_LINKS}`,
      workspaces,
    );
    return found.map(({ link_id }) => link_id);
  }

  /** Days on which there are some of these. */
  async days(removed: Removed): Promise<string[]> {
    const { where, ids } = whereOf(removed);
    const found = await this.rows<{ day: string }>(`SELECT DISTINCT day FROM clicks WHERE ${where} ORDER BY day`, ids);
    return found.map(({ day }) => day);
  }

  /** Resolves when every replica has done it. */
  async removeDay(removed: Removed, day: string): Promise<void> {
    const { where, ids } = whereOf(removed);
    // In a cluster clicks have partitions by month: there the condition alone says which day.
    const partition = (await this.isByDay()) ? `IN PARTITION '${day}'` : '';
    await this.change('clicks', `DELETE ${partition} WHERE ${where} AND day = '${day}'`, ids);
  }

  /** What was counted of their links. */
  async removeCounted(removed: Removed): Promise<void> {
    const { where, ids } = whereOf(removed);
    for (const table of KEPT_TABLES) {
      const [any] = await this.rows(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, ids);
      if (any) await this.change(table, `DELETE WHERE ${where}`, ids);
    }
  }

  private async change(table: string, change: string, ids: readonly string[]): Promise<void> {
    const { engines } = this.clickhouse;
    await this.clickhouse.patient().command({
      query: `ALTER TABLE ${engines.local(table)}${engines.onCluster} ${change}`,
      query_params: { ids },
      clickhouse_settings: { mutations_sync: '2' },
    });
  }

  private async isByDay(): Promise<boolean> {
    const found = await this.rows(
      `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'clicks' AND partition_key = 'day'`,
      [],
    );
    return found.length > 0;
  }

  private rows<T>(query: string, ids: readonly string[]): Promise<T[]> {
    return rows<T>(this.clickhouse.background, query, { ids });
  }
}

function whereOf(removed: Removed): { where: string; ids: readonly string[] } {
  return 'workspaces' in removed
    ? { where: 'workspace_id IN {ids:Array(UUID)}', ids: removed.workspaces }
    : { where: `workspace_id = toUUID('${NO_ID}') AND link_id IN {ids:Array(UUID)}`, ids: removed.guestLinks };
}

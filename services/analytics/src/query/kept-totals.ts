import { Injectable } from '@nestjs/common';
import { DAYS_BY_PARTS } from '../roll-up/look.repository.js';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';

/** Clicks of all time of one link, or of a whole workspace. */
export interface Total {
  /** NO_ID for a whole workspace. */
  readonly linkId: string;
  readonly clicks: number;
}

interface TotalText {
  link: string;
  clicks: string;
}

/** How the days of `clicks` are counted now: those that are as they were when they were looked at, from what was kept then. */
interface Days {
  readonly kept: readonly { readonly day: string; readonly run: string }[];
  /** null: all days, as clicks are not stored by day. */
  readonly counted: readonly string[] | null;
}

/**
 * Totals of all time that cost what the links on a page cost, however many clicks there ever were: a row for each day of a link, kind by
 * kind, and the clicks of those days alone that have changed since, today above all.
 */
@Injectable()
export class KeptTotals {
  constructor(private readonly clickhouse: ClickHouse) {}

  ofLinks(workspaceId: string, linkIds: readonly string[]): Promise<Total[]> {
    return linkIds.length === 0 ? Promise.resolve([]) : this.totals(workspaceId, linkIds);
  }

  async ofWorkspace(workspaceId: string): Promise<Total> {
    const [total] = await this.totals(workspaceId, null);
    return total ?? { linkId: NO_ID, clicks: 0 };
  }

  private async totals(workspaceId: string, linkIds: readonly string[] | null): Promise<Total[]> {
    const days = await this.days();
    const params = { workspace: workspaceId, links: linkIds ?? [NO_ID] };
    const found = await Promise.all([this.kept(days, params), this.counted(days, params, linkIds === null)]);
    const totals = new Map<string, Total>();
    for (const { link, clicks } of found.flat()) {
      totals.set(link, { linkId: link, clicks: (totals.get(link)?.clicks ?? 0) + Number(clicks) });
    }
    return [...totals.values()].filter(({ clicks }) => clicks > 0);
  }

  /** Asked before anything is counted: what changes afterwards can only make a day have more. */
  private async days(): Promise<Days> {
    const days = await this.clickhouse.select<{ day: string; run: string; seen: 0 | 1 }>(DAYS_BY_PARTS);
    if (days.length === 0) return { kept: [], counted: null };
    return { kept: days.filter(({ seen }) => seen), counted: days.filter(({ seen }) => !seen).map(({ day }) => day) };
  }

  /**
   * The rows of the looks that count. A later look may have replaced some by now: it saw all that these saw, and more. One that saw less has a
   * lower run.
   */
  private async kept({ kept }: Days, params: Record<string, unknown>): Promise<TotalText[]> {
    if (kept.length === 0) return [];
    const days = kept.map(({ day }) => `toDate('${day}')`).join(',');
    const runs = kept.map(({ run }) => `toUInt64(${BigInt(run)})`).join(',');
    return this.clickhouse.select<TotalText>(
      `SELECT link, sum(counted) AS clicks FROM (
         SELECT link_id AS link, day, kind, argMin(clicks, run) AS counted FROM click_totals
         WHERE workspace_id = {workspace:UUID} AND link_id IN {links:Array(UUID)}
           AND run >= transform(day, [${days}], [${runs}], ${NEVER})
         GROUP BY link_id, day, kind
       ) GROUP BY link`,
      params,
    );
  }

  private async counted({ counted }: Days, params: Record<string, unknown>, whole: boolean): Promise<TotalText[]> {
    if (counted?.length === 0) return [];
    const link = whole ? `toUUID('${NO_ID}')` : 'link_id';
    const among = whole ? '' : 'AND link_id IN {links:Array(UUID)}';
    const within = counted ? `AND day IN (${counted.map((day) => `'${day}'`).join(',')})` : '';
    return this.clickhouse.select<TotalText>(
      `SELECT ${link} AS link, count() AS clicks FROM clicks
       WHERE workspace_id = {workspace:UUID} ${among} ${within} GROUP BY link`,
      params,
    );
  }
}

/** Above any run. */
const NEVER = 'toUInt64(18446744073709551615)';

import type { ClickKind } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { DAYS_BY_PARTS } from '../roll-up/look.repository.js';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';

/** A link as the clicks of a workspace, NO_ID for a guest's; NO_ID for all links of a workspace. */
export interface OwnedLink {
  readonly workspaceId: string;
  readonly linkId: string;
}

interface TotalText {
  workspace: string;
  link: string;
  clicks: string;
}

/** What a total of all time is kept under: a link of another workspace is another one. */
export const totalKey = ({ workspaceId, linkId }: OwnedLink): string => `${workspaceId}/${linkId}`;

/** How the days of `clicks` are counted now: those that are as they were when they were looked at, from what was kept then. */
interface Days {
  readonly kept: readonly { readonly day: string; readonly run: string }[];
  /** null: all days, as clicks are not stored by day. */
  readonly counted: readonly string[] | null;
}

/** Conditions of a question. */
interface Among {
  readonly workspaces: string;
  readonly links: string;
  readonly params: Record<string, unknown>;
}

/**
 * Totals of all time that cost what the links on a page cost, however many clicks there ever were: a row for each day of a link, kind by
 * kind, and the clicks of those days alone that have changed since, today above all.
 */
@Injectable()
export class KeptTotals {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Clicks by `totalKey`, of one kind or of all, of whatever workspaces the links are; one without clicks is absent. */
  async ofLinks(links: readonly OwnedLink[], kind?: ClickKind): Promise<ReadonlyMap<string, number>> {
    if (links.length === 0) return new Map();
    const found = await this.totals(links, false, kind);
    const asked = new Set(links.map(totalKey));
    return new Map([...found].filter(([key, clicks]) => clicks > 0 && asked.has(key)));
  }

  async ofWorkspace(workspaceId: string, kind?: ClickKind): Promise<number> {
    return (await this.ofWorkspaces([workspaceId], kind)).get(workspaceId) ?? 0;
  }

  /** By workspace; one without clicks is absent. */
  async ofWorkspaces(ids: readonly string[], kind?: ClickKind): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const wholes = ids.map((workspaceId) => ({ workspaceId, linkId: NO_ID }));
    const found = await this.totals(wholes, true, kind);
    return new Map(
      wholes.flatMap((whole) => {
        const clicks = found.get(totalKey(whole)) ?? 0;
        return clicks > 0 ? [[whole.workspaceId, clicks] as const] : [];
      }),
    );
  }

  /** Of each link in each of the workspaces: few have clicks in another's. */
  private async totals(
    links: readonly OwnedLink[],
    whole: boolean,
    kind: ClickKind | undefined,
  ): Promise<Map<string, number>> {
    const days = await this.days();
    // In the text of the question: its parameters go into an address, which has room for some hundred.
    const among = {
      workspaces: `workspace_id IN (${textOf(links.map(({ workspaceId }) => workspaceId))})`,
      links: `link_id IN (${textOf(links.map(({ linkId }) => linkId))})`,
      params: kind ? { kind } : {},
    };
    const found = await Promise.all([this.kept(days, among), this.counted(days, among, whole)]);
    const totals = new Map<string, number>();
    for (const { workspace, link, clicks } of found.flat()) {
      const key = totalKey({ workspaceId: workspace, linkId: link });
      totals.set(key, (totals.get(key) ?? 0) + Number(clicks));
    }
    return totals;
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
  private async kept({ kept }: Days, { workspaces, links, params }: Among): Promise<TotalText[]> {
    if (kept.length === 0) return [];
    const days = kept.map(({ day }) => `toDate('${day}')`).join(',');
    const runs = kept.map(({ run }) => `toUInt64(${BigInt(run)})`).join(',');
    return this.clickhouse.select<TotalText>(
      `SELECT workspace, link, sum(counted) AS clicks FROM (
         SELECT workspace_id AS workspace, link_id AS link, day, kind, argMin(clicks, run) AS counted FROM click_day_totals
         WHERE ${workspaces} AND ${links}
           ${ofKind(params)} AND run >= transform(day, [${days}], [${runs}], ${NEVER})
         GROUP BY workspace_id, link_id, day, kind
       ) GROUP BY workspace, link`,
      params,
    );
  }

  private async counted({ counted }: Days, { workspaces, links, params }: Among, whole: boolean): Promise<TotalText[]> {
    if (counted?.length === 0) return [];
    const link = whole ? `toUUID('${NO_ID}')` : 'link_id';
    const among = whole ? '' : `AND ${links}`;
    const within = counted ? `AND day IN (${counted.map((day) => `'${day}'`).join(',')})` : '';
    return this.clickhouse.select<TotalText>(
      `SELECT workspace_id AS workspace, ${link} AS link, count() AS clicks FROM clicks
       WHERE ${workspaces} ${among} ${within} ${ofKind(params)} GROUP BY workspace, link`,
      params,
    );
  }
}

/** Ids as a list; what is none never gets into a question. */
function textOf(ids: readonly string[]): string {
  const all = [...new Set(ids)];
  if (!all.every((id) => UUID.test(id))) throw new Error('a link or workspace has an id that is none');
  return all.map((id) => `'${id}'`).join(',');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const ofKind = ({ kind }: Record<string, unknown>): string => (kind ? 'AND kind = {kind:String}' : '');

/** Above any run. */
const NEVER = 'toUInt64(18446744073709551615)';

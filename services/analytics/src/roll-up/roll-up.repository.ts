import { Injectable } from '@nestjs/common';
import { countByDimensions } from '../query/dimensions.js';
import { IN_DAYS, IS_TOTAL, inClicks, type Scope, scopeParams } from '../query/scope.js';
import { insertSettings } from '../store/click.repository.js';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse, rows, whileAdding } from '../store/clickhouse.js';
import { dayParts, type FirstAndLast, type SlotCount } from './day-parts.js';
import { keyOf } from './outdated-runs.js';

/** Some UTC days of one scope. */
export interface ScopeDays {
  readonly scope: Scope;
  readonly days: readonly string[];
}

/** An addition that counts, of one day of a scope. */
export interface DayRun {
  readonly scope: Scope;
  readonly day: string;
  readonly run: string;
}

/** A day whose addition is missing or out of date. */
export interface Candidate {
  readonly scope: Scope;
  readonly day: string;
  readonly clicks: number;
}

/** More of them are left for the next look. */
export const MAX_CANDIDATES = 5_000;
const SCOPES_AT_ONCE = 1_000;

interface ScopeText {
  workspace: string;
  link: string;
}

const scopeOf = ({ workspace, link }: ScopeText): Scope => ({
  workspaceId: workspace,
  linkId: link === NO_ID ? null : link,
});

/** Writes added-up days. Everything runs on clients of the background, so that questions do not wait for it. */
@Injectable()
export class RollUpRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** How many clicks each of the days has. */
  async clicksOf(target: ScopeDays): Promise<Map<string, number>> {
    const found = await this.rows<{ day: string; clicks: string }>(
      `SELECT day, count() AS clicks FROM clicks WHERE ${among(target)} GROUP BY day`,
      target.scope,
    );
    return new Map(found.map(({ day, clicks }) => [day, Number(clicks)]));
  }

  /** The last run of any of the days, whether it was confirmed or only begun: rows of one begun twice would count twice. 0 where there is none. */
  async lastRunOf({ scope, days }: ScopeDays): Promise<bigint> {
    const ofTable = (table: string): string =>
      `SELECT max(run) AS last FROM ${table} WHERE ${IN_DAYS} AND day IN (${list(days)})`;
    const [row] = await this.rows<{ run: string }>(
      `SELECT max(last) AS run FROM (${ofTable('click_day_runs')} UNION ALL ${ofTable('click_days')})`,
      scope,
    );
    return BigInt(row?.run ?? 0);
  }

  /** Links and workspaces with that many clicks on a day and no addition that is up to date, the largest first. */
  async candidates(day: string, minClicks: number): Promise<Candidate[]> {
    const busy = `WITH per_link AS (
        SELECT workspace_id, link_id, count() AS links_clicks FROM clicks
        WHERE day = {day:Date} AND workspace_id != toUUID('${NO_ID}') GROUP BY workspace_id, link_id
      ), busy AS (
        SELECT workspace_id, link_id, links_clicks AS clicks FROM per_link WHERE links_clicks >= {min:UInt64}
        UNION ALL
        SELECT workspace_id, toUUID('${NO_ID}') AS link_id, sum(links_clicks) AS clicks FROM per_link
        GROUP BY workspace_id HAVING clicks >= {min:UInt64}
      )`;
    const params = { day, min: minClicks };
    const found = await rows<ScopeText & { clicks: string }>(
      this.clickhouse.background,
      `${busy} SELECT workspace_id AS workspace, link_id AS link, clicks FROM busy ORDER BY clicks DESC`,
      params,
    );
    const added = await this.added(day, found);
    return found
      .map(({ clicks, ...text }) => ({ scope: scopeOf(text), day, clicks: Number(clicks) }))
      .filter(({ scope, clicks }) => added.get(keyOf(scope)) !== clicks)
      .slice(0, MAX_CANDIDATES);
  }

  /** How many clicks the additions of a day have that count, by scope; one whose rows are missing counts as none. */
  private async added(day: string, scopes: readonly ScopeText[]): Promise<Map<string, number>> {
    const added = new Map<string, number>();
    for (let start = 0; start < scopes.length; start += SCOPES_AT_ONCE) {
      const among = scopes
        .slice(start, start + SCOPES_AT_ONCE)
        .map(({ workspace, link }) => `('${workspace}','${link}')`);
      const within = `(workspace_id, link_id) IN (${among.join(',')}) AND day = {day:Date}`;
      const found = await rows<ScopeText & { added_clicks: string }>(
        this.clickhouse.background,
        `SELECT workspace_id AS workspace, link_id AS link, argMax(clicks, run) AS added_clicks FROM click_day_runs
         WHERE ${within} AND (workspace_id, link_id, run) GLOBAL IN (
           SELECT workspace_id, link_id, run FROM click_days WHERE ${within} AND ${IS_TOTAL}
         )
         GROUP BY workspace_id, link_id`,
        { day },
      );
      for (const { added_clicks: clicks, ...text } of found) added.set(keyOf(scopeOf(text)), Number(clicks));
    }
    return added;
  }

  /** Adds days up under a new run, which does not count before `confirm`. */
  async addUp(target: ScopeDays, run: string): Promise<void> {
    const { scope } = target;
    for (const kind of ["''", 'toString(kind)']) {
      const per = kind === "''" ? ['day'] : ['day', 'kind'];
      const { columns, groupBy } = countByDimensions({ withLinks: scope.linkId === null, per });
      await this.clickhouse.adding().command({
        query: `INSERT INTO click_days
            (workspace_id, link_id, kind, day, run, dimension, value, detail, clicks, visitors)
          SELECT {workspace:UUID}, {link:UUID}, ${kind} AS of_kind, day, {run:UInt64}, ${columns}
          FROM clicks WHERE ${among(target)} GROUP BY ${groupBy}`,
        query_params: { ...scopeParams(scope), run },
        clickhouse_settings: { ...insertSettings(''), ...whileAdding },
      });
    }
    const key = { workspace_id: scope.workspaceId, link_id: scope.linkId ?? NO_ID, run, detail: '' };
    await this.clickhouse.background.insert({
      table: 'click_days',
      values: (await this.partsOf(target)).map((part) => ({ ...key, ...part })),
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(''),
    });
  }

  /** From now on these days come from this run, while they have as many clicks. */
  async confirm(scope: Scope, run: string, clicks: ReadonlyMap<string, number>): Promise<void> {
    const key = { workspace_id: scope.workspaceId, link_id: scope.linkId ?? NO_ID, run };
    await this.clickhouse.background.insert({
      table: 'click_day_runs',
      values: [...clicks].map(([day, count]) => ({ ...key, day, clicks: count })),
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(''),
    });
  }

  /** Which of some days have rows of more than one run, with the run that counts: what a stopped process left behind. */
  async leftovers(days: readonly string[]): Promise<DayRun[]> {
    if (days.length === 0) return [];
    const among = `day IN (${list(days)})`;
    const found = await rows<ScopeText & { day: string; run: string }>(
      this.clickhouse.background,
      `SELECT workspace_id AS workspace, link_id AS link, day, max(run) AS run FROM click_day_runs
       WHERE ${among} AND (workspace_id, link_id, day) GLOBAL IN (
         SELECT workspace_id, link_id, day FROM click_days WHERE ${among} AND ${IS_TOTAL}
         GROUP BY workspace_id, link_id, day HAVING count() > 1
       )
       GROUP BY workspace_id, link_id, day LIMIT ${MAX_CANDIDATES}`,
    );
    return found.map(({ day, run, ...text }) => ({ scope: scopeOf(text), day, run }));
  }

  /**
   * Drops the additions that are older than the given ones, if there are any: a deletion rewrites whole parts, so one does it for many. Never
   * a later one: whoever is told late that a run was confirmed must not take away what has counted since.
   */
  async dropOlder(runs: readonly DayRun[]): Promise<void> {
    const older = runs.map(
      ({ scope: { workspaceId, linkId }, day, run }) =>
        `(workspace_id = '${workspaceId}' AND link_id = '${linkId ?? NO_ID}' AND day = '${day}' AND run < ${BigInt(run)})`,
    );
    const condition = older.join(' OR ');
    const { engines, background } = this.clickhouse;
    const found = await rows(background, `SELECT 1 FROM click_days WHERE ${condition} LIMIT 1`);
    if (found.length === 0) return;
    await background.command({
      query: `ALTER TABLE ${engines.local('click_days')}${engines.onCluster} DELETE WHERE ${condition}`,
    });
  }

  /** Makes every addition count for nothing, as after clicks were changed. */
  async forgetAll(): Promise<void> {
    const { engines, background } = this.clickhouse;
    for (const table of ['click_total_looks', 'click_day_runs', 'click_days']) {
      await background.command({ query: `TRUNCATE TABLE ${engines.local(table)}${engines.onCluster}` });
    }
  }

  private async partsOf(target: ScopeDays) {
    const clicks = `FROM clicks ARRAY JOIN ['', toString(kind)] AS of_kind WHERE ${among(target)}`;
    const slot = 'intDiv(toUnixTimestamp(clicked_at) % 86400, 900)';
    const slots = await this.rowsOfDay<SlotCount>(
      `SELECT day, of_kind AS kind, ${slot} AS slot, count() AS clicks, 0 AS visitors ${clicks} GROUP BY day, of_kind, slot`,
      target.scope,
    );
    const hours = await this.rowsOfDay<SlotCount>(
      `SELECT day, of_kind AS kind, intDiv(${slot}, 4) AS slot, count() AS clicks, uniqExact(visitor) AS visitors
       ${clicks} GROUP BY day, of_kind, slot`,
      target.scope,
    );
    const visitors = await this.rowsOfDay<FirstAndLast>(
      `SELECT day, kind, first, last, count() AS visitors FROM (
         SELECT day, of_kind AS kind, visitor, min(${slot}) AS first, max(${slot}) AS last
         ${clicks} GROUP BY day, of_kind, visitor
       ) GROUP BY day, kind, first, last`,
      target.scope,
    );
    return target.days.flatMap((day) => {
      const own = <T extends { day: string }>(found: readonly T[]): T[] => found.filter((row) => row.day === day);
      return dayParts(own(slots), own(hours), own(visitors)).map((part) => ({ day, ...part }));
    });
  }

  private rowsOfDay<T>(query: string, scope: Scope): Promise<T[]> {
    return rows<T>(this.clickhouse.adding(), query, scopeParams(scope), whileAdding);
  }

  private rows<T>(query: string, scope: Scope): Promise<T[]> {
    return rows<T>(this.clickhouse.background, query, scopeParams(scope));
  }
}

// Days are our own, `2026-01-31`.
const list = (days: readonly string[]): string => days.map((day) => `'${day}'`).join(',');
const among = ({ scope, days }: ScopeDays): string => `${inClicks(scope)} AND day IN (${list(days)})`;

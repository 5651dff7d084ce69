import { Injectable } from '@nestjs/common';
import { countByDimensions } from '../query/dimensions.js';
import { IN_DAYS, IS_TOTAL, inClicks, type Scope, scopeParams } from '../query/scope.js';
import { insertSettings } from '../store/click.repository.js';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';
import { dayParts, type FirstAndLast, type SlotCount } from './day-parts.js';

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

const MAX_CANDIDATES = 5_000;

/** Writes added-up days. Everything runs on the background client, so that questions do not wait for it. */
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

  /** The last run of any of the days that was confirmed; 0 where there is none. */
  async lastRunOf({ scope, days }: ScopeDays): Promise<bigint> {
    const [row] = await this.rows<{ run: string }>(
      `SELECT max(run) AS run FROM click_day_runs WHERE ${IN_DAYS} AND day IN (${list(days)})`,
      scope,
    );
    return BigInt(row?.run ?? 0);
  }

  /** Days since `from` with that many clicks and no addition that is up to date, the largest first. */
  async candidates(from: string, minClicks: number): Promise<Candidate[]> {
    const found = await rows<{ workspace: string; link: string; day: string; clicks: string }>(
      this.clickhouse.background,
      `WITH per_link AS (
         SELECT workspace_id, link_id, day, count() AS links_clicks FROM clicks
         WHERE day >= {from:Date} GROUP BY workspace_id, link_id, day
       ), busy AS (
         SELECT workspace_id, link_id, day, links_clicks AS clicks FROM per_link WHERE links_clicks >= {min:UInt64}
         UNION ALL
         SELECT workspace_id, toUUID('${NO_ID}') AS link_id, day, sum(links_clicks) AS clicks FROM per_link
         GROUP BY workspace_id, day HAVING clicks >= {min:UInt64}
       ), added AS (
         SELECT workspace_id, link_id, day, argMax(clicks, run) AS added_clicks FROM click_day_runs
         WHERE day >= {from:Date} AND (workspace_id, link_id, day, run) GLOBAL IN (
           SELECT workspace_id, link_id, day, run FROM click_days WHERE day >= {from:Date} AND ${IS_TOTAL}
         )
         GROUP BY workspace_id, link_id, day
       )
       SELECT busy.workspace_id AS workspace, busy.link_id AS link, busy.day AS day, busy.clicks AS clicks
       FROM busy LEFT JOIN added USING (workspace_id, link_id, day)
       WHERE busy.clicks != added.added_clicks AND busy.workspace_id != toUUID('${NO_ID}')
       ORDER BY clicks DESC LIMIT ${MAX_CANDIDATES}`,
      { from, min: minClicks },
    );
    return found.map(({ workspace, link, day, clicks }) => ({
      scope: { workspaceId: workspace, linkId: link === NO_ID ? null : link },
      day,
      clicks: Number(clicks),
    }));
  }

  /** Adds days up under a new run, which does not count before `confirm`. */
  async addUp(target: ScopeDays, run: string): Promise<void> {
    const { scope } = target;
    for (const kind of ["''", 'toString(kind)']) {
      const per = kind === "''" ? ['day'] : ['day', 'kind'];
      const { columns, groupBy } = countByDimensions({ withLinks: scope.linkId === null, per });
      await this.clickhouse.background.command({
        query: `INSERT INTO click_days
            (workspace_id, link_id, kind, day, run, dimension, value, detail, clicks, visitors)
          SELECT {workspace:UUID}, {link:UUID}, ${kind} AS of_kind, day, {run:UInt64}, ${columns}
          FROM clicks WHERE ${among(target)} GROUP BY ${groupBy}`,
        query_params: { ...scopeParams(scope), run },
        clickhouse_settings: insertSettings(''),
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

  /** Days since `from` that have rows of more than one run, with the run that counts: what a stopped process left behind. */
  async leftovers(from: string): Promise<DayRun[]> {
    const found = await rows<{ workspace: string; link: string; day: string; run: string }>(
      this.clickhouse.background,
      `SELECT workspace_id AS workspace, link_id AS link, day, max(run) AS run FROM click_day_runs
       WHERE day >= {from:Date} AND (workspace_id, link_id, day) GLOBAL IN (
         SELECT workspace_id, link_id, day FROM click_days WHERE day >= {from:Date} AND ${IS_TOTAL}
         GROUP BY workspace_id, link_id, day HAVING count() > 1
       )
       GROUP BY workspace_id, link_id, day LIMIT ${MAX_CANDIDATES}`,
      { from },
    );
    return found.map(({ workspace, link, day, run }) => ({
      scope: { workspaceId: workspace, linkId: link === NO_ID ? null : link },
      day,
      run,
    }));
  }

  /**
   * Drops the additions of one scope that are older than the given ones, if there are any: a deletion rewrites whole parts. Never
   * a later one: whoever is told late that a run was confirmed must not take away what has counted since.
   */
  async dropOlder(scope: Scope, runs: readonly Pick<DayRun, 'day' | 'run'>[]): Promise<void> {
    const older = runs.map(({ day, run }) => `(day = '${day}' AND run < ${BigInt(run)})`).join(' OR ');
    const condition = `${IN_DAYS} AND (${older})`;
    const params = scopeParams(scope);
    const { engines, background } = this.clickhouse;
    const found = await rows(background, `SELECT 1 FROM click_days WHERE ${condition} LIMIT 1`, params);
    if (found.length === 0) return;
    await background.command({
      query: `ALTER TABLE ${engines.local('click_days')}${engines.onCluster} DELETE WHERE ${condition}`,
      query_params: params,
    });
  }

  /** Makes every addition count for nothing, as after clicks were changed. */
  async forgetAll(): Promise<void> {
    const { engines, background } = this.clickhouse;
    for (const table of ['click_day_runs', 'click_days']) {
      await background.command({ query: `TRUNCATE TABLE ${engines.local(table)}${engines.onCluster}` });
    }
  }

  private async partsOf(target: ScopeDays) {
    const clicks = `FROM clicks ARRAY JOIN ['', toString(kind)] AS of_kind WHERE ${among(target)}`;
    const slot = 'intDiv(toUnixTimestamp(clicked_at) % 86400, 900)';
    const slots = await this.rows<SlotCount>(
      `SELECT day, of_kind AS kind, ${slot} AS slot, count() AS clicks, 0 AS visitors ${clicks} GROUP BY day, of_kind, slot`,
      target.scope,
    );
    const hours = await this.rows<SlotCount>(
      `SELECT day, of_kind AS kind, intDiv(${slot}, 4) AS slot, count() AS clicks, uniqExact(visitor) AS visitors
       ${clicks} GROUP BY day, of_kind, slot`,
      target.scope,
    );
    const visitors = await this.rows<FirstAndLast>(
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

  private rows<T>(query: string, scope: Scope): Promise<T[]> {
    return rows<T>(this.clickhouse.background, query, scopeParams(scope));
  }
}

// Days are our own, `2026-01-31`.
const list = (days: readonly string[]): string => days.map((day) => `'${day}'`).join(',');
const among = ({ scope, days }: ScopeDays): string => `${inClicks(scope)} AND day IN (${list(days)})`;

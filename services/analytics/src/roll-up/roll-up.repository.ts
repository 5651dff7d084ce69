import { Injectable } from '@nestjs/common';
import { countByDimensions } from '../query/dimensions.js';
import { IN_DAYS, inClicks, type Scope, scopeParams } from '../query/scope.js';
import { insertSettings } from '../store/click.repository.js';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';
import { type DayPart, dayParts, type FirstAndLast, type SlotCount } from './day-parts.js';

/** One UTC day of one scope. */
export interface ScopeDay {
  readonly scope: Scope;
  readonly day: string;
}

export interface Candidate extends ScopeDay {
  readonly clicks: number;
}

const MAX_CANDIDATES = 500;

/** Writes added-up days. Everything runs on the background client, so that questions do not wait for it. */
@Injectable()
export class RollUpRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  async clicksOf({ scope, day }: ScopeDay): Promise<number> {
    const [row] = await this.rows<{ clicks: string }>(
      `SELECT count() AS clicks FROM clicks WHERE ${inClicks(scope)} AND day = {day:Date}`,
      scope,
      day,
    );
    return Number(row?.clicks ?? 0);
  }

  /** Days since `from` with that many clicks whose addition is missing or out of date, the largest first. */
  async candidates(from: string, minClicks: number): Promise<Candidate[]> {
    const found = await rows<{ workspace: string; link: string; day: string; clicks: string }>(
      this.clickhouse.background,
      `WITH per_link AS (
         SELECT workspace_id, link_id, day, count() AS clicks FROM clicks
         WHERE day >= {from:Date} GROUP BY workspace_id, link_id, day
       ), busy AS (
         SELECT workspace_id, link_id, day, clicks FROM per_link WHERE clicks >= {min:UInt64}
         UNION ALL
         SELECT workspace_id, toUUID('${NO_ID}') AS link_id, day, sum(clicks) AS clicks FROM per_link
         WHERE workspace_id != toUUID('${NO_ID}')
         GROUP BY workspace_id, day HAVING sum(clicks) >= {min:UInt64}
       ), added AS (
         SELECT workspace_id, link_id, day, argMax(clicks, run) AS clicks FROM click_day_runs
         WHERE day >= {from:Date} GROUP BY workspace_id, link_id, day
       )
       SELECT busy.workspace_id AS workspace, busy.link_id AS link, busy.day AS day, busy.clicks AS clicks
       FROM busy LEFT JOIN added USING (workspace_id, link_id, day)
       WHERE busy.clicks != added.clicks AND busy.workspace_id != toUUID('${NO_ID}')
       ORDER BY clicks DESC LIMIT ${MAX_CANDIDATES}`,
      { from, min: minClicks },
    );
    return found.map(({ workspace, link, day, clicks }) => ({
      scope: { workspaceId: workspace, linkId: link === NO_ID ? null : link },
      day,
      clicks: Number(clicks),
    }));
  }

  /** Adds a day up under a new run, which does not count before `confirm`. */
  async addUp({ scope, day }: ScopeDay, run: string): Promise<void> {
    for (const perKind of [false, true]) {
      const { columns, groupBy } = countByDimensions({ withLinks: scope.linkId === null, perKind });
      await this.clickhouse.background.command({
        query: `INSERT INTO click_days
            (workspace_id, link_id, kind, day, run, dimension, value, detail, clicks, visitors)
          SELECT {workspace:UUID}, {link:UUID}, ${perKind ? 'toString(kind)' : "''"} AS of_kind, {day:Date}, {run:UInt64},
            ${columns}
          FROM clicks WHERE ${inClicks(scope)} AND day = {day:Date} GROUP BY ${groupBy}`,
        query_params: { ...scopeParams(scope), day, run },
        clickhouse_settings: insertSettings(''),
      });
    }
    const parts = await this.partsOf(scope, day);
    await this.clickhouse.background.insert({
      table: 'click_days',
      values: parts.map((part) => ({
        workspace_id: scope.workspaceId,
        link_id: scope.linkId ?? NO_ID,
        day,
        run,
        detail: '',
        ...part,
      })),
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(''),
    });
  }

  async confirm({ scope, day }: ScopeDay, run: string, clicks: number): Promise<void> {
    await this.clickhouse.background.insert({
      table: 'click_day_runs',
      values: [{ workspace_id: scope.workspaceId, link_id: scope.linkId ?? NO_ID, day, run, clicks }],
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(''),
    });
  }

  /** Drops what a run left that was not confirmed. */
  async drop(target: ScopeDay, run: string): Promise<void> {
    await this.delete(target, 'run = {run:UInt64}', run);
  }

  /** Drops the runs before a confirmed one, if there are any: a deletion rewrites whole parts. */
  async dropBefore(target: ScopeDay, run: string): Promise<void> {
    const older = await rows(
      this.clickhouse.background,
      `SELECT 1 FROM click_days WHERE ${IN_DAYS} AND day = {day:Date} AND run < {run:UInt64} LIMIT 1`,
      { ...scopeParams(target.scope), day: target.day, run },
    );
    if (older.length > 0) await this.delete(target, 'run < {run:UInt64}', run);
  }

  /** Makes every addition count for nothing, as after clicks were changed. */
  async forgetAll(): Promise<void> {
    const { engines, background } = this.clickhouse;
    for (const table of ['click_day_runs', 'click_days']) {
      await background.command({ query: `TRUNCATE TABLE ${engines.local(table)}${engines.onCluster}` });
    }
  }

  private async delete({ scope, day }: ScopeDay, condition: string, run: string): Promise<void> {
    const { engines, background } = this.clickhouse;
    await background.command({
      query: `ALTER TABLE ${engines.local('click_days')}${engines.onCluster}
        DELETE WHERE ${IN_DAYS} AND day = {day:Date} AND ${condition}`,
      query_params: { ...scopeParams(scope), day, run },
    });
  }

  private async partsOf(scope: Scope, day: string): Promise<DayPart[]> {
    const clicks = `FROM clicks ARRAY JOIN ['', toString(kind)] AS of_kind
      WHERE ${inClicks(scope)} AND day = {day:Date}`;
    const slot = 'intDiv(toUnixTimestamp(clicked_at) % 86400, 900)';
    const [slots, hours, visitors] = [
      await this.rows<SlotCount>(
        `SELECT of_kind AS kind, ${slot} AS slot, count() AS clicks, 0 AS visitors ${clicks} GROUP BY kind, slot`,
        scope,
        day,
      ),
      await this.rows<SlotCount>(
        `SELECT of_kind AS kind, intDiv(${slot}, 4) AS slot, count() AS clicks, uniqExact(visitor) AS visitors
         ${clicks} GROUP BY kind, slot`,
        scope,
        day,
      ),
      await this.rows<FirstAndLast>(
        `SELECT kind, first, last, count() AS visitors FROM (
           SELECT of_kind AS kind, visitor, min(${slot}) AS first, max(${slot}) AS last ${clicks} GROUP BY kind, visitor
         ) GROUP BY kind, first, last`,
        scope,
        day,
      ),
    ];
    return dayParts(slots, hours, visitors);
  }

  private rows<T>(query: string, scope: Scope, day: string): Promise<T[]> {
    return rows<T>(this.clickhouse.background, query, { ...scopeParams(scope), day });
  }
}

import type { ClickKind } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { toClickHouseTime } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';
import { type DayState, dayStates, endOfDay, startOfDay } from './day-states.js';
import { countByDimensions } from './dimensions.js';
import type { Period } from './period.js';
import { IN_DAYS, inClicks, ofKind, type Scope, scopeParams } from './scope.js';
import { Buckets, planSeries } from './series.js';

export interface CountRow {
  dimension: string;
  value: string;
  detail: string;
  clicks: string;
  visitors: string;
}

export interface SeriesPoint {
  time: string;
  clicks: number;
  unique: number;
}

/** A question, and which days of it are added up already. */
export interface Question {
  readonly scope: Scope;
  readonly period: Period;
  readonly kind: ClickKind | undefined;
  /** Days that the period covers whole and that are added up. */
  readonly added: readonly DayState[];
  /** The other days that have clicks. */
  readonly others: readonly DayState[];
}

const TOP = 50;

/** Reads `clicks` and the added-up days. Days and runs in the text of a query come from our own tables. */
@Injectable()
export class StatisticsRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  async ask(scope: Scope, period: Period, kind: ClickKind | undefined): Promise<Question> {
    // Clocks of the edge may be a little ahead: a period up to now takes in what they have stamped.
    const to = period.open ? Math.max(period.to, endOfDay(new Date().toISOString().slice(0, 10))) + 1 : period.to;
    const states = await dayStates(this.clickhouse, scope, period.from, to);
    const whole = (state: DayState) =>
      startOfDay(state.day) >= period.from && (period.open || endOfDay(state.day) <= period.to);
    const added = states.filter((state) => state.run !== null && whole(state));
    return { scope, period, kind, added, others: states.filter((state) => !added.includes(state)) };
  }

  /** Clicks and visitors by every dimension and in total: the first fifty values of each. */
  async counts(question: Question): Promise<CountRow[]> {
    const { scope, added, others } = question;
    const parts: string[] = [];
    if (added.length > 0) {
      parts.push(
        `SELECT dimension, value, detail, sum(clicks) AS clicks, sum(visitors) AS visitors FROM click_days
         WHERE ${IN_DAYS} AND kind = {kind:String} AND ${inRuns(added)} AND dimension NOT IN ('hour', 'until', 'since')
         GROUP BY dimension, value, detail`,
      );
    }
    if (others.length > 0) {
      const { columns, groupBy } = countByDimensions({ withLinks: scope.linkId === null, per: [] });
      parts.push(`SELECT ${columns} FROM clicks WHERE ${this.among(question, others)} GROUP BY ${groupBy}`);
    }
    if (parts.length === 0) return [];
    return this.clickhouse.select<CountRow>(
      `SELECT dimension, value, detail, sum(clicks) AS clicks, sum(visitors) AS visitors
       FROM (${parts.join(' UNION ALL ')})
       GROUP BY dimension, value, detail
       ORDER BY dimension, clicks DESC, visitors DESC, value, detail
       LIMIT ${TOP} BY dimension`,
      this.params(question),
    );
  }

  /** Every bucket of the period; zero where nobody clicked. */
  async series(question: Question): Promise<SeriesPoint[]> {
    const plan = planSeries(question.period, question.added, question.others);
    const buckets = new Buckets(question.period.buckets);
    await Promise.all([
      this.addCounted(buckets, question, plan.counted),
      plan.kind === 'hours'
        ? this.addHours(
            buckets,
            question,
            plan.added.map(({ state }) => state),
          )
        : this.addDays(buckets, question, plan.added),
    ]);
    return buckets.points();
  }

  /** Clicks of all time, of a whole workspace. */
  async totalOf(workspaceId: string): Promise<number> {
    const [row] = await this.clickhouse.select<{ clicks: string }>(
      'SELECT count() AS clicks FROM clicks WHERE workspace_id = {workspace:UUID}',
      { workspace: workspaceId },
    );
    return Number(row?.clicks ?? 0);
  }

  /** Clicks of all time of some links; a link without clicks is absent. */
  async totalsOf(workspaceId: string, linkIds: readonly string[]): Promise<{ link_id: string; clicks: number }[]> {
    if (linkIds.length === 0) return [];
    const rows = await this.clickhouse.select<{ link: string; clicks: string }>(
      `SELECT link_id AS link, count() AS clicks FROM clicks
       WHERE workspace_id = {workspace:UUID} AND link_id IN {links:Array(UUID)} GROUP BY link_id`,
      { workspace: workspaceId, links: linkIds },
    );
    return rows.map(({ link, clicks }) => ({ link_id: link, clicks: Number(clicks) }));
  }

  private async addCounted(buckets: Buckets, question: Question, days: readonly DayState[]): Promise<void> {
    if (days.length === 0) return;
    const starts = question.period.buckets.map((start) => start / 1_000);
    const rows = await this.clickhouse.select<{ start: number; clicks: string; visitors: string }>(
      `SELECT roundDown(toUnixTimestamp(clicked_at), [${starts.join(',')}]) AS start,
              count() AS clicks, uniqExact(visitor) AS visitors
       FROM clicks WHERE ${this.among(question, days)} GROUP BY start`,
      this.params(question),
    );
    for (const row of rows) buckets.add(row.start * 1_000, Number(row.clicks), Number(row.visitors));
  }

  private async addHours(buckets: Buckets, question: Question, days: readonly DayState[]): Promise<void> {
    for (const row of await this.parts(question, days, "dimension = 'hour'")) {
      buckets.add(startOfDay(row.day) + Number(row.value) * 3_600_000, Number(row.clicks), Number(row.visitors));
    }
  }

  private async addDays(
    buckets: Buckets,
    question: Question,
    plans: ReturnType<typeof planSeries>['added'],
  ): Promise<void> {
    const cuts = [...new Set(plans.map(({ cut }) => cut).filter((cut) => cut !== null))];
    const cutOf = new Map(plans.map(({ state, cut }) => [state.day, cut]));
    const condition = `(dimension = 'total'${
      cuts.length === 0
        ? ''
        : ` OR (dimension IN ('until', 'since') AND value IN (${cuts.map((c) => `'${c}'`).join(',')}))`
    })`;
    const days = plans.map(({ state }) => state);
    for (const row of await this.parts(question, days, condition)) {
      const cut = cutOf.get(row.day) ?? null;
      const wanted = cut === null ? row.dimension === 'total' : row.dimension !== 'total' && Number(row.value) === cut;
      if (!wanted) continue;
      const start = startOfDay(row.day) + (row.dimension === 'since' ? (cut ?? 0) * 900_000 : 0);
      buckets.add(start, Number(row.clicks), Number(row.visitors));
    }
  }

  private async parts(
    question: Question,
    days: readonly DayState[],
    condition: string,
  ): Promise<(CountRow & { day: string })[]> {
    if (days.length === 0) return [];
    return this.clickhouse.select(
      `SELECT day, dimension, value, clicks, visitors FROM click_days
       WHERE ${IN_DAYS} AND kind = {kind:String} AND ${inRuns(days)} AND ${condition}`,
      this.params(question),
    );
  }

  /** Condition: the clicks of the question on some of its days. */
  private among({ scope, period, kind }: Question, days: readonly DayState[]): string {
    const limits = `clicked_at >= {from:DateTime64(3, 'UTC')}${
      period.open ? '' : " AND clicked_at < {to:DateTime64(3, 'UTC')}"
    }`;
    return `${inClicks(scope)} AND day IN (${days.map(({ day }) => `'${day}'`).join(',')}) AND ${limits}${ofKind(kind)}`;
  }

  private params({ scope, period, kind }: Question): Record<string, unknown> {
    return {
      ...scopeParams(scope),
      kind: kind ?? '',
      from: toClickHouseTime(new Date(period.from)),
      to: toClickHouseTime(new Date(period.to)),
    };
  }
}

const inRuns = (days: readonly DayState[]): string =>
  `(day, run) IN (${days.map(({ day, run }) => `('${day}', ${run})`).join(',')})`;

import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { ClickHouse } from '../store/clickhouse.js';
import { type CountRow, type CountText, SOME_OF_EACH, toCount } from './counts.js';
import type { DayState } from './day-states.js';
import { PartCache } from './part-cache.js';
import { inRuns, type Question } from './question.js';
import { IN_DAYS, scopeParams } from './scope.js';
import type { SeriesPlan } from './series.js';

/** Clicks and visitors from an instant on, up to the next one given. */
export interface SeriesPart {
  readonly start: number;
  readonly clicks: number;
  readonly visitors: number;
}

/** Days that were added up. A run never changes, so what was read of it once is good for later. */
@Injectable()
export class AddedDays {
  private readonly read;

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG) config: Pick<AnalyticsConfig, 'CLICKHOUSE_CLUSTER'>,
  ) {
    // A replica may not have all rows of a run yet that another one told of.
    this.read = config.CLICKHOUSE_CLUSTER === '' ? new PartCache(null) : new PartCache();
  }

  /** Clicks and visitors by every dimension. */
  async counts(question: Question, days: readonly DayState[]): Promise<readonly CountRow[]> {
    if (days.length === 0) return [];
    const rows = await this.select<CountText>(
      question,
      `SELECT dimension, value, detail, sum(clicks) AS clicks, sum(visitors) AS visitors FROM click_days
       WHERE ${IN_DAYS} AND kind = {kind:String} AND ${inRuns(days)} AND dimension NOT IN ('hour', 'until', 'since')
       GROUP BY dimension, value, detail ${SOME_OF_EACH}`,
    );
    return rows.map(toCount);
  }

  async series(question: Question, { kind, added }: SeriesPlan): Promise<SeriesPart[]> {
    return kind === 'hours' ? this.hours(question, added) : this.days(question, added);
  }

  private async hours(question: Question, plans: SeriesPlan['added']): Promise<SeriesPart[]> {
    const rows = await this.parts(question, plans, "dimension = 'hour'");
    return rows.map((row) => ({ ...row, start: startOf(row, Number(row.value) * 3_600_000) }));
  }

  private async days(question: Question, plans: SeriesPlan['added']): Promise<SeriesPart[]> {
    const cutOf = new Map(plans.map(({ state, cut }) => [state.day, cut]));
    const cuts = [...new Set(plans.map(({ cut }) => cut).filter((cut) => cut !== null))];
    const inCuts = `dimension IN ('until', 'since') AND value IN (${cuts.map((cut) => `'${cut}'`).join(',')})`;
    const condition = cuts.length === 0 ? "dimension = 'total'" : `(dimension = 'total' OR (${inCuts}))`;
    const rows = await this.parts(question, plans, condition);
    return rows.flatMap((row) => {
      const cut = cutOf.get(row.day) ?? null;
      const wanted = cut === null ? row.dimension === 'total' : row.dimension !== 'total' && Number(row.value) === cut;
      return wanted ? [{ ...row, start: startOf(row, row.dimension === 'since' ? (cut ?? 0) * 900_000 : 0) }] : [];
    });
  }

  private async parts(question: Question, plans: SeriesPlan['added'], condition: string) {
    if (plans.length === 0) return [];
    const rows = await this.select<CountText & { day: string }>(
      question,
      `SELECT day, dimension, value, detail, clicks, visitors FROM click_days
       WHERE ${IN_DAYS} AND kind = {kind:String} AND ${inRuns(plans.map(({ state }) => state))} AND ${condition}`,
    );
    return rows.map((row) => ({ ...toCount(row), day: row.day }));
  }

  private select<T>({ scope, kind }: Question, query: string): Promise<readonly T[]> {
    const params = { ...scopeParams(scope), kind: kind ?? '' };
    return this.read.get(JSON.stringify([query, params]), () => this.clickhouse.select<T>(query, params));
  }
}

const startOf = ({ day }: { day: string }, offset: number): number => Date.parse(`${day}T00:00:00Z`) + offset;

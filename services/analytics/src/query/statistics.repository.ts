import type { ClickKind } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { NO_ID } from '../store/click.row.js';
import { AddedDays } from './added-days.js';
import { CountedDays } from './counted-days.js';
import { type CountRow, cutShort, topOf } from './counts.js';
import { type DayState, DayStates } from './day-states.js';
import { dayOf, endOfDay, startOfDay } from './days.js';
import { BUCKET } from './dimensions.js';
import { type Period, periodOf } from './period.js';
import type { Question } from './question.js';
import type { Scope } from './scope.js';
import { Buckets, planSeries } from './series.js';
import { TopValues } from './top-values.js';

export interface SeriesPoint {
  time: string;
  clicks: number;
  unique: number;
}

export interface Figures {
  /** By dimension: the first fifty values of each. */
  readonly counts: ReadonlyMap<string, readonly CountRow[]>;
  /** Every bucket of the period; zero where nobody clicked. */
  readonly series: SeriesPoint[];
}

/** Puts answers together from added-up days and from clicks. */
@Injectable()
export class StatisticsRepository {
  constructor(
    private readonly days: DayStates,
    private readonly added: AddedDays,
    private readonly counted: CountedDays,
    private readonly top: TopValues,
  ) {}

  async ask(scope: Scope, period: Period, kind: ClickKind | undefined): Promise<Question> {
    // Clocks of the edge may be a little ahead: a period up to now takes in what they have stamped.
    const to = period.open ? Math.max(period.to, endOfDay(new Date().toISOString().slice(0, 10))) + 1 : period.to;
    const states = await this.days.of(scope, period.from, to);
    const whole = (state: DayState) =>
      startOfDay(state.day) >= period.from && (period.open || endOfDay(state.day) <= period.to);
    const added = states.filter((state) => state.run !== null && whole(state));
    const others = states.filter((state) => !added.includes(state));
    return { scope, period, kind, plan: planSeries(period, added, others) };
  }

  /**
   * Each day is read by one query, for the totals, the breakdowns and the chart: clicks that arrive meanwhile are in all of them
   * or in none.
   */
  async answer(question: Question): Promise<Figures> {
    const { plan } = question;
    const [added, counted, parts] = await Promise.all([
      this.added.counts(
        question,
        plan.added.map(({ state }) => state),
      ),
      this.counted.counts(question, plan.counted),
      this.added.series(question, plan),
    ]);
    const buckets = new Buckets(question.period.buckets);
    for (const { start, clicks, visitors } of parts) buckets.add(start, clicks, visitors);
    for (const row of counted.flat()) {
      if (row.dimension === BUCKET) buckets.add(Number(row.value) * 1_000, row.clicks, row.visitors);
    }
    return { counts: await this.topOf(question, [added, ...counted]), series: buckets.points() };
  }

  private async topOf(question: Question, reads: readonly (readonly CountRow[])[]): Promise<Map<string, CountRow[]>> {
    const unsure = cutShort(reads);
    const counts = topOf(reads);
    if (unsure.length === 0) return counts;
    for (const [dimension, rows] of topOf([await this.top.counts(question, unsure)])) counts.set(dimension, rows);
    return counts;
  }

  /** Has the engine load what every question needs, so that the first one is not the slow one. */
  async warmUp(): Promise<void> {
    const scope = { workspaceId: NO_ID, linkId: NO_ID };
    const period = periodOf({ timezone: 'UTC' }, Date.now());
    const { from, to } = period;
    const today = { day: dayOf(to), run: '0' };
    await this.days.of(scope, from, to);
    const plenty = { ...today, clicks: Number.MAX_SAFE_INTEGER };
    for (const state of [plenty, { ...today, clicks: 0 }]) {
      await this.answer({ scope, period, kind: undefined, plan: planSeries(period, [state], [state]) });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { ClickHouse } from '../store/clickhouse.js';
import { DayClicks } from './day-clicks.js';
import { type Days, dayOf, WITHIN } from './days.js';
import { PartCache } from './part-cache.js';
import { partMarks } from './part-marks.js';
import { IN_DAYS, IS_TOTAL, type Scope, scopeParams } from './scope.js';

/** A UTC day on which a scope has clicks. */
export interface DayState {
  /** `2026-01-31` */
  readonly day: string;
  readonly clicks: number;
  /** The addition of this day that is up to date, if there is one. */
  readonly run: string | null;
}

interface Run {
  day: string;
  latest: string;
  added: string;
}

/** Which days of a period have clicks, and where each is read. */
@Injectable()
export class DayStates {
  /** Of the additions as they were when they had this mark; others are asked about anew. */
  private runs = { mark: '', known: new PartCache(null) };
  private readonly clicks: DayClicks;

  constructor(private readonly clickhouse: ClickHouse) {
    this.clicks = new DayClicks(clickhouse);
  }

  /**
   * The days with clicks in a period, in order. A day's addition is up to date while the day has as many clicks as it had then: clicks
   * are only ever added. A run whose rows are not there is none.
   */
  async of(scope: Scope, from: number, to: number): Promise<DayState[]> {
    const period = { first: dayOf(from), last: dayOf(to - 1) };
    // Before anything is counted: what comes afterwards makes other parts.
    const marks = partMarks(this.clickhouse);
    // Two questions beside each other cost less than one that joins.
    const [days, runs] = await Promise.all([
      this.clicks.of(
        scope,
        period,
        marks.then(({ clicks }) => clicks),
      ),
      marks.then(({ additions }) => this.runsOf(scope, period, additions)),
    ]);
    const runOf = new Map(runs.map((run) => [run.day, run]));
    return days.map(({ day, clicks }) => {
      const run = runOf.get(day);
      return { day, clicks, run: run && Number(run.added) === clicks ? run.latest : null };
    });
  }

  private runsOf(scope: Scope, period: Days, mark: string | null): Promise<readonly Run[]> {
    const params = { ...scopeParams(scope), ...period };
    const ask = () =>
      this.clickhouse.select<Run>(
        `SELECT day, max(run) AS latest, argMax(clicks, run) AS added FROM click_day_runs
         WHERE ${IN_DAYS} AND ${WITHIN} AND (day, run) GLOBAL IN (
           SELECT day, run FROM click_days WHERE ${IN_DAYS} AND ${WITHIN} AND ${IS_TOTAL}
         )
         GROUP BY day`,
        params,
      );
    if (mark === null) return ask();
    if (this.runs.mark !== mark) this.runs = { mark, known: new PartCache(null) };
    return this.runs.known.get(JSON.stringify(params), ask);
  }
}

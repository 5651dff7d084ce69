import type { ClickHouse } from '../store/clickhouse.js';
import { IN_DAYS, IS_TOTAL, inClicks, type Scope, scopeParams } from './scope.js';

const DAY_MS = 86_400_000;

/** A UTC day on which a scope has clicks. */
export interface DayState {
  /** `2026-01-31` */
  readonly day: string;
  readonly clicks: number;
  /** The addition of this day that is up to date, if there is one. */
  readonly run: string | null;
}

export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const endOfDay = (day: string): number => startOfDay(day) + DAY_MS;

/**
 * The days with clicks in a period. A day's addition is up to date while the day has as many clicks as it had then: clicks
 * are only ever added. The counts come from a projection, so they are exact and cost nothing. A run whose rows are not there is
 * none.
 */
export async function dayStates(clickhouse: ClickHouse, scope: Scope, from: number, to: number): Promise<DayState[]> {
  const params = { ...scopeParams(scope), first: dayOf(from), last: dayOf(to - 1) };
  const within = 'day >= {first:Date} AND day <= {last:Date}';
  // Two questions beside each other cost less than one that joins.
  const [days, runs] = await Promise.all([
    clickhouse.select<{ day: string; clicks: string }>(
      `SELECT day, count() AS clicks FROM clicks WHERE ${inClicks(scope)} AND ${within} GROUP BY day ORDER BY day`,
      params,
    ),
    clickhouse.select<{ day: string; latest: string; added: string }>(
      `SELECT day, max(run) AS latest, argMax(clicks, run) AS added FROM click_day_runs
       WHERE ${IN_DAYS} AND ${within} AND (day, run) GLOBAL IN (
         SELECT day, run FROM click_days WHERE ${IN_DAYS} AND ${within} AND ${IS_TOTAL}
       )
       GROUP BY day`,
      params,
    ),
  ]);
  const runOf = new Map(runs.map((run) => [run.day, run]));
  return days.map(({ day, clicks }) => {
    const run = runOf.get(day);
    return { day, clicks: Number(clicks), run: run?.added === clicks ? run.latest : null };
  });
}

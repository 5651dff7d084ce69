import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../store/clickhouse.js';
import { type Days, dayOf, WITHIN } from './days.js';
import { inClicks, type Scope, scopeParams } from './scope.js';

export interface ClicksOfDay {
  readonly day: string;
  readonly clicks: number;
}

interface Counted {
  /** Of the day's parts, from before it was counted. */
  readonly mark: string;
  readonly clicks: number;
}

const MAX_DAYS = 200_000;

/**
 * How many clicks a scope has on each day. What was counted of a day before today is good for as long as the day consists of the same
 * parts, which is most of the time. The counts come from a projection, so they are exact and read no rows.
 */
export class DayClicks {
  /** By scope, by day. */
  private readonly known = new LRUCache<string, ReadonlyMap<string, Counted>>({
    maxSize: MAX_DAYS,
    sizeCalculation: (days) => days.size + 1,
  });

  constructor(private readonly clickhouse: ClickHouse) {}

  /** The days that have clicks, in order. `marks`, by day, are of parts that were there before; null: not known. */
  async of(scope: Scope, period: Days, marks: Promise<ReadonlyMap<string, string> | null>): Promise<ClicksOfDay[]> {
    // Clicks come to it all the time, so it does not wait for the marks: what they are good for is the days before.
    const today = dayOf(Date.now());
    const [before, since] = await Promise.all([
      marks.then((known) => (period.first < today ? this.before(today, scope, period, known) : [])),
      period.last >= today ? this.count(scope, period, ` AND day >= '${today}'`) : [],
    ]);
    return [...before, ...since];
  }

  private async before(
    today: string,
    scope: Scope,
    period: Days,
    marks: ReadonlyMap<string, string> | null,
  ): Promise<ClicksOfDay[]> {
    if (marks === null) return this.count(scope, period, ` AND day < '${today}'`);
    const key = `${scope.workspaceId}/${scope.linkId ?? ''}`;
    const before = this.known.get(key) ?? new Map<string, Counted>();
    const days = [...marks].filter(([day]) => day >= period.first && day <= period.last && day < today);
    const changed = days.filter(([day, mark]) => before.get(day)?.mark !== mark);
    const counted = await this.counted(scope, period, changed);
    // Others may have counted other days meanwhile.
    if (counted.length > 0) this.known.set(key, new Map([...(this.known.get(key) ?? []), ...counted]));
    const all = new Map([...before, ...counted]);
    const clicksOf = (day: string) => all.get(day)?.clicks ?? 0;
    return days.flatMap(([day]) => (clicksOf(day) > 0 ? [{ day, clicks: clicksOf(day) }] : []));
  }

  private async counted(scope: Scope, period: Days, changed: readonly (readonly [string, string])[]) {
    if (changed.length === 0) return [];
    const names = changed.map(([day]) => `'${day}'`).join(',');
    const found = await this.count(scope, period, ` AND day IN (${names})`);
    const clicksOf = new Map(found.map(({ day, clicks }) => [day, clicks]));
    return changed.map(([day, mark]) => [day, { mark, clicks: clicksOf.get(day) ?? 0 }] as const);
  }

  private async count(scope: Scope, period: Days, more: string): Promise<ClicksOfDay[]> {
    const rows = await this.clickhouse.select<{ day: string; clicks: string }>(
      `SELECT day, count() AS clicks FROM clicks WHERE ${inClicks(scope)} AND ${WITHIN}${more} GROUP BY day ORDER BY day`,
      { ...scopeParams(scope), ...period },
    );
    return rows.map(({ day, clicks }) => ({ day, clicks: Number(clicks) }));
  }
}

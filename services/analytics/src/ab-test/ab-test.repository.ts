import { Injectable } from '@nestjs/common';
import { portions } from '../by-day/portions.js';
import { DayStates } from '../query/day-states.js';
import { dayOf, endOfDay } from '../query/days.js';
import { toClickHouseTime } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';

export interface Tested {
  readonly workspaceId: string;
  readonly linkId: string;
  /** null: conversions are of nobody. */
  readonly goalId: string | null;
  /** Milliseconds; up to now. */
  readonly from: number;
}

export interface VariantCounts {
  clicks: number;
  people: number;
  conversions: number;
}
export type TestCounts = Record<'a' | 'b', VariantCounts>;

type Row = Record<`${keyof VariantCounts}_${'a' | 'b'}`, string>;

/** Days that are read together have about so many clicks: each person of a day is held in memory meanwhile. */
const CLICKS_AT_ONCE = 2_000_000;
const NOTHING: VariantCounts = { clicks: 0, people: 0, conversions: 0 };

/** A visitor is numbered anew each UTC day, so days are counted by themselves and added up. */
@Injectable()
export class AbTestRepository {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly days: DayStates,
  ) {}

  /** Of people alone. Throws `service.unavailable`, `service.timeout`. */
  async counts(tested: Tested): Promise<TestCounts> {
    const sums: TestCounts = { a: { ...NOTHING }, b: { ...NOTHING } };
    for (const days of portions(await this.daysOf(tested), CLICKS_AT_ONCE)) {
      const row = await this.countsOn(
        tested,
        days.map(({ day }) => day),
      );
      for (const variant of ['a', 'b'] as const) {
        for (const what of ['clicks', 'people', 'conversions'] as const) {
          sums[variant][what] += Number(row[`${what}_${variant}`]);
        }
      }
    }
    return sums;
  }

  /** Those with clicks of the tested link, and how many there are of it and of its goal. */
  private async daysOf({ workspaceId, linkId, goalId, from }: Tested): Promise<{ day: string; clicks: number }[]> {
    // Clocks of the edge may be a little ahead.
    const to = endOfDay(dayOf(Date.now())) + 1;
    const [led, reached] = await Promise.all([
      this.days.of({ workspaceId, linkId }, from, to),
      goalId === null ? [] : this.days.of({ workspaceId, linkId: goalId }, from, to),
    ]);
    const clicksOf = new Map(reached.map(({ day, clicks }) => [day, clicks]));
    return led.map(({ day, clicks }) => ({ day, clicks: clicks + (clicksOf.get(day) ?? 0) }));
  }

  private async countsOn({ workspaceId, linkId, goalId, from }: Tested, days: readonly string[]): Promise<Row> {
    const led = "(link_id = {link:UUID} AND rule IN ('ab:a', 'ab:b'))";
    const of = (variant: 'a' | 'b') => `
      sum(clicks_of_${variant}) AS clicks_${variant},
      countIf(rule_first = 'ab:${variant}') AS people_${variant},
      countIf(rule_first = 'ab:${variant}' AND reached_at > led_at) AS conversions_${variant}`;
    const [row] = await this.clickhouse.select<Row>(
      `SELECT ${of('a')}, ${of('b')} FROM (
         SELECT argMinIf(rule, (clicked_at, event_id), ${led}) AS rule_first, minIf(clicked_at, ${led}) AS led_at,
           maxIf(clicked_at, ${goalId === null ? 'false' : 'link_id = {goal:UUID}'}) AS reached_at,
           countIf(${led} AND rule = 'ab:a') AS clicks_of_a, countIf(${led} AND rule = 'ab:b') AS clicks_of_b
         FROM clicks
         WHERE workspace_id = {workspace:UUID} AND link_id IN ({link:UUID}${goalId === null ? '' : ', {goal:UUID}'})
           AND day IN (${days.map((day) => `'${day}'`).join(',')}) AND clicked_at >= {from:DateTime64(3, 'UTC')}
           AND kind = 'human' AND (${led}${goalId === null ? '' : ' OR link_id = {goal:UUID}'})
         GROUP BY day, visitor
         HAVING clicks_of_a + clicks_of_b > 0
       )`,
      {
        workspace: workspaceId,
        link: linkId,
        from: toClickHouseTime(new Date(from)),
        ...(goalId !== null && { goal: goalId }),
      },
    );
    return row as Row;
  }
}

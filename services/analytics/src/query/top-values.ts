import { Injectable } from '@nestjs/common';
import { ClickHouse } from '../store/clickhouse.js';
import { type CountRow, type CountText, TOP_OF_EACH, toCount } from './counts.js';
import { among, inRuns, paramsOf, type Question } from './question.js';
import { IN_DAYS, scopeParams } from './scope.js';

/** The first values of dimensions that have very many, added up over all days where the clicks are. */
@Injectable()
export class TopValues {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Clicks that came since the rest of an answer was read are in these. */
  async counts(question: Question, dimensions: readonly string[]): Promise<CountRow[]> {
    const { scope, kind, plan } = question;
    const parts: string[] = [];
    if (plan.added.length > 0) {
      const names = dimensions.map((name) => `'${name}'`).join(',');
      parts.push(`SELECT dimension, value, detail, clicks AS some, visitors AS people FROM click_days
        WHERE ${IN_DAYS} AND kind = {of_kind:String} AND ${inRuns(plan.added.map(({ state }) => state))} AND dimension IN (${names})`);
    }
    if (plan.counted.length > 0) {
      for (const name of dimensions) {
        const detail = name === 'city' ? 'toString(country)' : "''";
        parts.push(`SELECT '${name}' AS dimension, toString(${name}) AS value, ${detail} AS detail,
          count() AS some, uniqExact(visitor) AS people FROM clicks WHERE ${among(question, plan.counted)} GROUP BY value, detail`);
      }
    }
    const rows = await this.clickhouse.select<CountText>(
      `SELECT dimension, value, detail, sum(some) AS clicks, sum(people) AS visitors FROM (${parts.join(' UNION ALL ')})
       GROUP BY dimension, value, detail ${TOP_OF_EACH}`,
      { ...paramsOf(question), ...scopeParams(scope), of_kind: kind ?? '' },
    );
    return rows.map(toCount);
  }
}

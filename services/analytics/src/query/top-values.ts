import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { ClickHouse } from '../store/clickhouse.js';
import { type CountRow, type CountText, TOP_OF_EACH, toCount } from './counts.js';
import { entryOf } from './dimensions.js';
import { PartCache } from './part-cache.js';
import { among, inRuns, paramsOf, type Question } from './question.js';
import { IN_DAYS, scopeParams } from './scope.js';

/** The first values of dimensions that have very many, added up over all days where the clicks are. */
@Injectable()
export class TopValues {
  private readonly read = new PartCache();

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG) private readonly config: Pick<AnalyticsConfig, 'CLICKHOUSE_CLUSTER'>,
  ) {}

  /** Clicks that came since the rest of an answer was read are in these. */
  async counts(question: Question, dimensions: readonly string[]): Promise<readonly CountRow[]> {
    const { scope, kind, plan } = question;
    const query = `SELECT dimension, value, detail, sum(some) AS clicks, sum(people) AS visitors
      FROM (${partsOf(question, dimensions).join(' UNION ALL ')}) GROUP BY dimension, value, detail ${TOP_OF_EACH}`;
    const params = { ...paramsOf(question), ...scopeParams(scope), of_kind: kind ?? '' };
    const ask = async () => (await this.clickhouse.select<CountText>(query, params)).map(toCount);
    // In a cluster as many clicks as before need not be the same ones.
    if (this.config.CLICKHOUSE_CLUSTER !== '') return ask();
    const clicks = plan.counted.map((day) => `${day.day}:${day.clicks}`);
    return this.read.get(JSON.stringify([clicks, query, params]), ask);
  }
}

function partsOf(question: Question, dimensions: readonly string[]): string[] {
  const { added, counted } = question.plan;
  const names = dimensions.map((name) => `'${name}'`).join(',');
  const ofAdded = `SELECT dimension, value, detail, clicks AS some, visitors AS people FROM click_days
    WHERE ${IN_DAYS} AND kind = {of_kind:String} AND ${inRuns(added.map(({ state }) => state))} AND dimension IN (${names})`;
  const ofCounted = `SELECT entry.1 AS dimension, entry.2 AS value, entry.3 AS detail, count() AS some, uniqExact(visitor) AS people
    FROM clicks ARRAY JOIN [${dimensions.map(entryOf).join(', ')}] AS entry WHERE ${among(question, counted)} GROUP BY entry`;
  return [...(added.length > 0 ? [ofAdded] : []), ...(counted.length > 0 ? [ofCounted] : [])];
}

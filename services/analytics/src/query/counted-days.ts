import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { ClickHouse } from '../store/clickhouse.js';
import { type CountRow, type CountText, SOME_OF_EACH, someOfEachSet, toCount } from './counts.js';
import { type DayState } from './day-states.js';
import { dayOf } from './days.js';
import { BUCKET, countFewByDimensions, countInSets, type SetText } from './dimensions.js';
import { PartCache } from './part-cache.js';
import { among, paramsOf, type Question } from './question.js';

/** The engine would have one core read a day of a link, and count it: there is little to read and much to count. */
const ON_ALL_CORES =
  'SETTINGS merge_tree_min_rows_for_concurrent_read = 8192, merge_tree_min_bytes_for_concurrent_read = 1';

/** Up to this many clicks, taking each once for every dimension is quicker than a set for every dimension. */
const FEW = 3_000;

/** Days whose clicks are counted one by one: today, the days at the ends of a period, and those that nobody added up. */
@Injectable()
export class CountedDays {
  private readonly read = new PartCache();

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG) private readonly config: Pick<AnalyticsConfig, 'CLICKHOUSE_CLUSTER'>,
  ) {}

  /** Reads of clicks and visitors by every dimension, and by bucket of the period: its start in seconds is the value. */
  async counts(question: Question, days: readonly DayState[]): Promise<readonly (readonly CountRow[])[]> {
    const today = dayOf(Date.now());
    // Two queries: a click of today leaves what was read of the days before as it is.
    const parts = [days.filter(({ day }) => day < today), days.filter(({ day }) => day >= today)];
    return Promise.all(parts.map((part) => this.known(question, part)));
  }

  /** As many clicks as before are the same clicks: what was counted of them is good for as long as no click comes. */
  private known(question: Question, days: readonly DayState[]): Promise<readonly CountRow[]> {
    // In a cluster the replica that counts may not have the click yet that made the number on another one.
    if (this.config.CLICKHOUSE_CLUSTER !== '') return this.count(question, days);
    const clicks = days.map(({ day, clicks }) => `${day}:${clicks}`);
    const key = JSON.stringify([clicks, paramsOf(question), question.period.buckets, question.period.open]);
    return this.read.get(key, () => this.count(question, days));
  }

  private async count(question: Question, days: readonly DayState[]): Promise<CountRow[]> {
    if (days.length === 0) return [];
    const options = { withLinks: question.scope.linkId === null, withBuckets: true };
    const starts = question.period.buckets.map((start) => start / 1_000);
    const clicks = `(SELECT *, roundDown(toUnixTimestamp(clicked_at), [${starts.join(',')}]) AS ${BUCKET}
      FROM clicks WHERE ${among(question, days)})`;
    const params = paramsOf(question);
    if (days.reduce((sum, day) => sum + day.clicks, 0) <= FEW) {
      const { columns, groupBy, arrayJoin } = countFewByDimensions(options);
      const rows = await this.clickhouse.select<CountText>(
        `SELECT ${columns} FROM ${clicks} ${arrayJoin} GROUP BY ${groupBy} ${SOME_OF_EACH} ${ON_ALL_CORES}`,
        params,
      );
      return rows.map(toCount);
    }
    const { columns, groupBy, toText } = countInSets(options);
    const rows = await this.clickhouse.select<SetText>(
      `SELECT ${columns} FROM ${clicks} GROUP BY ${groupBy} ${someOfEachSet(options.withLinks)} ${ON_ALL_CORES}`,
      params,
    );
    return rows.map((row) => toCount(toText(row)));
  }
}

import type { SecurityStatistics, StatisticsPeriod } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { BlockedAddressRepository } from '../security/blocked-address.repository.js';
import { type Bucket, SecurityCountRepository } from './security-count.repository.js';
import { PERIODS, ThreatListRepository } from './threat-list.repository.js';

type Series = SecurityStatistics['series'];

/** What was refused and found lately. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly counts: SecurityCountRepository,
    private readonly list: ThreatListRepository,
    private readonly blocked: BlockedAddressRepository,
  ) {}

  async of(period: StatisticsPeriod): Promise<SecurityStatistics> {
    const { unit, most } = PERIODS[period];
    const buckets = await this.counts.buckets(unit, most);
    const series = seriesOf(buckets);
    const [first] = buckets;
    if (!first) throw new Error('a period has no beginning');
    return {
      period,
      failed_sign_ins: sum(series, 'failed_sign_ins'),
      lock_outs: sum(series, 'lock_outs'),
      registrations: sum(series, 'registrations'),
      detected_threats: await this.list.detectedSince(first.start),
      active_threats: await this.list.active(),
      blocked_addresses: (await this.blocked.list()).length,
      series,
    };
  }
}

/** One for each time, in their order. */
export function seriesOf(buckets: readonly Bucket[]): Series {
  const series = new Map<string, Series[number]>();
  for (const { start, act, count } of buckets) {
    const key = start.toISOString();
    const one = series.get(key) ?? { start: key, failed_sign_ins: 0, lock_outs: 0, registrations: 0 };
    if (act !== null) one[act] += count;
    series.set(key, one);
  }
  return [...series.values()];
}

const sum = (series: Series, act: Exclude<keyof Series[number], 'start'>): number =>
  series.reduce((total, bucket) => total + bucket[act], 0);

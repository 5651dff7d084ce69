import type { Analytics, ClickKind, overviewRpc, RangeQuery, RpcReply } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { RollUpService } from '../roll-up/roll-up.service.js';
import { LINK, TOTAL } from './dimensions.js';
import { periodOf } from './period.js';
import type { Scope } from './scope.js';
import { type CountRow, StatisticsRepository } from './statistics.repository.js';

const TOP_LINKS = 10;

@Injectable()
export class StatisticsService {
  constructor(
    private readonly statistics: StatisticsRepository,
    private readonly rollUp: RollUpService,
  ) {}

  async ofLink(workspaceId: string, linkId: string, range: RangeQuery): Promise<Analytics> {
    return (await this.answer({ workspaceId, linkId }, range)).analytics;
  }

  async ofWorkspace(workspaceId: string, range: RangeQuery): Promise<RpcReply<typeof overviewRpc>> {
    const [{ analytics, counts }, total] = await Promise.all([
      this.answer({ workspaceId, linkId: null }, range),
      this.statistics.totalOf(workspaceId),
    ]);
    const links = of(counts, LINK).slice(0, TOP_LINKS);
    return {
      analytics,
      total_clicks: total,
      top_links: links.map((row) => ({ link_id: row.value, clicks: Number(row.clicks), unique: Number(row.visitors) })),
    };
  }

  linkTotals(workspaceId: string, linkIds: readonly string[]): Promise<{ link_id: string; clicks: number }[]> {
    return this.statistics.totalsOf(workspaceId, linkIds);
  }

  private async answer(scope: Scope, range: RangeQuery): Promise<{ analytics: Analytics; counts: CountRow[] }> {
    const period = periodOf(range, Date.now());
    const question = await this.statistics.ask(scope, period, range.kind);
    this.rollUp.suggest(scope, question.others);
    const [counts, series] = await Promise.all([this.statistics.counts(question), this.statistics.series(question)]);
    const [all] = of(counts, TOTAL);
    const total = Number(all?.clicks ?? 0);
    const unique = Number(all?.visitors ?? 0);
    const analytics: Analytics = {
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      interval: period.interval,
      timezone: period.timezone,
      total,
      unique,
      series,
      countries: breakdown(counts, 'country'),
      cities: of(counts, 'city').map((row) => ({ ...breakdownRow(row), country: row.detail })),
      devices: breakdown(counts, 'device'),
      browsers: breakdown(counts, 'browser'),
      os: breakdown(counts, 'os'),
      referrers: breakdown(counts, 'referer'),
      languages: breakdown(counts, 'language'),
      kinds: range.kind ? kindOnly(range.kind, total, unique) : breakdown(counts, 'kind'),
      utm: {
        source: breakdown(counts, 'utm_source'),
        medium: breakdown(counts, 'utm_medium'),
        campaign: breakdown(counts, 'utm_campaign'),
        term: breakdown(counts, 'utm_term'),
        content: breakdown(counts, 'utm_content'),
      },
    };
    return { analytics, counts };
  }
}

const of = (counts: readonly CountRow[], dimension: string): CountRow[] =>
  counts.filter((row) => row.dimension === dimension);

const breakdownRow = (row: CountRow) => ({
  value: row.value,
  clicks: Number(row.clicks),
  unique: Number(row.visitors),
});

const breakdown = (counts: readonly CountRow[], dimension: string) => of(counts, dimension).map(breakdownRow);

const kindOnly = (kind: ClickKind, total: number, unique: number) =>
  total === 0 ? [] : [{ value: kind, clicks: total, unique }];

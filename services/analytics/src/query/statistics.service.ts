import { setTimeout as delay } from 'node:timers/promises';
import type {
  Analytics,
  ClickKind,
  linkTotalsRpc,
  overviewRpc,
  RangeQuery,
  RpcReply,
  workspaceTotalsRpc,
} from '@linkway/contracts';
import { AppLogger } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RollUpService } from '../roll-up/roll-up.service.js';
import { ClickHouse } from '../store/clickhouse.js';
import type { CountRow } from './counts.js';
import { LINK, TOTAL } from './dimensions.js';
import { KeptTotals, totalKey } from './kept-totals.js';
import { openSince, periodOf } from './period.js';
import type { Scope } from './scope.js';
import { SingleTotals } from './single-totals.js';
import { type Figures, StatisticsRepository } from './statistics.repository.js';

const TOP_LINKS = 10;
const WARM_UP_MS = 3_000;

@Injectable()
export class StatisticsService implements OnApplicationBootstrap {
  constructor(
    private readonly statistics: StatisticsRepository,
    private readonly totals: KeptTotals,
    private readonly singles: SingleTotals,
    private readonly rollUp: RollUpService,
    private readonly clickhouse: ClickHouse,
    private readonly logger: AppLogger,
  ) {}

  /** Waits for it where ClickHouse is there at once, so that the first question is not the slow one. */
  async onApplicationBootstrap(): Promise<void> {
    const warm = this.clickhouse
      .untilOpen()
      .then(() => this.statistics.warmUp())
      .catch((error: unknown) => this.logger.warn('the engine is not warm', { error }));
    await Promise.race([warm, delay(WARM_UP_MS, undefined, { ref: false })]);
  }

  async ofLink(workspaceId: string, linkId: string, range: RangeQuery): Promise<Analytics> {
    return (await this.answer({ workspaceId, linkId }, range)).analytics;
  }

  async ofWorkspace(workspaceId: string, range: RangeQuery): Promise<RpcReply<typeof overviewRpc>> {
    const { analytics, counts } = await this.answer({ workspaceId, linkId: null }, range);
    // Afterwards: all time has every click that the period has.
    const total = await this.totals.ofWorkspace(workspaceId, range.kind);
    const links = of(counts, LINK).slice(0, TOP_LINKS);
    return {
      analytics,
      total_clicks: total,
      top_links: links.map((row) => ({ link_id: row.value, clicks: row.clicks, unique: row.visitors })),
    };
  }

  async linkTotals(workspaceId: string, linkIds: readonly string[], kind?: ClickKind): Promise<LinkTotal[]> {
    const totals = await this.totals.ofLinks(
      linkIds.map((linkId) => ({ workspaceId, linkId })),
      kind,
    );
    return linkIds.flatMap((id) => totalOf(id, totals.get(totalKey({ workspaceId, linkId: id }))));
  }

  async workspaceTotals(ids: readonly string[], kind: ClickKind): Promise<WorkspaceTotal[]> {
    const totals = await this.totals.ofWorkspaces(ids, kind);
    return ids.flatMap((id) => {
      const clicks = totals.get(id) ?? 0;
      return clicks > 0 ? [{ workspace_id: id, clicks }] : [];
    });
  }

  async linkTotal(workspaceId: string, linkId: string, kind?: ClickKind): Promise<LinkTotal[]> {
    return totalOf(linkId, await this.singles.ofLink({ workspaceId, linkId }, kind));
  }

  private async answer(scope: Scope, range: RangeQuery): Promise<{ analytics: Analytics; counts: Counts }> {
    const now = Date.now();
    const period = periodOf(range, now);
    const question = await this.statistics.ask(scope, period, range.kind);
    this.rollUp.suggest(scope, question.plan.counted);
    const { counts, series } = await this.statistics.answer(question);
    const [all] = of(counts, TOTAL);
    const total = all?.clicks ?? 0;
    const unique = all?.visitors ?? 0;
    const analytics: Analytics = {
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      interval: period.interval,
      timezone: period.timezone,
      total,
      unique,
      series,
      open_since: timeOf(openSince(period, now)),
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

type Counts = Figures['counts'];
type WorkspaceTotal = RpcReply<typeof workspaceTotalsRpc>['data'][number];
type LinkTotal = RpcReply<typeof linkTotalsRpc>['data'][number];

/** A link without clicks is not told of. */
const totalOf = (id: string, clicks = 0): LinkTotal[] => (clicks > 0 ? [{ link_id: id, clicks }] : []);

const timeOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

const of = (counts: Counts, dimension: string): readonly CountRow[] => counts.get(dimension) ?? [];

const breakdownRow = ({ value, clicks, visitors }: CountRow) => ({ value, clicks, unique: visitors });

const breakdown = (counts: Counts, dimension: string) => of(counts, dimension).map(breakdownRow);

const kindOnly = (kind: ClickKind, total: number, unique: number) =>
  total === 0 ? [] : [{ value: kind, clicks: total, unique }];

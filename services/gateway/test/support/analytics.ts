import {
  type Analytics,
  guestTotalsRpc,
  linkAnalyticsRpc,
  linkTotalsRpc,
  overviewRpc,
  placesRpc,
  type RpcInput,
  type RpcReply,
  workspaceTotalsRpc,
} from '@linkway/contracts';
import { defineService, Rpc, type RpcCall, serviceConfig } from '@linkway/platform';
import { Controller, Module } from '@nestjs/common';
import { AuditLogResponder } from './audit-log.js';
import { AnalyticsExports } from './data-export.js';

const CLICKS = 7;

/** Answers as analytics does: every link has seven clicks. */
@Controller()
export class AnalyticsResponder {
  /** Totals are not answered before. */
  held = Promise.resolve();
  /** The kinds that were asked for. */
  kinds: (string | undefined)[] = [];
  /** Of the guest who asked last. */
  lastAddress: string | null = null;

  @Rpc(linkAnalyticsRpc)
  async link({ range }: RpcInput<typeof linkAnalyticsRpc>): Promise<Analytics> {
    this.kinds.push(range.kind);
    return statistics(range.timezone);
  }

  @Rpc(overviewRpc)
  async overview(
    { range }: RpcInput<typeof overviewRpc>,
    call: RpcCall<typeof overviewRpc>,
  ): Promise<RpcReply<typeof overviewRpc>> {
    this.kinds.push(range.kind);
    const top = { link_id: call.caller.workspace_id, clicks: CLICKS, unique: 1 };
    return { analytics: statistics(range.timezone), total_clicks: CLICKS, top_links: [top] };
  }

  @Rpc(linkTotalsRpc)
  async totals({ link_ids, kind }: RpcInput<typeof linkTotalsRpc>): Promise<RpcReply<typeof linkTotalsRpc>> {
    this.kinds.push(kind);
    await this.held;
    return { data: link_ids.map((link_id) => ({ link_id, clicks: CLICKS })) };
  }

  /** Of all workspaces but the last, where there are several. */
  @Rpc(workspaceTotalsRpc)
  async workspaceTotals({
    workspace_ids: ids,
  }: RpcInput<typeof workspaceTotalsRpc>): Promise<RpcReply<typeof workspaceTotalsRpc>> {
    return {
      data: (ids.length > 1 ? ids.slice(0, -1) : ids).map((workspace_id) => ({ workspace_id, clicks: CLICKS })),
    };
  }

  /** Every address is in Hanoi that is one. */
  @Rpc(placesRpc)
  async places({ addresses }: RpcInput<typeof placesRpc>): Promise<RpcReply<typeof placesRpc>> {
    const known = addresses.filter((address) => address !== 'unknown');
    return { data: known.map((address) => ({ address, country: 'VN', city: 'Hanoi' })) };
  }

  /** Of all links but the first, where there are several. */
  @Rpc(guestTotalsRpc)
  async guestTotals({ link_ids, ip }: RpcInput<typeof guestTotalsRpc>): Promise<RpcReply<typeof guestTotalsRpc>> {
    this.lastAddress = ip ?? null;
    return { data: link_ids.slice(link_ids.length > 1 ? 1 : 0).map((link_id) => ({ link_id, clicks: CLICKS })) };
  }
}

function statistics(timezone: string): Analytics {
  return {
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-02T00:00:00Z',
    interval: 'day',
    timezone,
    total: CLICKS,
    unique: 1,
    series: [{ time: '2026-01-01T00:00:00Z', clicks: CLICKS, unique: 1 }],
    countries: [],
    cities: [],
    devices: [],
    browsers: [],
    os: [],
    referrers: [],
    languages: [],
    kinds: [],
    utm: { source: [], medium: [], campaign: [], term: [], content: [] },
  };
}

@Module({ controllers: [AnalyticsResponder, AuditLogResponder, AnalyticsExports] })
class AnalyticsModule {}

export const analytics = defineService({ name: 'analytics', config: serviceConfig({}), module: AnalyticsModule });

import {
  type Caller,
  getLinksByIdsRpc,
  getQuotaRpc,
  type Overview,
  overviewRpc,
  type RangeQuery,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { Outages } from '../http/outages.js';

/** Statistics come from analytics, numbers and names of links from the links service, whose absence costs only those. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly outages: Outages,
  ) {}

  async compose(range: RangeQuery, caller: Caller): Promise<Overview> {
    const [statistics, quota] = await Promise.all([
      this.rpc.call(overviewRpc, { range }, { caller }),
      this.outages.nullDuring('links', this.rpc.call(getQuotaRpc, {}, { caller })),
    ]);
    const { analytics, total_clicks, top_links } = statistics;
    const links = await this.linksOf(
      top_links.map((top) => top.link_id),
      caller,
    );
    return {
      ...analytics,
      total_clicks,
      total_links: quota?.total_links ?? null,
      links_this_month: quota?.monthly_links_used ?? null,
      average_clicks_per_link: quota ? average(total_clicks, quota.total_links) : null,
      top_links: top_links.map((top) => {
        const link = links.get(top.link_id);
        return {
          ...top,
          short_code: link?.short_code ?? null,
          short_url: link?.short_url ?? null,
          title: link?.title ?? null,
          original_url: link?.original_url ?? null,
        };
      }),
    };
  }

  private async linksOf(ids: string[], caller: Caller) {
    if (ids.length === 0) return new Map<string, never>();
    const links = await this.outages.nullDuring('links', this.rpc.call(getLinksByIdsRpc, { ids }, { caller }));
    return new Map((links?.data ?? []).map((link) => [link.id, link]));
  }
}

const average = (clicks: number, links: number): number => (links === 0 ? 0 : Math.round((clicks / links) * 10) / 10);

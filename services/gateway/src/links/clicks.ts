import { type Caller, type Link, type LinkWithClicks, linkTotalsRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { Outages } from '../http/outages.js';

/** Adds click counts, which analytics keeps, to links, which the links service keeps. */
@Injectable()
export class Clicks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly outages: Outages,
  ) {}

  async countOn(links: Link[], caller: Caller): Promise<LinkWithClicks[]> {
    if (links.length === 0) return [];
    const ids = links.map((link) => link.id);
    const totals = await this.outages.nullDuring(
      'analytics',
      this.rpc.call(linkTotalsRpc, { link_ids: ids }, { caller }),
    );
    const clicks = totals && new Map(totals.data.map((total) => [total.link_id, total.clicks]));
    return links.map((link) => ({ ...link, clicks_count: clicks ? (clicks.get(link.id) ?? 0) : null }));
  }

  async countOnOne(link: Link, caller: Caller): Promise<LinkWithClicks> {
    const [counted] = await this.countOn([link], caller);
    return counted ?? { ...link, clicks_count: null };
  }
}

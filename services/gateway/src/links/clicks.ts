import {
  type Caller,
  guestTotalsRpc,
  type Link,
  type LinkWithClicks,
  linkTotalsRpc,
  linkUsageRpc,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { Outages } from '../http/outages.js';

/**
 * Adds to links, which the links service keeps, what others count: clicks of people, which analytics knows, and those that were used
 * of a limit, which the redirect decides by. Either may be missing.
 */
@Injectable()
export class Clicks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly outages: Outages,
  ) {}

  /** Links of a list by clicks have those that they are where they are for: others beside them would not fit the order. */
  async countOn(links: (Link & { clicks_count?: number })[], caller: Caller): Promise<LinkWithClicks[]> {
    if (links.length === 0) return [];
    const uncounted = links.filter(({ clicks_count }) => clicks_count === undefined);
    const [clicks, used] = await Promise.all([this.clicksOf(uncounted, caller), this.usedOf(links, caller)]);
    return links.map((link) => ({
      ...link,
      clicks_count: link.clicks_count ?? (clicks ? (clicks.get(link.id) ?? 0) : null),
      clicks_used: used.get(link.id) ?? null,
    }));
  }

  async countOnOne(link: Link, caller: Caller): Promise<LinkWithClicks> {
    const [counted] = await this.countOn([link], caller);
    return counted ?? { ...link, clicks_count: null };
  }

  /** Of links that are nobody's, for the visitor at an address or for everybody; null: it cannot be asked. */
  async ofGuests(links: readonly { id: string }[], ip?: string): Promise<((id: string) => number) | null> {
    if (links.length === 0) return () => 0;
    const question = { link_ids: links.map(({ id }) => id), ...(ip !== undefined && { ip }) };
    const totals = await this.outages.nullDuring('analytics', this.rpc.call(guestTotalsRpc, question));
    const clicks = totals && new Map(totals.data.map((total) => [total.link_id, total.clicks]));
    return clicks && ((id) => clicks.get(id) ?? 0);
  }

  /** null: it cannot be asked; a link without clicks is absent. */
  private async clicksOf(links: Link[], caller: Caller): Promise<Map<string, number> | null> {
    if (links.length === 0) return new Map();
    const question = { link_ids: links.map((link) => link.id), kind: 'human' as const };
    const totals = await this.outages.nullDuring('analytics', this.rpc.call(linkTotalsRpc, question, { caller }));
    return totals && new Map(totals.data.map((total) => [total.link_id, total.clicks]));
  }

  /** A link without a limit is absent, and one of whose limit the redirect has not heard yet. */
  private async usedOf(links: Link[], caller: Caller): Promise<Map<string, number>> {
    const limited = links.filter((link) => link.max_clicks !== null);
    if (limited.length === 0) return new Map();
    const question = { link_ids: limited.map((link) => link.id) };
    const usage = await this.outages.nullDuring('redirect', this.rpc.call(linkUsageRpc, question, { caller }));
    return new Map(usage?.data.map(({ link_id, used }) => [link_id, used]));
  }
}

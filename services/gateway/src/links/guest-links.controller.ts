import { getGuestClicks, getGuestLinksRpc, guestTotalsRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Outages } from '../http/outages.js';

/** A guest is told of the links that his own device made, as links knows them: analytics knows no devices. */
@Controller()
export class GuestLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly outages: Outages,
  ) {}

  @Endpoint(getGuestClicks)
  async clicks({ query }: EndpointInput<typeof getGuestClicks>) {
    const { data: links } = await this.rpc.call(getGuestLinksRpc, query);
    const [first] = links.map(({ created_at }) => created_at).sort();
    if (first === undefined) return { data: [] };
    const question = { link_ids: links.map(({ id }) => id), since: first };
    const totals = await this.outages.nullDuring('analytics', this.rpc.call(guestTotalsRpc, question));
    const clicks = totals && new Map(totals.data.map((total) => [total.link_id, total.clicks]));
    return { data: links.map(({ id }) => ({ id, clicks_count: clicks ? (clicks.get(id) ?? 0) : null })) };
  }
}

import { getGuestClicks, getGuestLinksRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Clicks } from './clicks.js';

/** A guest is told of the links that his own device made, as links knows them: analytics knows no devices. */
@Controller()
export class GuestLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clicks: Clicks,
  ) {}

  @Endpoint(getGuestClicks)
  async tell({ query }: EndpointInput<typeof getGuestClicks>) {
    const { data: links } = await this.rpc.call(getGuestLinksRpc, query);
    const clicksOf = await this.clicks.ofGuests(links);
    return { data: links.map(({ id }) => ({ id, clicks_count: clicksOf && clicksOf(id) })) };
  }
}

import {
  DEVICE_HEADER,
  errorMessage,
  getGuestClicks,
  getGuestLinksRpc,
  getGuestQuota,
  getGuestQuotaRpc,
} from '@linkway/contracts';
import { AppError, RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../http/api-request.js';
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
  async tell({ query, headers }: EndpointInput<typeof getGuestClicks>, { ip }: ApiRequest) {
    const question = { ...query, device_id: headers[DEVICE_HEADER], ip };
    const { data: links } = await this.rpc.call(getGuestLinksRpc, question);
    const clicksOf = await this.clicks.ofGuests(links, ip);
    return { data: links.map(({ id }) => ({ id, clicks_count: clicksOf && clicksOf(id) })) };
  }

  @Endpoint(getGuestQuota)
  async quota({ query, headers }: EndpointInput<typeof getGuestQuota>, { ip }: ApiRequest) {
    // Pages of the former release that are open still name it in the address.
    const device_id = headers[DEVICE_HEADER] ?? query.device_id;
    if (device_id === undefined) throw withoutDevice();
    return this.rpc.call(getGuestQuotaRpc, { device_id, ip });
  }
}

function withoutDevice(): AppError {
  const code = 'request.field_required';
  const errors = [{ field: DEVICE_HEADER, code, detail: errorMessage(code, 'en') }];
  return new AppError('request.invalid', {}, { errors });
}

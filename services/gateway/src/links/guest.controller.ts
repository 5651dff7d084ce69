import { createGuestLink, createGuestLinkRpc, getGuestQuota, getGuestQuotaRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { idempotencyKey } from './idempotency-key.js';

/** Links of visitors without an account: counted per device and per network, so their address is passed on. */
@Controller()
export class GuestController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint(createGuestLink)
  async create({ body }: EndpointInput<typeof createGuestLink>, request: ApiRequest) {
    const key = idempotencyKey(request);
    return this.rpc.call(createGuestLinkRpc, { link: body, ip: request.ip, idempotency_key: key });
  }

  @Endpoint(getGuestQuota)
  async quota({ query }: EndpointInput<typeof getGuestQuota>, request: ApiRequest) {
    return this.rpc.call(getGuestQuotaRpc, { device_id: query.device_id, ip: request.ip });
  }
}

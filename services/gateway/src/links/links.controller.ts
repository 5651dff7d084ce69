import {
  createLink,
  createLinkRpc,
  getLink,
  getLinkRpc,
  listLinks,
  listLinksRpc,
  updateLink,
  updateLinkRpc,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { idempotencyKey } from '../http/idempotency-key.js';
import { Clicks } from './clicks.js';

@Controller()
export class LinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clicks: Clicks,
  ) {}

  @Endpoint(createLink)
  async create({ body }: EndpointInput<typeof createLink>, request: ApiRequest) {
    const command = { link: body, idempotency_key: idempotencyKey(request) };
    const link = await this.rpc.call(createLinkRpc, command, { caller: callerOf(request) });
    return { ...link, clicks_count: 0, clicks_used: link.max_clicks === null ? null : 0 };
  }

  @Endpoint(listLinks)
  async list({ query }: EndpointInput<typeof listLinks>, request: ApiRequest) {
    const caller = callerOf(request);
    const { data, pagination } = await this.rpc.call(listLinksRpc, query, { caller });
    return { data: await this.clicks.countOn(data, caller), pagination };
  }

  @Endpoint(getLink)
  async get({ params }: EndpointInput<typeof getLink>, request: ApiRequest) {
    const caller = callerOf(request);
    return this.clicks.countOnOne(await this.rpc.call(getLinkRpc, params, { caller }), caller);
  }

  @Endpoint(updateLink)
  async update({ params, body: { expected, ...changes } }: EndpointInput<typeof updateLink>, request: ApiRequest) {
    const caller = callerOf(request);
    const link = await this.rpc.call(updateLinkRpc, { id: params.id, changes, expected }, { caller });
    return this.clicks.countOnOne(link, caller);
  }
}

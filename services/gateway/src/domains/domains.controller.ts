import { listActiveDomainsRpc, listDomains } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';

@Controller()
export class DomainsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint(listDomains)
  async list(_input: EndpointInput<typeof listDomains>) {
    return this.rpc.call(listActiveDomainsRpc, {});
  }
}

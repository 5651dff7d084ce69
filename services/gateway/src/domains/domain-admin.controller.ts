import { changeDomain, changeDomainRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, byOf, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';

/** What administrators change of domains: the audit log is told who it was. */
@Controller()
export class DomainAdminController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint(changeDomain)
  change({ params: { id }, body: changes }: EndpointInput<typeof changeDomain>, request: ApiRequest) {
    return this.rpc.call(changeDomainRpc, { id, changes, by: byOf(request) }, { caller: callerOf(request) });
  }
}

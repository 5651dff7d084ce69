import { listActiveDomainsRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DomainService } from './domain.service.js';

@Controller()
export class DomainController {
  constructor(private readonly domains: DomainService) {}

  @Rpc(listActiveDomainsRpc)
  async listActive(
    _input: RpcInput<typeof listActiveDomainsRpc>,
    _call: RpcCall,
  ): Promise<RpcReply<typeof listActiveDomainsRpc>> {
    return { data: await this.domains.listActive() };
  }
}

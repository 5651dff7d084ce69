import { listActiveDomains, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DomainService } from './domain.service.js';

@Controller()
export class DomainController {
  constructor(private readonly domains: DomainService) {}

  @Rpc(listActiveDomains)
  async listActive(
    _input: RpcInput<typeof listActiveDomains>,
    _call: RpcCall,
  ): Promise<RpcReply<typeof listActiveDomains>> {
    return { data: await this.domains.listActive() };
  }
}

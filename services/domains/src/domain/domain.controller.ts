import {
  changeDomainRpc,
  listActiveDomainsRpc,
  listAllDomainsRpc,
  type RpcInput,
  type RpcReply,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DomainService } from './domain.service.js';
import { DomainAddressService } from './domain-address.service.js';

@Controller()
export class DomainController {
  constructor(
    private readonly domains: DomainService,
    private readonly addresses: DomainAddressService,
  ) {}

  @Rpc(listActiveDomainsRpc)
  async listActive(
    _input: RpcInput<typeof listActiveDomainsRpc>,
    _call: RpcCall,
  ): Promise<RpcReply<typeof listActiveDomainsRpc>> {
    return { data: await this.domains.listActive() };
  }

  @Rpc(listAllDomainsRpc)
  async listAll() {
    return { data: await this.addresses.list() };
  }

  @Rpc(changeDomainRpc)
  change(input: RpcInput<typeof changeDomainRpc>, { caller }: RpcCall<typeof changeDomainRpc>) {
    return this.addresses.change(input, caller);
  }
}

import { blockAddressRpc, listBlockedAddressesRpc, type RpcInput, unblockAddressRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { BlockedAddressService } from './blocked-address.service.js';

@Controller()
export class BlockedAddressController {
  constructor(private readonly blocked: BlockedAddressService) {}

  @Rpc(listBlockedAddressesRpc)
  list() {
    return this.blocked.list();
  }

  @Rpc(blockAddressRpc)
  block({ ip, ...block }: RpcInput<typeof blockAddressRpc>, { caller }: RpcCall<typeof blockAddressRpc>) {
    return this.blocked.block(block, ip, caller);
  }

  @Rpc(unblockAddressRpc)
  async unblock({ id }: RpcInput<typeof unblockAddressRpc>, { caller }: RpcCall<typeof unblockAddressRpc>) {
    await this.blocked.unblock(id, caller);
    return {};
  }
}

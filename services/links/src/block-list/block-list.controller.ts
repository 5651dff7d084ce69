import {
  blockDestinationsRpc,
  listBlockedDestinationsRpc,
  type RpcInput,
  unblockDestinationRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { BlockListService } from './block-list.service.js';

@Controller()
export class BlockListController {
  constructor(private readonly list: BlockListService) {}

  @Rpc(listBlockedDestinationsRpc)
  page(query: RpcInput<typeof listBlockedDestinationsRpc>) {
    return this.list.page(query);
  }

  @Rpc(blockDestinationsRpc)
  block(request: RpcInput<typeof blockDestinationsRpc>, { caller }: RpcCall<typeof blockDestinationsRpc>) {
    return this.list.add(request, caller);
  }

  @Rpc(unblockDestinationRpc)
  async unblock({ id }: RpcInput<typeof unblockDestinationRpc>, { caller }: RpcCall<typeof unblockDestinationRpc>) {
    await this.list.remove(id, caller);
    return {};
  }
}

import { deleteExpiredGuestLinksRpc, deleteGuestLinkRpc, listGuestLinksRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { GuestDeletionService } from './guest-deletion.service.js';
import { GuestListService } from './guest-list.service.js';
import { GuestSweeps } from './guest-sweeps.js';

@Controller()
export class GuestLinkController {
  constructor(
    private readonly lists: GuestListService,
    private readonly deletions: GuestDeletionService,
    private readonly sweeps: GuestSweeps,
  ) {}

  @Rpc(listGuestLinksRpc)
  list(query: RpcInput<typeof listGuestLinksRpc>, { caller }: RpcCall<typeof listGuestLinksRpc>) {
    return this.lists.page(query, caller);
  }

  @Rpc(deleteGuestLinkRpc)
  async delete({ id }: RpcInput<typeof deleteGuestLinkRpc>, { caller }: RpcCall<typeof deleteGuestLinkRpc>) {
    await this.deletions.delete(id, caller);
    return {};
  }

  @Rpc(deleteExpiredGuestLinksRpc)
  deleteExpired(
    _input: RpcInput<typeof deleteExpiredGuestLinksRpc>,
    { caller }: RpcCall<typeof deleteExpiredGuestLinksRpc>,
  ) {
    return this.sweeps.ask(caller);
  }
}

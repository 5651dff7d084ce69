import {
  type AccountDeletion,
  cancelAccountDeletionRpc,
  deleteUserRpc,
  type RpcInput,
  type RpcReply,
  requestAccountDeletionRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { AccountDeletionService } from './account-deletion.service.js';
import { UserDeletionService } from './user-deletion.service.js';

@Controller()
export class AccountDeletionController {
  constructor(
    private readonly own: AccountDeletionService,
    private readonly users: UserDeletionService,
  ) {}

  @Rpc(requestAccountDeletionRpc)
  request(
    input: RpcInput<typeof requestAccountDeletionRpc>,
    { caller }: RpcCall<typeof requestAccountDeletionRpc>,
  ): Promise<AccountDeletion> {
    return this.own.request(input, caller);
  }

  @Rpc(cancelAccountDeletionRpc)
  async cancel(
    _input: RpcInput<typeof cancelAccountDeletionRpc>,
    { caller }: RpcCall<typeof cancelAccountDeletionRpc>,
  ): Promise<RpcReply<typeof cancelAccountDeletionRpc>> {
    await this.own.cancel(caller);
    return {};
  }

  @Rpc(deleteUserRpc)
  async delete(
    { id }: RpcInput<typeof deleteUserRpc>,
    { caller }: RpcCall<typeof deleteUserRpc>,
  ): Promise<RpcReply<typeof deleteUserRpc>> {
    await this.users.delete(id, caller);
    return {};
  }
}

import { accountNamesRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UserRepository } from './user.repository.js';

/** Tells the audit log who did what other services know by an id alone. */
@Controller()
export class AccountNamesController {
  constructor(private readonly users: UserRepository) {}

  @Rpc(accountNamesRpc)
  async names({ ids }: RpcInput<typeof accountNamesRpc>): Promise<RpcReply<typeof accountNamesRpc>> {
    const users = await this.users.names(ids);
    return { data: users.map(({ id, email, full_name }) => ({ id, email, full_name })) };
  }
}

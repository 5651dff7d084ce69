import {
  accountRangeRpc,
  accountVersionsRpc,
  type EventData,
  type RpcInput,
  republishIdentityRpc,
  type userRegistered,
} from '@linkway/contracts';
import { Republisher, type Row, Rpc, rangeReply, versionsReply } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { userRegisteredData } from './user.view.js';

/** Answers whoever keeps a copy of the accounts, which is links with its limits. */
@Controller()
export class UserCopyController {
  constructor(
    private readonly users: UserRepository,
    private readonly republisher: Republisher,
  ) {}

  @Rpc(accountRangeRpc)
  async range({ after, limit, fields }: RpcInput<typeof accountRangeRpc>) {
    return rangeReply((await this.users.page(after?.[0] ?? null, limit)).map(rowOf), fields);
  }

  @Rpc(accountVersionsRpc)
  async versions(input: RpcInput<typeof accountVersionsRpc>) {
    const users = await this.users.findAll(input.keys.flatMap(({ key: [id] }) => id ?? []));
    return versionsReply(input, users.map(rowOf));
  }

  @Rpc(republishIdentityRpc)
  republish(input: RpcInput<typeof republishIdentityRpc>) {
    return this.republisher.handle(input);
  }
}

const rowOf = (user: User): Row<EventData<typeof userRegistered>> => ({
  key: [user.id],
  version: user.version,
  content: userRegisteredData(user),
});

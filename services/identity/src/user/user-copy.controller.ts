import {
  type AccountState,
  accountRangeRpc,
  accountVersionsRpc,
  type EventData,
  type RpcInput,
  republishIdentityRpc,
  shutAccountRangeRpc,
  shutAccountVersionsRpc,
  type userRegistered,
} from '@linkway/contracts';
import { Republisher, type Row, Rpc, rangeReply, versionsReply } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { accountState } from './account-state.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { userRegisteredData } from './user.view.js';

/** Answers whoever keeps a copy of the accounts: links of their limits, the redirect of those that are shut. */
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

  @Rpc(shutAccountRangeRpc)
  async shutRange({ after, limit, fields }: RpcInput<typeof shutAccountRangeRpc>) {
    return rangeReply((await this.users.changedPage(after?.[0] ?? null, limit)).map(shutRowOf), fields);
  }

  @Rpc(shutAccountVersionsRpc)
  async shutVersions(input: RpcInput<typeof shutAccountVersionsRpc>) {
    const users = await this.users.findAll(input.keys.flatMap(({ key: [id] }) => id ?? []));
    return versionsReply(input, users.filter(({ version }) => version > 1).map(shutRowOf));
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

/** One that is active again is as one that is gone: its version tells whoever comes late with what was before. */
const shutRowOf = (user: User): Row<AccountState> => ({
  key: [user.id],
  version: user.version,
  content: user.status === 'active' ? null : accountState(user),
});

import {
  type AccountState,
  accountRangeRpc,
  accountStandingRangeRpc,
  accountStandingVersionsRpc,
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
import type { DeletedAccount } from '../account-deletion/deleted-account.entity.js';
import { DeletedAccountRepository, deletedState } from '../account-deletion/deleted-account.repository.js';
import { accountState } from './account-state.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { userRegisteredData } from './user.view.js';

/** Answers whoever keeps a copy of the accounts: links of their limits, the redirect of those that are shut or have privacy mode. */
@Controller()
export class UserCopyController {
  constructor(
    private readonly users: UserRepository,
    private readonly deleted: DeletedAccountRepository,
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

  @Rpc(accountStandingRangeRpc)
  standingRange(input: RpcInput<typeof accountStandingRangeRpc>) {
    return this.changedRange(input, standingRowOf);
  }

  @Rpc(accountStandingVersionsRpc)
  standingVersions(input: RpcInput<typeof accountStandingVersionsRpc>) {
    return this.changedVersions(input, standingRowOf);
  }

  @Rpc(shutAccountRangeRpc)
  shutRange(input: RpcInput<typeof shutAccountRangeRpc>) {
    return this.changedRange(input, shutRowOf);
  }

  @Rpc(shutAccountVersionsRpc)
  shutVersions(input: RpcInput<typeof shutAccountVersionsRpc>) {
    return this.changedVersions(input, shutRowOf);
  }

  private async changedRange({ after, limit, fields }: RpcInput<typeof shutAccountRangeRpc>, rowOf: StateRow) {
    const from = after?.[0] ?? null;
    const changed = await this.users.changedPage(from, limit);
    const deleted = await this.deleted.page(from, limit);
    const rows = [...changed.map(rowOf), ...deleted.map(deletedRowOf)].sort(byId).slice(0, limit);
    return rangeReply(rows, fields);
  }

  private async changedVersions(input: RpcInput<typeof shutAccountVersionsRpc>, rowOf: StateRow) {
    const ids = input.keys.flatMap(({ key: [id] }) => id ?? []);
    const changed = (await this.users.findAll(ids)).filter(({ version }) => version > 1);
    const deleted = await this.deleted.findAll(ids);
    return versionsReply(input, [...changed.map(rowOf), ...deleted.map(deletedRowOf)]);
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

type StateRow = (user: User) => Row<AccountState>;

/** Of one that says nothing to the redirect the version alone. */
const standingRowOf: StateRow = (user) => {
  const state = accountState(user);
  const isPlain = state.status === 'active' && !state.own_visits;
  return { key: [user.id], version: user.version, content: isPlain ? null : state };
};

/** One that is active again is as one that is gone: its version tells whoever comes late with what was before. */
const shutRowOf: StateRow = (user) => ({
  key: [user.id],
  version: user.version,
  content: user.status === 'active' ? null : accountState(user),
});

/** Shut for as long as it is remembered: its links may outlive it by a while. */
const deletedRowOf = (account: DeletedAccount): Row<AccountState> => ({
  key: [account.user_id],
  version: account.version,
  content: deletedState(account),
});

const byId = ({ key: [one = ''] }: Row<AccountState>, { key: [other = ''] }: Row<AccountState>): number =>
  one < other ? -1 : 1;

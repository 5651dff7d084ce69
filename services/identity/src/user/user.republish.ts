import { type RowKey, userChanged, userDeleted, userRegistered } from '@linkway/contracts';
import { type Emit, pageOf, Republisher, type RepublishPage, type RepublishSource } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DeletedAccount } from '../account-deletion/deleted-account.entity.js';
import {
  DeletedAccountRepository,
  deletedState,
  userDeletedData,
} from '../account-deletion/deleted-account.repository.js';
import { accountState } from './account-state.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { userRegisteredData } from './user.view.js';

/** An account, or that it is gone. */
interface Told {
  id: string;
  tell(emit: Emit): void;
}

/** Tells of every account once more, for a consumer that lost what it knew, and of those that are gone, for one that was put back to before. */
@Injectable()
export class UserRepublish implements OnModuleInit, RepublishSource {
  readonly name = 'identity';
  readonly table = 'users';

  constructor(
    private readonly users: UserRepository,
    private readonly deleted: DeletedAccountRepository,
    private readonly republisher: Republisher,
  ) {}

  onModuleInit(): void {
    this.republisher.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<RepublishPage | null> {
    const from = after?.[0] ?? null;
    const users = await this.users.page(from, limit);
    const deleted = await this.deleted.page(from, limit);
    const told = [...users.map(ofUser), ...deleted.map(ofDeleted)].sort((one, other) => (one.id < other.id ? -1 : 1));
    return pageOf(
      told.slice(0, limit),
      ({ id }) => [id],
      (each, emit) => each.tell(emit),
    );
  }
}

/** An account that was changed since it was opened is told of by what came after that, too: others know its standing from there. */
const ofUser = (user: User): Told => ({
  id: user.id,
  tell(emit) {
    emit(userRegistered, userRegisteredData(user));
    if (user.version > 1) emit(userChanged, { user_id: user.id, account: accountState(user) });
  },
});

const ofDeleted = (account: DeletedAccount): Told => ({
  id: account.user_id,
  tell(emit) {
    emit(userChanged, { user_id: account.user_id, account: deletedState(account) });
    emit(userDeleted, userDeletedData(account));
  },
});

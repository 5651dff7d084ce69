import { type RowKey, userChanged, userRegistered } from '@linkway/contracts';
import { type Emit, pageOf, Republisher, type RepublishPage, type RepublishSource } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { accountState } from './account-state.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { userRegisteredData } from './user.view.js';

/** Tells of every account once more, for a consumer that lost what it knew. */
@Injectable()
export class UserRepublish implements OnModuleInit, RepublishSource {
  readonly name = 'identity';
  readonly table = 'users';

  constructor(
    private readonly users: UserRepository,
    private readonly republisher: Republisher,
  ) {}

  onModuleInit(): void {
    this.republisher.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<RepublishPage | null> {
    const users = await this.users.page(after?.[0] ?? null, limit);
    return pageOf(users, ({ id }) => [id], tell);
  }
}

/** An account that was changed since it was opened is told of by what came after that, too: others know its standing from there. */
function tell(user: User, emit: Emit): void {
  emit(userRegistered, userRegisteredData(user));
  if (user.version > 1) emit(userChanged, { user_id: user.id, account: accountState(user) });
}

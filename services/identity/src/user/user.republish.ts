import { type RowKey, userRegistered } from '@linkway/contracts';
import { pageOf, Republisher, type RepublishPage, type RepublishSource } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
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
    return pageOf(
      users,
      ({ id }) => [id],
      (user, emit) => emit(userRegistered, userRegisteredData(user)),
    );
  }
}

import { userChanged, userDeleted } from '@linkway/contracts';
import type { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import type { User } from '../user/user.entity.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { DeletedAccountRepository, deletedState, userDeletedData } from './deleted-account.repository.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

/** The end of an account, for good. */
@Injectable()
export class AccountRemoval {
  constructor(
    private readonly accounts: AccountDeletionRepository,
    private readonly deleted: DeletedAccountRepository,
    private readonly sessions: SessionService,
  ) {}

  /** Of a user whose row the transaction holds: nothing of them is left here, and others are told to do the same. */
  async removeIn(user: User, ...transaction: Transaction): Promise<void> {
    const [manager, emit] = transaction;
    await this.sessions.endAllIn(user.id, ...transaction);
    await this.accounts.removeAll(user, manager);
    const account = await this.deleted.add(user.id, user.version + 1, manager);
    // Its links are paused everywhere within a second, long before the last of them is gone.
    emit(userChanged, { user_id: user.id, account: deletedState(account) });
    emit(userDeleted, userDeletedData(account));
  }
}

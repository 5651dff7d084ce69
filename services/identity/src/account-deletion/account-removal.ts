import { userChanged, userDeleted } from '@linkway/contracts';
import { type Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { accountState } from '../user/account-state.js';
import type { User } from '../user/user.entity.js';
import { UserAdministrationRepository } from '../user-administration/user-administration.repository.js';
import { standingOf } from '../user-administration/user-changes.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { DeletedAccountRepository, deletedState, userDeletedData } from './deleted-account.repository.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

/**
 * The end of an account, for good: first it is shut and due, from when on nobody takes it back; then most of its rows go, a portion at a
 * time; then the account itself. Whoever is cut off leaves one that is due, and the next one goes on.
 */
@Injectable()
export class AccountRemoval {
  constructor(
    private readonly accounts: AccountDeletionRepository,
    private readonly deleted: DeletedAccountRepository,
    private readonly sessions: SessionService,
    private readonly administration: UserAdministrationRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Of a user with profile and settings whose row the transaction holds. */
  async shutIn(user: User, ...transaction: Transaction): Promise<void> {
    const [manager, emit] = transaction;
    await this.accounts.makeDue(user.id, manager);
    if (user.status !== 'active') return;
    const shut = await this.administration.save(user, { ...standingOf(user), status: 'disabled' }, manager);
    await this.sessions.endImpersonationsIn(user.id, ...transaction);
    await this.sessions.endAllIn(user.id, ...transaction);
    // Its links are paused everywhere within a second, long before the last of them is gone.
    emit(userChanged, { user_id: user.id, account: accountState(shut) });
  }

  /**
   * Of an account that is shut. `unfinished`: there is more than is removed at once; `gone`: somebody else has done it, or does it now.
   * `along` is told in the transaction that ends it.
   */
  async finish(id: string, along: (emit: Emit) => void = () => undefined): Promise<'deleted' | 'unfinished' | 'gone'> {
    // Each portion is a transaction of its own: all rows of a large account in one would outlast the time-out of a statement.
    if (!(await this.accounts.removeSome(id))) return 'unfinished';
    return this.outbox.transaction(async (manager, emit) => {
      const user = await this.accounts.dueForUpdate(id, manager);
      if (!user) return 'gone';
      await this.removeIn(user, manager, emit);
      along(emit);
      return 'deleted';
    });
  }

  /** Nothing of them is left here, and others are told to do the same. */
  private async removeIn(user: User, ...transaction: Transaction): Promise<void> {
    const [manager, emit] = transaction;
    await this.sessions.endAllIn(user.id, ...transaction);
    await this.accounts.removeAll(user, manager);
    const account = await this.deleted.add(user.id, user.version + 1, manager);
    emit(userChanged, { user_id: user.id, account: deletedState(account) });
    emit(userDeleted, userDeletedData(account));
  }
}

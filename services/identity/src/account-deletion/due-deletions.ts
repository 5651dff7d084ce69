import { AppLogger, Metrics, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { UserAdministrationRepository } from '../user-administration/user-administration.repository.js';
import { isActiveAdmin } from '../user-administration/user-changes.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountRemoval } from './account-removal.js';
import { DeletedAccountRepository } from './deleted-account.repository.js';

const AT_ONCE = 20;

/** Accounts whose time of grace is over, each for itself: one that is large or cannot be deleted holds up no other. */
@Injectable()
export class DueDeletions {
  private readonly counter;

  constructor(
    private readonly accounts: AccountDeletionRepository,
    private readonly removal: AccountRemoval,
    private readonly deleted: DeletedAccountRepository,
    private readonly administration: UserAdministrationRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.counter = metrics.counter('identity_accounts_deleted_total', 'Accounts that were deleted for good');
  }

  /** Some of them; 0: there may be more. */
  async some(): Promise<0 | undefined> {
    const ids = await this.accounts.due(AT_ONCE);
    const outcomes: string[] = [];
    for (const id of ids) outcomes.push(await this.delete(id));
    const isMore = outcomes.includes('unfinished') || (ids.length === AT_ONCE && outcomes.includes('deleted'));
    return isMore ? 0 : this.deleted.removeOld();
  }

  private async delete(id: string): Promise<'deleted' | 'unfinished' | 'gone' | 'failed'> {
    try {
      if (!(await this.shut(id))) return 'gone';
      const target = { kind: 'user', id, name: null } as const;
      const outcome = await this.removal.finish(id, (emit) =>
        this.trail.record({ action: 'account.deleted', user: null, ip: null, target }, emit),
      );
      if (outcome === 'deleted') this.counter.inc();
      return outcome;
    } catch (error) {
      this.logger.error('an account could not be deleted, it is tried again after the others', { user_id: id, error });
      await this.accounts.putBehind(id);
      return 'failed';
    }
  }

  /** false: it is gone, in the hands of another process, or stays. */
  private async shut(id: string): Promise<boolean> {
    const outcome = await this.outbox.transaction(async (manager, emit) => {
      await this.administration.holdAdministrators(manager);
      if (!(await this.accounts.dueForUpdate(id, manager))) return 'gone';
      const user = await this.administration.findForUpdate(id, manager);
      if (!user) return 'gone';
      // Only where somebody has changed roles past the service: an installation without an administrator helps nobody.
      if (isActiveAdmin(user) && !(await this.administration.hasOtherActiveAdmin(id, manager))) return 'kept';
      await this.removal.shutIn(user, manager, emit);
      return 'shut';
    });
    if (outcome === 'kept') {
      this.logger.warn('the last administrator is not deleted', { user_id: id });
      await this.accounts.putBehind(id);
    }
    return outcome === 'shut';
  }
}

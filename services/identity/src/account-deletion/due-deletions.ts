import { AppLogger, Metrics, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { UserAdministrationRepository } from '../user-administration/user-administration.repository.js';
import { isActiveAdmin } from '../user-administration/user-changes.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountRemoval } from './account-removal.js';
import { DeletedAccountRepository } from './deleted-account.repository.js';

const AT_ONCE = 20;

/** Accounts whose time of grace is over. Each is a transaction: a process that is killed leaves it to the next one whole. */
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
    const kept: string[] = [];
    for (let count = 0; count < AT_ONCE; count += 1) {
      const outcome = await this.next(kept);
      if (outcome === 'none') return this.deleted.removeOld();
    }
    return 0;
  }

  private async next(kept: string[]): Promise<'deleted' | 'kept' | 'none'> {
    const outcome = await this.outbox.transaction(async (manager, emit) => {
      await this.administration.holdAdministrators(manager);
      const [user] = await this.accounts.dueForUpdate(1, kept, manager);
      if (!user) return 'none';
      // Only where somebody has changed roles past the service: an installation without an administrator helps nobody.
      if (
        isActiveAdmin({ role: user.role, status: user.status }) &&
        !(await this.administration.hasOtherActiveAdmin(user.id, manager))
      ) {
        kept.push(user.id);
        this.logger.warn('the last administrator is not deleted', { user_id: user.id });
        return 'kept';
      }
      await this.removal.removeIn(user, manager, emit);
      const target = { kind: 'user', id: user.id, name: null } as const;
      this.trail.record({ action: 'account.deleted', user: null, ip: null, target }, emit);
      return 'deleted';
    });
    if (outcome === 'deleted') this.counter.inc();
    return outcome;
  }
}

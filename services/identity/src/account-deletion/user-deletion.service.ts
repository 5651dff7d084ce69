import type { Caller } from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { SessionService } from '../session/session.service.js';
import { UserAdministrationRepository } from '../user-administration/user-administration.repository.js';
import { isActiveAdmin } from '../user-administration/user-changes.js';
import { AccountRemoval } from './account-removal.js';

/** Accounts that an administrator deletes: shut from the commit on, and gone at once, but for large ones. */
@Injectable()
export class UserDeletionService {
  constructor(
    private readonly administration: UserAdministrationRepository,
    private readonly removal: AccountRemoval,
    private readonly sessions: SessionService,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `users.not_found`, `users.own_account` and `users.last_admin`. */
  async delete(id: string, caller: Caller): Promise<void> {
    if (caller.kind !== 'service') await this.sessions.ofCaller(caller);
    await this.outbox.transaction(async (manager, emit) => {
      await this.administration.holdAdministrators(manager);
      if (caller.kind !== 'service') {
        // By what the caller is in this moment, not by what a gateway knew a moment ago.
        if (!(await this.administration.isActiveAdmin(caller.user_id, manager))) throw new AppError('auth.forbidden');
        if (caller.user_id === id) throw new AppError('users.own_account');
      }
      const user = await this.administration.findForUpdate(id, manager);
      if (!user) throw new AppError('users.not_found');
      const isLast = isActiveAdmin(user) && !(await this.administration.hasOtherActiveAdmin(id, manager));
      if (isLast) throw new AppError('users.last_admin');
      await this.removal.shutIn(user, manager, emit);
      // Without a name: it is to be forgotten.
      const target = { kind: 'user', id, name: null } as const;
      await this.trail.recordBy(caller, { action: 'user.deleted', target }, manager, emit);
    });
    // Of a large account there is more left, which is removed within ten minutes.
    await this.removal.finish(id);
  }
}

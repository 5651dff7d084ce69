import {
  type AccountDeletion,
  type AuditDetails,
  type MemberCaller,
  type RpcInput,
  type requestAccountDeletionRpc,
  userChanged,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { OwnerProof, type ProveOwner } from '../owner-proof/owner-proof.js';
import { SessionService } from '../session/session.service.js';
import type { User } from '../user/user.entity.js';
import { UserAdministrationRepository } from '../user-administration/user-administration.repository.js';
import { isActiveAdmin } from '../user-administration/user-changes.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { DeletionNotices } from './deletion-notices.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

/** The wish of an owner to have the account deleted, and its withdrawal. Meanwhile nothing is otherwise. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly sessions: SessionService,
    private readonly proof: OwnerProof,
    private readonly accounts: AccountDeletionRepository,
    private readonly administration: UserAdministrationRepository,
    private readonly notices: DeletionNotices,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async request(input: RpcInput<typeof requestAccountDeletionRpc>, caller: MemberCaller): Promise<AccountDeletion> {
    const deletion_at = await this.proof.ask(input, caller, (account, prove) =>
      this.requestFor(account, input.origin.ip, prove),
    );
    this.notices.send();
    return { deletion_at: deletion_at.toISOString() };
  }

  async cancel(caller: MemberCaller): Promise<void> {
    const { user } = await this.sessions.ofCaller(caller);
    await this.outbox.transaction((...transaction) => this.cancelIn(user, {}, ...transaction));
    this.notices.send();
  }

  /** Together with what else the caller changes, who sends the mails after the commit. `user` with the profile. */
  async cancelIn(user: User, act: { ip?: string; details?: AuditDetails }, ...[manager, emit]: Transaction) {
    if (!(await this.accounts.cancel(user.id, manager))) return;
    await this.notices.cancelledIn(user, manager);
    this.trail.record({ ...act, action: 'account.deletion_cancelled', user }, emit);
    emit(userChanged, { user_id: user.id });
  }

  private requestFor(account: User, ip: string, prove: ProveOwner): Promise<Date> {
    return this.outbox.transaction(async (manager, emit) => {
      // Before any row, as whoever changes roles does: of the last two administrators one stays.
      await this.administration.holdAdministrators(manager);
      await prove(manager);
      const user = await this.administration.findForUpdate(account.id, manager);
      if (!user) throw new AppError('auth.unauthenticated');
      const isLast = isActiveAdmin(user) && !(await this.administration.hasOtherActiveAdmin(user.id, manager));
      if (isLast) throw new AppError('users.last_admin');
      const { deletion_at, first } = await this.accounts.request(user.id, manager);
      if (!first) return deletion_at;
      await this.notices.requestedIn(user, deletion_at, manager);
      const details = { until: deletion_at.toISOString() };
      this.trail.record({ action: 'account.deletion_requested', user, ip, details }, emit);
      emit(userChanged, { user_id: user.id });
      return deletion_at;
    });
  }
}

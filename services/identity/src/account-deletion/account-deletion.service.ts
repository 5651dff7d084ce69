import {
  type AccountDeletion,
  type MemberCaller,
  type RpcInput,
  type requestAccountDeletionRpc,
  userChanged,
} from '@linkway/contracts';
import { AppError, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { RefusedActs } from '../audit/refused-acts.js';
import { type Judged, PasswordCheckService } from '../password/password-check.service.js';
import { requirePassword } from '../password/required-password.js';
import { SessionService } from '../session/session.service.js';
import { type Prove, SecondFactor } from '../two-factor/second-factor.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { UserAdministrationRepository } from '../user-administration/user-administration.repository.js';
import { isActiveAdmin } from '../user-administration/user-changes.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { DeletionNotices } from './deletion-notices.js';

const wrongPassword = () => fieldError('current_password', 'auth.current_password_wrong');

/** The wish of an owner to have the account deleted, and its withdrawal. Meanwhile nothing is otherwise. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly sessions: SessionService,
    private readonly users: UserRepository,
    private readonly accounts: AccountDeletionRepository,
    private readonly administration: UserAdministrationRepository,
    private readonly passwords: PasswordCheckService,
    private readonly secondFactor: SecondFactor,
    private readonly notices: DeletionNotices,
    private readonly trail: AuditTrail,
    private readonly refused: RefusedActs,
    private readonly outbox: Outbox,
  ) {}

  async request(input: RpcInput<typeof requestAccountDeletionRpc>, caller: MemberCaller): Promise<AccountDeletion> {
    const account = await this.accountOf(caller);
    const { email } = account;
    const { current_password: password, code, origin } = input;
    const deletion_at = await this.refused.watch({ email, ip: origin.ip }, async () => {
      const judged = await this.passwords.verify({ email, password, origin }, async () => account, wrongPassword);
      return this.asOwner(judged, code, (prove) => this.requestFor(account, origin.ip, prove));
    });
    this.notices.send();
    return { deletion_at: deletion_at.toISOString() };
  }

  async cancel(caller: MemberCaller): Promise<void> {
    const { user } = await this.sessions.ofCaller(caller);
    await this.outbox.transaction(async (manager, emit) => {
      if (!(await this.accounts.cancel(user.id, manager))) return;
      await this.notices.cancelledIn(user, manager);
      this.trail.record({ action: 'account.deletion_cancelled', user }, emit);
      emit(userChanged, { user_id: user.id });
    });
    this.notices.send();
  }

  private requestFor(account: User, ip: string, prove: Prove): Promise<Date> {
    return this.outbox.transaction(async (manager, emit) => {
      // Before any row, as whoever changes roles does: of the last two administrators one stays.
      await this.administration.holdAdministrators(manager);
      if (!(await this.users.holdPassword(account, manager))) throw wrongPassword();
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

  /** Here a code that is missing is a field that is: nobody is to be signed in. */
  private async asOwner<T>(judged: Judged, code: string | undefined, work: (prove: Prove) => Promise<T>): Promise<T> {
    try {
      return await this.secondFactor.guard(judged, code, work);
    } catch (error) {
      if (error instanceof AppError && error.code === 'two_factor.required') {
        throw fieldError('code', 'two_factor.code_required');
      }
      throw error;
    }
  }

  /** With the hash of its password. */
  private async accountOf(caller: MemberCaller): Promise<User> {
    const { user_id } = await this.sessions.ofCaller(caller);
    const user = await this.users.findById(user_id);
    if (!user) throw new AppError('auth.unauthenticated');
    requirePassword(user);
    return user;
  }
}

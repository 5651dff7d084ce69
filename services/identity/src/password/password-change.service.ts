import type { changePasswordRpc, MemberCaller, RpcInput, SessionStarted } from '@linkway/contracts';
import { AppError, fieldError, Metrics, networkOf, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { RefusedActs } from '../audit/refused-acts.js';
import { countOutcome } from '../outcome.js';
import { SessionService } from '../session/session.service.js';
import { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { FormerPassword } from './former-password.js';
import { PasswordService } from './password.service.js';
import { PasswordCheckService } from './password-check.service.js';
import { requirePassword } from './required-password.js';

type Change = RpcInput<typeof changePasswordRpc>;

const wrongPassword = () => fieldError('current_password', 'auth.current_password_wrong');

@Injectable()
export class PasswordChangeService {
  private readonly outcomes;

  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly passwords: PasswordService,
    private readonly checks: PasswordCheckService,
    private readonly former: FormerPassword,
    private readonly trail: AuditTrail,
    private readonly refused: RefusedActs,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_password_changes_total', 'Changes of passwords by outcome', ['outcome']);
  }

  change(input: Change, caller: MemberCaller): Promise<SessionStarted> {
    return countOutcome(this.outcomes, () => this.replace(input, caller));
  }

  private async replace({ current_password, new_password, origin }: Change, caller: MemberCaller) {
    const { id: sessionId, user_id } = await this.sessions.ofCaller(caller, { beforePasswordChange: true });
    const user = await this.users.findById(user_id);
    if (!user) throw new AppError('auth.unauthenticated');
    requirePassword(user);
    if (this.passwords.areSame(current_password, new_password)) throw fieldError('new_password', 'auth.password_same');
    await this.passwords.check(new_password, user, 'new_password');

    const { email } = user;
    const given = { email, password: current_password, origin };
    await this.refused.watch({ email, ip: origin.ip }, () => this.checks.judge(given, async () => user, wrongPassword));
    const hash = await this.passwords.hash(new_password, networkOf(origin.ip));
    const started = await this.outbox.transaction(async (...transaction) => {
      const [manager] = transaction;
      if (!(await this.users.changePassword(user, hash, manager))) throw wrongPassword();
      const ended = await this.former.endIn(user, null, ...transaction);
      // It was over before this came to it.
      if (!ended.includes(sessionId)) throw new AppError('auth.unauthenticated');
      const details = { sessions_ended: ended.length };
      this.trail.record({ action: 'password.changed', user, ip: origin.ip, details }, transaction[1]);
      return this.sessions.startIn(changed(user), { origin }, ...transaction);
    });
    this.former.tell();
    return started;
  }
}

const changed = (user: User): User => Object.assign(new User(), user, { must_change_password: false });

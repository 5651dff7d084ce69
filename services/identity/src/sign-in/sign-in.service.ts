import type { RpcInput, SessionStarted, signInRpc } from '@linkway/contracts';
import { AppError, type Emit, Metrics, networkOf, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { RefusedActs } from '../audit/refused-acts.js';
import { countOutcome } from '../outcome.js';
import { PasswordService } from '../password/password.service.js';
import { PasswordCheckService } from '../password/password-check.service.js';
import { SessionService } from '../session/session.service.js';
import type { UsedCode } from '../two-factor/sealed-codes.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { TwoFactorNotices } from '../two-factor/two-factor-notices.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';

type SignIn = RpcInput<typeof signInRpc>;

const refusal = () => new AppError('auth.bad_credentials');

@Injectable()
export class SignInService {
  private readonly outcomes;

  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly passwords: PasswordService,
    private readonly checks: PasswordCheckService,
    private readonly secondFactor: SecondFactor,
    private readonly notices: TwoFactorNotices,
    private readonly trail: AuditTrail,
    private readonly refused: RefusedActs,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_sign_ins_total', 'Attempts to sign in by outcome', ['outcome']);
  }

  signIn(input: SignIn): Promise<SessionStarted> {
    const { email, origin } = input;
    return countOutcome(this.outcomes, () => this.refused.watch({ email, ip: origin.ip }, () => this.enter(input)));
  }

  private async enter({
    email,
    password,
    code,
    origin,
    former_session_token: former,
  }: SignIn): Promise<SessionStarted> {
    const judged = await this.checks.verify({ email, password, origin }, () => this.users.findByEmail(email), refusal);
    const { user } = judged;
    if (this.passwords.isOutdated(user.password_hash)) {
      await this.users.replaceHash(
        user.id,
        user.password_hash,
        await this.passwords.hash(password, networkOf(origin.ip)),
      );
    }
    const started = await this.secondFactor.guard(judged, code, (prove) =>
      this.outbox.transaction(async (manager, emit) => {
        // A change of the password ends all sessions: none may begin after it that the former password has opened.
        if (!(await this.users.holdPassword(user, manager))) throw refusal();
        const used = await prove(manager);
        if (used?.kind === 'recovery') await this.notices.recoveryCodeUsedIn(user, used.left, manager);
        const session = await this.sessions.startIn(user, { origin, former }, manager, emit);
        this.tell(user, session, { ip: origin.ip, used }, emit);
        return session;
      }),
    );
    if (code !== undefined) this.notices.send();
    return started;
  }

  private tell(
    user: User,
    { session_id }: SessionStarted,
    { ip, used }: { ip: string; used: UsedCode | null },
    emit: Emit,
  ): void {
    if (used?.kind === 'recovery') {
      const details = { recovery_codes_left: used.left };
      this.trail.record({ action: 'two_factor.recovery_code_used', user, ip, details }, emit);
    }
    const target = { kind: 'session', id: session_id } as const;
    this.trail.record(
      { action: 'session.signed_in', user, ip, target, details: { two_factor: used?.kind ?? 'none' } },
      emit,
    );
  }
}

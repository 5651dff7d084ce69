import type { RpcInput, SessionStarted, signInRpc } from '@linkway/contracts';
import { AppError, Metrics, networkOf, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { countOutcome } from '../outcome.js';
import { PasswordService } from '../password/password.service.js';
import { PasswordCheckService } from '../password/password-check.service.js';
import { SessionService } from '../session/session.service.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { TwoFactorNotices } from '../two-factor/two-factor-notices.js';
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
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_sign_ins_total', 'Attempts to sign in by outcome', ['outcome']);
  }

  signIn(input: SignIn): Promise<SessionStarted> {
    return countOutcome(this.outcomes, () => this.enter(input));
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
        return this.sessions.startIn(user, { origin, former }, manager, emit);
      }),
    );
    if (code !== undefined) this.notices.send();
    return started;
  }
}

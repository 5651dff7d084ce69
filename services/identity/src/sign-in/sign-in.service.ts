import type { RpcInput, SessionStarted, signInRpc } from '@linkway/contracts';
import { AppError, Metrics, networkOf, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { countOutcome } from '../outcome.js';
import { PasswordService } from '../password/password.service.js';
import { PasswordCheckService } from '../password/password-check.service.js';
import { SessionService } from '../session/session.service.js';
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
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_sign_ins_total', 'Attempts to sign in by outcome', ['outcome']);
  }

  signIn(input: SignIn): Promise<SessionStarted> {
    return countOutcome(this.outcomes, () => this.enter(input));
  }

  private async enter({ email, password, origin, former_session_token: former }: SignIn): Promise<SessionStarted> {
    const user = await this.checks.judge({ email, password, origin }, () => this.users.findByEmail(email), refusal);
    if (this.passwords.isOutdated(user.password_hash)) {
      await this.users.replaceHash(
        user.id,
        user.password_hash,
        await this.passwords.hash(password, networkOf(origin.ip)),
      );
    }
    return this.outbox.transaction(async (manager, emit) => {
      // A change of the password ends all sessions: none may begin after it that the former password has opened.
      if (!(await this.users.holdPassword(user, manager))) throw refusal();
      return this.sessions.startIn(user, { origin, former }, manager, emit);
    });
  }
}

import type { RpcInput, SessionStarted, signInRpc } from '@linkway/contracts';
import { AppError, Metrics, networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptService } from '../attempt/attempt.service.js';
import { countOutcome } from '../outcome.js';
import { PasswordService } from '../password/password.service.js';
import { SessionService } from '../session/session.service.js';
import { emailKey } from '../user/new-user.js';
import { UserRepository } from '../user/user.repository.js';

type SignIn = RpcInput<typeof signInRpc>;

@Injectable()
export class SignInService {
  private readonly outcomes;

  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly passwords: PasswordService,
    private readonly attempts: AttemptService,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_sign_ins_total', 'Attempts to sign in by outcome', ['outcome']);
  }

  signIn(input: SignIn): Promise<SessionStarted> {
    return countOutcome(this.outcomes, () => this.enter(input));
  }

  private async enter({ email, password, origin }: SignIn): Promise<SessionStarted> {
    const { account, network } = this.attempts.signIn(emailKey(email), origin.ip);
    const counters = [...account, ...network];
    const check = () => this.attempts.check(counters);
    await check();

    const user = await this.users.findByEmail(email);
    // Guesses that all come at once wait for their turn together: most need no hash any more when it has come.
    const right = await this.passwords.verify(user?.password_hash ?? null, password, networkOf(origin.ip), check);
    if (!user || !right || user.status !== 'active') {
      await this.attempts.count(counters);
      throw new AppError('auth.bad_credentials');
    }
    // Those hashed side by side have all passed by now: none beyond the limit may learn that it was right.
    await check();
    await this.attempts.forget(account);
    if (this.passwords.isOutdated(user.password_hash)) {
      await this.users.replaceHash(
        user.id,
        user.password_hash,
        await this.passwords.hash(password, networkOf(origin.ip)),
      );
    }
    return this.sessions.start(user, origin);
  }
}

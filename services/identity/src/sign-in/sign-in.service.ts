import type { RpcInput, SessionStarted, signInRpc } from '@linkway/contracts';
import { AppError, Metrics, networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { RefusedActs } from '../audit/refused-acts.js';
import { countOutcome } from '../outcome.js';
import { PasswordService } from '../password/password.service.js';
import { PasswordCheckService } from '../password/password-check.service.js';
import { UserRepository } from '../user/user.repository.js';
import { AccountEntry } from './account-entry.js';

type SignIn = RpcInput<typeof signInRpc>;

const refusal = () => new AppError('auth.bad_credentials');

@Injectable()
export class SignInService {
  private readonly outcomes;

  constructor(
    private readonly users: UserRepository,
    private readonly passwords: PasswordService,
    private readonly checks: PasswordCheckService,
    private readonly entry: AccountEntry,
    private readonly refused: RefusedActs,
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
    const { id, password_hash } = judged.user;
    if (password_hash !== null && this.passwords.isOutdated(password_hash)) {
      await this.users.replaceHash(id, password_hash, await this.passwords.hash(password, networkOf(origin.ip)));
    }
    return this.entry.enter(judged, { code, origin, former, refusal });
  }
}

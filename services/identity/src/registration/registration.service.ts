import type { RpcInput, registerUserRpc, SessionStarted } from '@linkway/contracts';
import { AppError, CONFIG, Metrics, networkOf, Outbox } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AttemptService } from '../attempt/attempt.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { countOutcome } from '../outcome.js';
import { PasswordService } from '../password/password.service.js';
import { SessionService } from '../session/session.service.js';
import { ThreatWatch } from '../threat/threat-watch.js';
import { newUser } from '../user/new-user.js';
import { NewAccounts } from './new-accounts.js';

type Registration = RpcInput<typeof registerUserRpc>;

@Injectable()
export class RegistrationService {
  private readonly outcomes;

  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly accounts: NewAccounts,
    private readonly sessions: SessionService,
    private readonly passwords: PasswordService,
    private readonly attempts: AttemptService,
    private readonly trail: AuditTrail,
    private readonly threats: ThreatWatch,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_registrations_total', 'Registrations by outcome', ['outcome']);
  }

  register(input: Registration): Promise<SessionStarted> {
    return countOutcome(this.outcomes, () => this.open(input));
  }

  private async open({
    email,
    password,
    full_name,
    origin,
    language,
    former_session_token: former,
  }: Registration): Promise<SessionStarted> {
    if (!this.config.REGISTRATION_ENABLED) throw new AppError('auth.registration_disabled');
    await this.attempts.count(this.attempts.registration(origin.ip));
    await this.passwords.check(password, { email, full_name });
    // Saves the hash; what decides is the unique index.
    if (await this.accounts.isTaken(email)) throw new AppError('auth.email_taken');

    const user = newUser({
      email,
      full_name,
      password_hash: await this.passwords.hash(password, networkOf(origin.ip)),
      role: 'user',
      language,
    });
    const started = await this.outbox.transaction(async (manager, emit) => {
      await this.accounts.openIn(user, manager, emit);
      const target = { kind: 'user', id: user.id, name: user.email } as const;
      this.trail.record({ action: 'account.registered', user, ip: origin.ip, target }, emit);
      const session = await this.sessions.startIn(user, { origin, former }, manager, emit);
      await this.threats.registered(origin.ip, manager);
      return session;
    });
    this.accounts.opened();
    return started;
  }
}

import { type RpcInput, type registerUserRpc, type SessionStarted, userRegistered } from '@linkway/contracts';
import { AppError, CONFIG, Metrics, networkOf, Outbox } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AttemptService } from '../attempt/attempt.service.js';
import type { IdentityConfig } from '../config.js';
import { countOutcome } from '../outcome.js';
import { PasswordService } from '../password/password.service.js';
import { newSession } from '../session/new-session.js';
import { SessionRepository } from '../session/session.repository.js';
import { sessionStarted } from '../session/session.service.js';
import { newUser } from '../user/new-user.js';
import { UserRepository } from '../user/user.repository.js';
import { userRegisteredData } from '../user/user.view.js';

type Registration = RpcInput<typeof registerUserRpc>;

@Injectable()
export class RegistrationService {
  private readonly outcomes;

  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly passwords: PasswordService,
    private readonly attempts: AttemptService,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_registrations_total', 'Registrations by outcome', ['outcome']);
  }

  register(input: Registration): Promise<SessionStarted> {
    return countOutcome(this.outcomes, () => this.open(input));
  }

  private async open({ email, password, full_name, origin }: Registration): Promise<SessionStarted> {
    if (!this.config.REGISTRATION_ENABLED) throw new AppError('auth.registration_disabled');
    await this.attempts.count(this.attempts.registration(origin.ip));
    // Saves the hash; what decides is the unique index.
    if (await this.users.isEmailTaken(email)) throw new AppError('auth.email_taken');

    const user = newUser({
      email,
      full_name,
      password_hash: await this.passwords.hash(password, networkOf(origin.ip)),
      role: 'user',
    });
    const session = newSession(user.id, origin);
    return this.outbox.transaction(async (manager, emit) => {
      await this.users.insert(user, manager);
      const expiresAt = await this.sessions.insert(session, manager);
      emit(userRegistered, userRegisteredData(user));
      return sessionStarted(user, session, expiresAt);
    });
  }
}

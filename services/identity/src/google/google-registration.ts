import type { finishGoogleSignInRpc, Locale, RpcInput, SessionStarted } from '@linkway/contracts';
import { AppError, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AttemptService } from '../attempt/attempt.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { NewAccounts } from '../registration/new-accounts.js';
import { SessionService } from '../session/session.service.js';
import { ThreatWatch } from '../threat/threat-watch.js';
import { newUser } from '../user/new-user.js';
import type { User } from '../user/user.entity.js';
import { GoogleAccountRepository, type Subject } from './google-account.repository.js';
import { GoogleSignInRepository, type Told } from './google-sign-in.repository.js';

/** Opens accounts for those who come from Google: without a password, and with an address that is confirmed. */
@Injectable()
export class GoogleRegistration {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly signIns: GoogleSignInRepository,
    private readonly googleAccounts: GoogleAccountRepository,
    private readonly accounts: NewAccounts,
    private readonly sessions: SessionService,
    private readonly attempts: AttemptService,
    private readonly trail: AuditTrail,
    private readonly threats: ThreatWatch,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `auth.registration_disabled`. */
  userOf({ email, full_name }: Told & { email: string }, language: Locale): User {
    if (!this.config.REGISTRATION_ENABLED) throw new AppError('auth.registration_disabled');
    const [name = email] = email.split('@');
    return newUser({
      email,
      full_name: full_name ?? name,
      password_hash: null,
      role: 'user',
      language,
      email_verified: true,
    });
  }

  /** null: an account with that address was opened meanwhile. */
  async open(
    user: User,
    subject: Subject,
    { ticket, origin, former_session_token: former }: RpcInput<typeof finishGoogleSignInRpc>,
  ): Promise<SessionStarted | null> {
    await this.attempts.count(this.attempts.registration(origin.ip));
    try {
      const started = await this.outbox.transaction(async (manager, emit) => {
        if (!(await this.signIns.use(ticket, manager))) throw new AppError('google.sign_in_over');
        await this.accounts.openIn(user, manager, emit);
        // With another address it has an account of its own since a moment ago.
        if ((await this.googleAccounts.use(subject, user.id, manager)) === 'other')
          throw new AppError('auth.email_taken');
        const target = { kind: 'user', id: user.id, name: user.email } as const;
        const details = { with: 'google' };
        this.trail.record({ action: 'account.registered', user, ip: origin.ip, target, details }, emit);
        const session = await this.sessions.startIn(user, { origin, former }, manager, emit);
        await this.threats.registered(origin.ip, manager);
        return session;
      });
      this.accounts.opened();
      return started;
    } catch (error) {
      if (error instanceof AppError && error.code === 'auth.email_taken') return null;
      throw error;
    }
  }
}

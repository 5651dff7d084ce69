import type { finishGoogleSignInRpc, RpcInput, SessionStarted } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { PasswordCheckService } from '../password/password-check.service.js';
import { AccountEntry } from '../sign-in/account-entry.js';
import type { User } from '../user/user.entity.js';
import { GoogleAccountRepository, type Subject } from './google-account.repository.js';
import { GoogleLinkedNotice } from './google-linked-notice.js';
import { GoogleSignInRepository } from './google-sign-in.repository.js';

const isOver = () => new AppError('google.sign_in_over');

/** Lets into an account whoever has its Google account, which opens it from then on. */
@Injectable()
export class GoogleEntry {
  constructor(
    private readonly signIns: GoogleSignInRepository,
    private readonly accounts: GoogleAccountRepository,
    private readonly checks: PasswordCheckService,
    private readonly entry: AccountEntry,
    private readonly notice: GoogleLinkedNotice,
    private readonly trail: AuditTrail,
  ) {}

  /** null: a code is asked for. */
  async enter(
    user: User,
    subject: Subject,
    { ticket, code, origin, former_session_token: former }: RpcInput<typeof finishGoogleSignInRpc>,
  ): Promise<SessionStarted | null> {
    const judged = { user, tries: await this.checks.triesOf(user.email, origin) };
    let isNew = false;
    try {
      const entering = { code, origin, former, refusal: isOver, with: 'google' } as const;
      const started = await this.entry.enter(judged, entering, async (manager, emit) => {
        if (!(await this.signIns.use(ticket, manager))) throw isOver();
        const link = await this.accounts.use(subject, user.id, manager);
        if (link === 'other') throw isOver();
        isNew = link === 'linked';
        if (!isNew) return;
        await this.notice.addIn(user, manager);
        const target = { kind: 'user', id: user.id, name: user.email } as const;
        this.trail.record({ action: 'account.google_linked', user, ip: origin.ip, target }, emit);
      });
      if (isNew) this.notice.send();
      return started;
    } catch (error) {
      if (error instanceof AppError && error.code === 'two_factor.required') return null;
      throw error;
    }
  }
}

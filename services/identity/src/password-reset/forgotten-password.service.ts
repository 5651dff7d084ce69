import { resetPasswordMail } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountLinkRepository } from '../account-link/account-link.repository.js';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import { AttemptService } from '../attempt/attempt.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { type MailRequestHandler, MailRequests } from '../mail-request/mail-requests.service.js';
import { emailKey } from '../user/new-user.js';

const VALID_SECONDS = 60 * 60;

/** Sends whoever forgot a password the link to set another. */
@Injectable()
export class ForgottenPasswordService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly links: AccountLinkRepository,
    private readonly attempts: AttemptService,
    private readonly requests: MailRequests,
    private readonly queue: MailQueue,
    private readonly trail: AuditTrail,
  ) {}

  onModuleInit(): void {
    this.requests.handle('reset_password', this.write);
  }

  async ask({ email, ip, language }: { email: string; ip: string; language: 'en' | 'vi' }): Promise<void> {
    await this.attempts.count(this.attempts.mail('forgot-password', emailKey(email), ip));
    await this.requests.add({ purpose: 'reset_password', email, language, ip });
  }

  /** The one that is sent last is the one that works. */
  private readonly write: MailRequestHandler = async (user, request, manager, emit) => {
    await this.links.removeAll(user.id, 'reset_password', manager);
    const { token, expires_at } = await this.links.add(
      { user, purpose: 'reset_password', seconds: VALID_SECONDS },
      manager,
    );
    await this.queue.add(
      {
        key: `reset-password:${request.id}`,
        mail: resetPasswordMail,
        to: recipientOf(user),
        language: request.language ?? user.language ?? 'en',
        variables: {
          user_name: nameInMail(user),
          reset_link: webAddress(this.config.PUBLIC_URL, '/reset-password', token),
          expires_at: expires_at.toISOString(),
        },
        send_before: expires_at,
      },
      manager,
    );
    // Whoever asked is not known to be the owner.
    const target = { kind: 'user', id: user.id, name: user.email } as const;
    this.trail.record({ action: 'password.reset_requested', user: null, ip: request.ip, target }, emit);
  };
}

import { lockoutNotice } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import type { IdentityConfig } from '../config.js';
import { MailRepository } from '../mail/queue/mail.repository.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { type MailRequestHandler, MailRequests } from '../mail-request/mail-requests.service.js';

/** Tells an owner, once an hour at most, that wrong passwords were tried until no more were taken. */
@Injectable()
export class LockoutNotice implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly requests: MailRequests,
    private readonly queue: MailQueue,
    private readonly mails: MailRepository,
  ) {}

  onModuleInit(): void {
    this.requests.handle('lockout_notice', this.write);
  }

  /** Also for an address that has no account: that takes as long. */
  async ask(email: string, seconds: number): Promise<void> {
    const until = new Date(Date.now() + seconds * 1_000);
    await this.requests.add({ purpose: 'lockout_notice', email, language: null, until });
  }

  private readonly write: MailRequestHandler = async (user, { id, until }, manager) => {
    if (!until || until.getTime() <= Date.now()) return;
    if (await this.mails.wasSentWithinHour(user.id, lockoutNotice.name, manager)) return;
    await this.queue.add(
      {
        key: `lockout-notice:${id}`,
        mail: lockoutNotice,
        to: recipientOf(user),
        language: user.language ?? 'en',
        variables: {
          user_name: nameInMail(user),
          blocked_until: until.toISOString(),
          forgot_password_link: webAddress(this.config.PUBLIC_URL, '/forgot-password'),
        },
        send_before: null,
      },
      manager,
    );
  };
}

import { lockoutNotice } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { MailRepository } from '../mail/queue/mail.repository.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { type MailRequestHandler, MailRequests } from '../mail-request/mail-requests.service.js';
import { ThreatWatch } from '../threat/threat-watch.js';
import type { User } from '../user/user.entity.js';

/** Tells an owner, once an hour at most, that wrong passwords were tried until no more were taken. */
@Injectable()
export class LockoutNotice implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly requests: MailRequests,
    private readonly queue: MailQueue,
    private readonly mails: MailRepository,
    private readonly trail: AuditTrail,
    private readonly threats: ThreatWatch,
  ) {}

  onModuleInit(): void {
    this.requests.handle('lockout_notice', this.handle);
  }

  /** Also for an address that has no account: that takes as long. */
  async ask({ email, ip }: { email: string; ip: string }, seconds: number): Promise<void> {
    const until = new Date(Date.now() + seconds * 1_000);
    await this.requests.add({ purpose: 'lockout_notice', email, language: null, until, ip });
  }

  private readonly handle: MailRequestHandler = async (user, { id, until, ip }, manager, emit) => {
    if (!until) return;
    const isOver = until.getTime() <= Date.now();
    if (!isOver && !(await this.mails.wasSentWithinHour(user.id, lockoutNotice.name, manager))) {
      await this.write(user, id, until, manager);
    }
    await this.threats.lockedOut(user.id, ip, manager);
    const target = { kind: 'user', id: user.id, name: user.email } as const;
    this.trail.record(
      { action: 'account.locked_out', user: null, ip, target, details: { until: until.toISOString() } },
      emit,
    );
  };

  private async write(user: User, id: string, until: Date, manager: Parameters<MailRequestHandler>[2]): Promise<void> {
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
  }
}

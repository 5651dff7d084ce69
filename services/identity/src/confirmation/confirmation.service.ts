import { confirmation, type confirmEmailRpc, type RpcInput, userChanged } from '@linkway/contracts';
import { AppError, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountLinkRepository } from '../account-link/account-link.repository.js';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import { AttemptService } from '../attempt/attempt.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { isHolderKnown, KnownHolder } from '../holder/known-holder.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { type MailRequestHandler, MailRequests } from '../mail-request/mail-requests.service.js';
import { emailKey } from '../user/new-user.js';
import { UserRepository } from '../user/user.repository.js';

const VALID_SECONDS = 24 * 60 * 60;

/** That the address of an account is its owner's. */
@Injectable()
export class ConfirmationService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly links: AccountLinkRepository,
    private readonly users: UserRepository,
    private readonly holder: KnownHolder,
    private readonly attempts: AttemptService,
    private readonly requests: MailRequests,
    private readonly queue: MailQueue,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.requests.handle('confirmation', this.write);
  }

  async resend({ email, ip, language }: { email: string; ip: string; language: 'en' | 'vi' }): Promise<void> {
    await this.attempts.count(this.attempts.mail('resend-confirmation', emailKey(email), ip));
    await this.requests.add({ purpose: 'confirmation', email, language });
  }

  /** Again with the same link confirms nothing more, as a page may be loaded twice; in another browser it may still tell who holds the account. */
  async confirm({ token, device }: RpcInput<typeof confirmEmailRpc>): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      const link = await this.links.findOpen(token, 'confirm_email', manager);
      if (!link) throw new AppError('auth.confirmation_link_invalid');
      const { user_id, email_lower } = link;
      const isFirstUse = await this.links.use(token, 'confirm_email', manager);
      const confirms = isFirstUse && (await this.users.confirmEmail(user_id, email_lower, manager));
      if (!confirms && !(await this.users.isConfirmed(user_id, email_lower, manager))) {
        throw new AppError('auth.confirmation_link_invalid');
      }
      if (confirms) {
        emit(userChanged, { user_id });
        const user = await this.trail.userOf(user_id, manager);
        this.trail.record({ action: 'account.email_confirmed', user, details: { by: 'confirmation_link' } }, emit);
      }
      await this.holder.linkOpenedIn(user_id, { device, confirms }, manager);
    });
  }

  /** Mails that were sent before stay good: they may arrive in any order. */
  private readonly write: MailRequestHandler = async (user, request, manager) => {
    // Also where it is confirmed: in a browser that the account is entered with the link tells whose it is.
    if (isHolderKnown(user)) return;
    const { token, expires_at } = await this.links.add(
      { user, purpose: 'confirm_email', seconds: VALID_SECONDS },
      manager,
    );
    await this.queue.add(
      {
        key: `confirmation:${request.id}`,
        mail: confirmation,
        to: recipientOf(user),
        language: request.language ?? user.language ?? 'en',
        variables: {
          user_name: nameInMail(user),
          confirmation_link: webAddress(this.config.PUBLIC_URL, '/confirm-email', token),
          expires_at: expires_at.toISOString(),
        },
        send_before: expires_at,
      },
      manager,
    );
  };
}

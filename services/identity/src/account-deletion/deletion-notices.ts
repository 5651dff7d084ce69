import { deletionCancelled, deletionRequested } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import type { IdentityConfig } from '../config.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import type { User } from '../user/user.entity.js';

type Manager = Parameters<MailQueue['add']>[1];

/** Tells an owner that the account will be deleted, or stays. `user` with the profile; `send` follows the commit. */
@Injectable()
export class DeletionNotices {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly queue: MailQueue,
  ) {}

  async requestedIn(user: User, deletionAt: Date, manager: Manager): Promise<void> {
    const variables = {
      ...this.toEvery(user),
      deletion_at: deletionAt.toISOString(),
      profile_link: webAddress(this.config.PUBLIC_URL, '/dashboard?tab=profile'),
    };
    await this.queue.add({ ...this.mailTo(user, 'deletion-requested'), mail: deletionRequested, variables }, manager);
  }

  async cancelledIn(user: User, manager: Manager): Promise<void> {
    const variables = { ...this.toEvery(user), cancelled_at: new Date().toISOString() };
    await this.queue.add({ ...this.mailTo(user, 'deletion-cancelled'), mail: deletionCancelled, variables }, manager);
  }

  send(): void {
    this.queue.wake();
  }

  private mailTo(user: User, about: string) {
    const language = user.language ?? 'en';
    return { key: `${about}:${uuidv7()}`, to: recipientOf(user), language, send_before: null } as const;
  }

  private toEvery(user: User) {
    return {
      user_name: nameInMail(user),
      forgot_password_link: webAddress(this.config.PUBLIC_URL, '/forgot-password'),
    };
  }
}

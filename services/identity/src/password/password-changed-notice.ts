import { type Locale, passwordChanged, passwordChangedNotification } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import type { IdentityConfig } from '../config.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { Notifier } from '../notification/notifier.js';
import type { User } from '../user/user.entity.js';

type Manager = Parameters<Notifier['tellIn']>[1];

/** Tells an owner that the password is another one now. */
@Injectable()
export class PasswordChangedNotice {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly queue: MailQueue,
    private readonly notifier: Notifier,
  ) {}

  /** In the transaction of the change, after whose commit `send` sends it at once. `user` with the profile. */
  async addIn(user: User, language: Locale | null, manager: Manager): Promise<void> {
    const mail = {
      key: `password-changed:${uuidv7()}`,
      mail: passwordChanged,
      to: recipientOf(user),
      language: language ?? user.language ?? 'en',
      variables: {
        user_name: nameInMail(user),
        changed_at: new Date().toISOString(),
        forgot_password_link: webAddress(this.config.PUBLIC_URL, '/forgot-password'),
      },
      send_before: null,
    };
    await this.queue.add(mail, manager);
    const told = { userId: user.id, notification: passwordChangedNotification, variables: {} };
    await this.notifier.tellIn(told, manager);
  }

  send(): void {
    this.queue.wake();
    this.notifier.wake();
  }
}

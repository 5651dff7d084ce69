import {
  type MailDefinition,
  type MailValues,
  recoveryCodesRenewed,
  recoveryCodesRenewedNotification,
  recoveryCodeUsed,
  recoveryCodeUsedNotification,
  twoFactorDisabled,
  twoFactorDisabledNotification,
  twoFactorEnabled,
  twoFactorEnabledNotification,
  wrongCodesNotice,
} from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import type { IdentityConfig } from '../config.js';
import { MailRepository } from '../mail/queue/mail.repository.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { Notifier } from '../notification/notifier.js';
import type { User } from '../user/user.entity.js';
import type { Manager } from './two-factor.repository.js';

const CHANGES = {
  enabled: { mail: twoFactorEnabled, notification: twoFactorEnabledNotification },
  disabled: { mail: twoFactorDisabled, notification: twoFactorDisabledNotification },
  renewed: { mail: recoveryCodesRenewed, notification: recoveryCodesRenewedNotification },
};

/** Tells an owner what became of the two-factor authentication. `user` with the profile; `send` follows the commit. */
@Injectable()
export class TwoFactorNotices {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly queue: MailQueue,
    private readonly mails: MailRepository,
    private readonly notifier: Notifier,
  ) {}

  async changedIn(user: User, change: keyof typeof CHANGES, manager: Manager): Promise<void> {
    const { mail, notification } = CHANGES[change];
    await this.add(mail, user, { ...this.toEvery(user), changed_at: new Date().toISOString() }, manager);
    await this.notifier.tellIn({ userId: user.id, notification, variables: {} }, manager);
  }

  async recoveryCodeUsedIn(user: User, left: number, manager: Manager): Promise<void> {
    const variables = { ...this.toEvery(user), used_at: new Date().toISOString(), codes_left: String(left) };
    await this.add(recoveryCodeUsed, user, variables, manager);
    const told = { notification: recoveryCodeUsedNotification, variables: { codes_left: String(left) } };
    await this.notifier.tellIn({ userId: user.id, ...told }, manager);
  }

  /** Once an hour at most. The password was right: nothing has to be hidden from whoever waits for the answer. */
  async wrongCodesIn(user: User, seconds: number, manager: Manager): Promise<void> {
    if (await this.mails.wasSentWithinHour(user.id, wrongCodesNotice.name, manager)) return;
    const blocked_until = new Date(Date.now() + seconds * 1_000).toISOString();
    await this.add(wrongCodesNotice, user, { ...this.toEvery(user), blocked_until }, manager);
  }

  send(): void {
    this.queue.wake();
    this.notifier.wake();
  }

  private toEvery(user: User) {
    return {
      user_name: nameInMail(user),
      forgot_password_link: webAddress(this.config.PUBLIC_URL, '/forgot-password'),
    };
  }

  private async add<M extends MailDefinition>(
    mail: M,
    user: User,
    variables: MailValues<M>,
    manager: Manager,
  ): Promise<void> {
    const language = user.language ?? 'en';
    const key = `${mail.name}:${uuidv7()}`;
    await this.queue.add({ key, mail, to: recipientOf(user), language, variables, send_before: null }, manager);
  }
}

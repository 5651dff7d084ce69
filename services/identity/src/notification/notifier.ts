import {
  type NotificationDefinition,
  type NotificationValues,
  notificationMail,
  notificationText,
  notificationValuesSchema,
} from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import type { IdentityConfig } from '../config.js';
import { MailRepository } from '../mail/queue/mail.repository.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { PushQueue } from '../push/push-queue.js';
import { User } from '../user/user.entity.js';
import { NotificationRepository } from './notification.repository.js';

export interface Told<N extends NotificationDefinition> {
  readonly userId: string;
  readonly notification: N;
  readonly variables: NotificationValues<N>;
  /** Whoever tells again with the same key tells nothing; without one it is told of each time. */
  readonly key?: string;
}

type Manager = Parameters<NotificationRepository['add']>[1];

/** Whoever does something over and over is told of it by mail so often; the rest is in the web app. */
const MOST_MAILS_AN_HOUR = 20;

/** Tells an account of something, in the transaction of what it tells of; `wake` follows the commit. */
@Injectable()
export class Notifier {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly notifications: NotificationRepository,
    private readonly mails: MailRepository,
    private readonly queue: MailQueue,
    private readonly pushes: PushQueue,
  ) {}

  async tellIn<N extends NotificationDefinition>(
    { userId, notification, variables, key }: Told<N>,
    manager: Manager,
  ): Promise<void> {
    const id = uuidv7();
    const params = notificationValuesSchema(notification).parse(variables);
    const row = { id, user_id: userId, key: key ?? id, kind: notification.name, params };
    if (!(await this.notifications.add(row, manager))) return;
    await this.pushes.add(id, userId, manager);
    if (notification.mail) await this.mailIn(id, { userId, notification, params }, manager);
  }

  wake(): void {
    this.queue.wake();
    this.pushes.wake();
  }

  /**
   * Where its reader wants it, and only to an address that is known to be theirs: whoever opens an account under the address of somebody else has
   * nothing sent there by what they do in it.
   */
  private async mailIn(
    id: string,
    { userId, notification, params }: { userId: string; notification: NotificationDefinition; params: Params },
    manager: Manager,
  ): Promise<void> {
    const user = await manager.findOne(User, {
      where: { id: userId, status: 'active' },
      relations: { profile: true, settings: true },
    });
    if (!user?.email_verified_at || user.settings?.email_notifications === false) return;
    if ((await this.mails.countWithinHour(userId, notificationMail.name, manager)) >= MOST_MAILS_AN_HOUR) return;
    const language = user.language ?? 'en';
    const mail = {
      key: `${notificationMail.name}:${id}`,
      mail: notificationMail,
      to: recipientOf(user),
      language,
      variables: {
        user_name: nameInMail(user),
        ...notificationText(notification, params, language),
        link: webAddress(this.config.PUBLIC_URL, notification.path),
        settings_link: webAddress(this.config.PUBLIC_URL, '/dashboard?tab=settings'),
      },
      send_before: null,
    };
    await this.queue.add(mail, manager);
  }
}

type Params = Record<string, string>;

import { type EventData, findNotification, linksNotificationDue, notificationValuesSchema } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UserRepository } from '../user/user.repository.js';
import { Notifier } from './notifier.js';

/** What other services have to tell an account. */
@Controller()
export class NotificationConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly users: UserRepository,
    private readonly notifier: Notifier,
  ) {}

  @OnEvent(linksNotificationDue)
  async due(
    { workspace_id, notification: name, key, variables }: EventData<typeof linksNotificationDue>,
    meta: EventMeta,
  ): Promise<void> {
    const notification = findNotification(name);
    // Of a newer release, whose processes of this service take the next ones.
    const values = notification && notificationValuesSchema(notification).safeParse(variables);
    if (!notification || !values?.success) return;
    await this.inbox.once(meta, async (manager) => {
      const userId = await this.users.holdOwner(workspace_id, manager);
      // The account may be gone.
      if (userId === null) return;
      await this.notifier.tellIn({ userId, notification, variables: values.data, key }, manager);
    });
    this.notifier.wake();
  }
}

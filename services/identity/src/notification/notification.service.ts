import {
  allNotifications,
  findNotification,
  type Locale,
  type listNotificationsRpc,
  type MemberCaller,
  type NotificationsPage,
  type Notification as NotificationView,
  notificationText,
  type RpcInput,
} from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import type { Notification } from './notification.entity.js';
import { NotificationRepository } from './notification.repository.js';

const KINDS = allNotifications.map(({ name }) => name);

/** What the caller's own account was told of. */
@Injectable()
export class NotificationService {
  constructor(
    private readonly sessions: SessionService,
    private readonly notifications: NotificationRepository,
  ) {}

  async list(
    { limit, starting_after, language }: RpcInput<typeof listNotificationsRpc>,
    caller: MemberCaller,
  ): Promise<NotificationsPage> {
    const { user_id } = await this.sessions.ofCaller(caller);
    const found = await this.notifications.list(user_id, { before: starting_after, most: limit + 1, kinds: KINDS });
    return {
      data: found.slice(0, limit).flatMap((each) => viewOf(each, language) ?? []),
      unread: await this.notifications.unread(user_id, KINDS),
      pagination: { has_more: found.length > limit },
    };
  }

  async unread(caller: MemberCaller): Promise<{ unread: number }> {
    const { user_id } = await this.sessions.ofCaller(caller);
    return { unread: await this.notifications.unread(user_id, KINDS) };
  }

  /** Throws `notifications.not_found`, for one of somebody else, too. */
  async read(id: string, caller: MemberCaller): Promise<{ unread: number }> {
    const { user_id } = await this.sessions.ofCaller(caller);
    if (!(await this.notifications.read(id, user_id))) throw new AppError('notifications.not_found');
    return { unread: await this.notifications.unread(user_id, KINDS) };
  }

  async readUpTo(id: string, caller: MemberCaller): Promise<{ unread: number }> {
    const { user_id } = await this.sessions.ofCaller(caller);
    await this.notifications.readUpTo(id, user_id);
    return { unread: await this.notifications.unread(user_id, KINDS) };
  }
}

function viewOf({ id, kind, params, created_at, read_at }: Notification, language: Locale): NotificationView | null {
  const definition = findNotification(kind);
  if (!definition) return null;
  return {
    id,
    kind,
    ...notificationText(definition, params, language),
    path: definition.path,
    created_at: created_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
  };
}

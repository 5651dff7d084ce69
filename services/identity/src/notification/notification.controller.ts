import {
  countUnreadNotificationsRpc,
  listNotificationsRpc,
  type NotificationsPage,
  type RpcInput,
  readNotificationRpc,
  readNotificationsRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { NotificationService } from './notification.service.js';

@Controller()
export class NotificationController {
  constructor(private readonly notifications: NotificationService) {}

  @Rpc(listNotificationsRpc)
  list(
    input: RpcInput<typeof listNotificationsRpc>,
    { caller }: RpcCall<typeof listNotificationsRpc>,
  ): Promise<NotificationsPage> {
    return this.notifications.list(input, caller);
  }

  @Rpc(countUnreadNotificationsRpc)
  unread(
    _input: RpcInput<typeof countUnreadNotificationsRpc>,
    { caller }: RpcCall<typeof countUnreadNotificationsRpc>,
  ): Promise<{ unread: number }> {
    return this.notifications.unread(caller);
  }

  @Rpc(readNotificationRpc)
  read(
    { id }: RpcInput<typeof readNotificationRpc>,
    { caller }: RpcCall<typeof readNotificationRpc>,
  ): Promise<{ unread: number }> {
    return this.notifications.read(id, caller);
  }

  @Rpc(readNotificationsRpc)
  readUpTo(
    { up_to }: RpcInput<typeof readNotificationsRpc>,
    { caller }: RpcCall<typeof readNotificationsRpc>,
  ): Promise<{ unread: number }> {
    return this.notifications.readUpTo(up_to, caller);
  }
}

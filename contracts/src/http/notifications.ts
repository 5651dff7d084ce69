import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MOST_NOTIFICATIONS, NOTIFICATIONS_KEPT_DAYS } from '../rules/notifications.js';
import { idSchema, timestampSchema } from '../text.js';

export const notificationSchema = z
  .object({
    id: z.uuid(),
    kind: z.string().describe('What it tells of, such as api_key_created; others may come.'),
    title: z.string().describe('In the language that is asked for.'),
    text: z.string().describe('Likewise.'),
    path: z.string().describe('Where it leads in the web app, such as /dashboard?tab=api.'),
    created_at: timestampSchema,
    read_at: timestampSchema.nullable().describe('null: not read.'),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notificationSchema>;

const unread = z.int().describe('Those of the account that are not read.');

export const notificationsPageSchema = z.object({
  data: z.array(notificationSchema).max(MOST_NOTIFICATIONS),
  unread,
  pagination: z.object({ has_more: z.boolean().describe('Whether there are older ones.') }),
});
export type NotificationsPage = z.output<typeof notificationsPageSchema>;

const account = { tag: 'account', auth: 'session' } as const;

export const listNotifications = defineEndpoint({
  ...account,
  operationId: 'listNotifications',
  method: 'get',
  path: '/api/notifications',
  summary: `What the account was told of in the last ${NOTIFICATIONS_KEPT_DAYS} days, the newest first`,
  permission: 'account:read',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(MOST_NOTIFICATIONS).default(20),
    starting_after: idSchema.optional().describe('The id of the last one that is known: those before it follow.'),
  }),
  success: { status: 200, body: notificationsPageSchema, description: 'Some of them' },
  errors: ['auth.unauthenticated', 'request.invalid'],
  forward: { to: 'qry.identity.notifications.v1', withLanguage: true },
});
export const listNotificationsRpc = forwardedRpc(listNotifications);

export const countUnreadNotifications = defineEndpoint({
  ...account,
  operationId: 'countUnreadNotifications',
  method: 'get',
  path: '/api/notifications/unread',
  summary: 'How many notifications of the account are not read',
  permission: 'account:read',
  success: { status: 200, body: z.object({ unread }), description: 'So many' },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.identity.unread-notifications.v1' },
});
export const countUnreadNotificationsRpc = forwardedRpc(countUnreadNotifications);

export const readNotification = defineEndpoint({
  ...account,
  operationId: 'readNotification',
  method: 'post',
  path: '/api/notifications/{id}/read',
  summary: 'Mark a notification as read; one that is read already stays as it is',
  permission: 'account:write',
  params: z.object({ id: idSchema }),
  success: { status: 200, body: z.object({ unread }), description: 'What is left unread' },
  errors: ['auth.unauthenticated', 'notifications.not_found'],
  forward: { to: 'cmd.identity.read-notification.v1' },
});
export const readNotificationRpc = forwardedRpc(readNotification);

export const readNotifications = defineEndpoint({
  ...account,
  operationId: 'readNotifications',
  method: 'post',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read: one that is known to be the newest, and all before it',
  permission: 'account:write',
  body: z.strictObject({ up_to: idSchema.describe('What has come since stays unread.') }),
  success: { status: 200, body: z.object({ unread }), description: 'What is left unread' },
  errors: ['auth.unauthenticated', 'request.invalid'],
  forward: { to: 'cmd.identity.read-notifications.v1' },
});
export const readNotificationsRpc = forwardedRpc(readNotifications);

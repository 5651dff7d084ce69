import * as account from './account.js';
import * as administration from './administration.js';
import type { NotificationDefinition } from './define.js';
import * as links from './links.js';

export * from './account.js';
export * from './administration.js';
export {
  type NotificationDefinition,
  type NotificationText,
  type NotificationValues,
  notificationText,
  notificationValuesSchema,
} from './define.js';
export * from './links.js';

/** Every notification that any service sends, as the modules above define them. Another one is a definition there. */
export const allNotifications: readonly NotificationDefinition[] = [
  ...Object.values(account),
  ...Object.values(links),
  ...Object.values(administration),
];

export const findNotification = (name: string): NotificationDefinition | null =>
  allNotifications.find((each) => each.name === name) ?? null;

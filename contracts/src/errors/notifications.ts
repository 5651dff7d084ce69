import { defineErrors } from './define.js';

/** What an account is told of. */
export const notificationErrors = defineErrors({
  'notifications.not_found': { status: 404 },
});

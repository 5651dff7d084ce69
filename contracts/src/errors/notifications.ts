import { defineErrors } from './define.js';

/** What an account is told of, and the browsers that it is pushed to. */
export const notificationErrors = defineErrors({
  'notifications.not_found': { status: 404 },
  'push.endpoint_invalid': { status: 400 },
  'push.keys_invalid': { status: 400 },
  'push.limit_reached': { status: 409 },
  'push.browser_not_found': { status: 404 },
});

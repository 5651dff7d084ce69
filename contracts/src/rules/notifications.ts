/** Then a notification is gone, read or not. */
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Browsers of an account that notifications are pushed to. */
export const MOST_PUSH_BROWSERS = 20;
export const MAX_PUSH_ENDPOINT_LENGTH = 2_000;
/** Of one answer. */
export const MOST_NOTIFICATIONS = 50;

/** Then a notification is gone, read or not. */
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Of one answer. */
export const MOST_NOTIFICATIONS = 50;

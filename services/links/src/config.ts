import { type ConfigOf, databaseEnv, env, serviceConfig } from '@linkway/platform';
import { Calendar, systemTimeZone } from './quota/calendar.js';

export const linksConfig = serviceConfig({
  ...databaseEnv,
  /** Of the short URLs that are answered. */
  PUBLIC_SCHEME: env.choice(['http', 'https'], 'https'),
  /** Links per calendar month of a workspace that identity has not told of yet. */
  DEFAULT_MONTHLY_LIMIT: env.int(50),
  /** Links per calendar day of a guest's device, and of a guest's network. */
  GUEST_DAILY_LIMIT: env.int(5),
  /** Whose days and months the limits count by: an IANA name. */
  QUOTA_TIME_ZONE: env.string(systemTimeZone()).refine(isTimeZone, { error: 'is not a time zone' }),
  /** Lets links lead to localhost: for a single machine only. */
  ALLOW_LOOPBACK_DESTINATIONS: env.bool(false),
});
export type LinksConfig = ConfigOf<typeof linksConfig>;

function isTimeZone(name: string): boolean {
  try {
    return new Calendar(name) instanceof Calendar;
  } catch {
    return false;
  }
}

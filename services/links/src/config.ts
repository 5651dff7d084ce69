import { REPORTS_PER_DAY } from '@linkway/contracts';
import { type ConfigOf, databaseEnv, env, serviceConfig } from '@linkway/platform';
import { Calendar, systemTimeZone } from './quota/calendar.js';

export const linksConfig = serviceConfig({
  ...databaseEnv,
  /** Two at least: a planned change is judged beside the transaction that holds its link. */
  DATABASE_POOL_SIZE: env.int(10, 2),
  /** Of the short URLs that are answered. */
  PUBLIC_SCHEME: env.choice(['http', 'https'], 'https'),
  /** Links per calendar month of a workspace that identity has not told of yet. */
  DEFAULT_MONTHLY_LIMIT: env.int(50),
  /** Links per calendar day of a guest's device, and of a guest's network. */
  GUEST_DAILY_LIMIT: env.int(5),
  /** After so many days a guest's link stops working; empty: never. Links that are there keep what they were made with. */
  GUEST_LINK_DAYS: env
    .string('')
    .refine((days) => days === '' || /^[1-9]\d{0,3}$/.test(days), { error: 'is not a number of days from 1 to 9999' }),
  /** Creations, edits, pauses and deletions of a workspace, and of a guest's network, in an hour. */
  CHANGES_PER_HOUR: env.int(2_000),
  REPORTS_PER_DAY: env.int(REPORTS_PER_DAY),
  /** Mixed into the digests that guests' networks are counted by: a copy of the database alone then tells no address. */
  GUEST_KEY_SECRET: env.string(''),
  /** Password hashes worked on at once, those that may wait, and those of one workspace among both. */
  HASH_CONCURRENCY: env.int(1, 1),
  HASH_QUEUE: env.int(32, 0),
  HASH_PER_WORKSPACE: env.int(4, 1),
  /** Whose days and months the limits count by: an IANA name. */
  QUOTA_TIME_ZONE: env.string(systemTimeZone()).refine(isTimeZone, { error: 'is not a time zone' }),
  /** Lets links lead to localhost: for a single machine only. */
  ALLOW_LOOPBACK_DESTINATIONS: env.bool(false),
  /** Further names of domains, as `localhost=127.0.0.1`: the same as redirect has. */
  HOST_ALIASES: env.list(),
  /** Hosts that the web app is served at. No link may lead there, on any port. */
  APP_HOSTS: env.list(),
  /** Where the installation's own link leads, which the first page shows for everybody to try: the web app. Empty: there is none. */
  EXAMPLE_URL: env
    .string('')
    .refine((url) => url === '' || /^https?:\/\//.test(url), { error: 'is not a web address' }),
  /** Encrypts the secrets of webhooks, 32 characters or more; empty: there are no webhooks. The one before it still opens what it sealed. */
  ENCRYPTION_KEY: env.string('').refine((key) => key === '' || key.length >= 32, { error: 'must have 32 characters' }),
  ENCRYPTION_KEY_PREVIOUS: env.string(''),
  /** Lets webhooks lead to http, any port and addresses of this machine and its networks: for development and tests only. */
  WEBHOOKS_TO_PRIVATE: env.bool(false),
  /** Certificates in PEM that a receiver's may come from, beside those that Node trusts. */
  WEBHOOK_CA: env.string(''),
  /** Whether the pages that links lead to are read for their titles, icons and pictures. */
  DESTINATION_FETCH: env.choice(['on', 'off'], 'on'),
  /** Lets that reach any port, and addresses of this machine and its networks: for development and tests only. */
  DESTINATIONS_TO_PRIVATE: env.bool(false),
  /** Told to sites whose pages are read: where it is explained who does that. Empty: `EXAMPLE_URL`. */
  DESTINATION_ABOUT_URL: env.string(''),
  /** A file of hosts, addresses and digests that mean harm, in place of the list that ships. */
  REPUTATION_LIST: env.string(''),
  /** Of Google Web Risk; empty: it is not asked. */
  WEB_RISK_API_KEY: env.string(''),
  WEB_RISK_URL: env.string('https://webrisk.googleapis.com'),
  /** Questions to it of each process. */
  WEB_RISK_PER_MINUTE: env.int(600, 1),
  /** Ports beside those of the domains that Linkway answers on where it is served on loopback, as the redirect's own. */
  OWN_PORTS: env.list(),
});
export type LinksConfig = ConfigOf<typeof linksConfig>;

function isTimeZone(name: string): boolean {
  try {
    return new Calendar(name) instanceof Calendar;
  } catch {
    return false;
  }
}

import { createHmac } from 'node:crypto';
import { natsPassword } from '@linkway/platform/embedded';
import type { Secrets } from './secrets.ts';

export const serviceNames = ['identity', 'domains', 'content', 'links', 'redirect', 'analytics', 'gateway'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Services that own a PostgreSQL database. */
export const databaseOwners = ['identity', 'domains', 'content', 'links', 'redirect'] as const;

export const databaseOf = (service: ServiceName) => `linkway_${service}`;

/** What the single node knows once its servers run. */
export interface Facts {
  readonly root: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly webPort: number;
  /** Names that the app has beside its address. */
  readonly appHosts: readonly string[];
  /** Whether webhooks may lead to this machine and its networks. */
  readonly webhooksToPrivate?: boolean;
  /** Whether the pages that links lead to are read, and whether also on this machine and its networks. */
  readonly destinationFetch?: boolean;
  readonly destinationsToPrivate?: boolean;
  /** Days after which links of guests stop working; not there, or null: never. */
  readonly guestLinkDays?: number | null;
  /** Of gateways beside the first one, which are only there with `--copies`. */
  readonly morePorts: readonly number[];
  /** One for each redirect process. */
  readonly redirectPorts: readonly number[];
  readonly natsUrl: string;
  databaseUrl(database: string): string;
  readonly secrets: Secrets;
  readonly adminPassword: string | null;
  /** Remotes of the web app: name and folder of its build. */
  readonly remotes: readonly { readonly name: string; readonly folder: string }[];
  /** Remotes that something else serves, such as webpack's server: name=address. */
  readonly remoteAddresses?: readonly string[];
}

/** The environment of a service on the single node. `instance` counts the processes of a service. */
export function environmentOf(service: ServiceName, facts: Facts, instance = 0): Record<string, string> {
  return { ...everyService(service, facts, instance), ...ownOf(service, facts, instance) };
}

function everyService(service: ServiceName, facts: Facts, instance: number): Record<string, string> {
  const owner = databaseOwners.some((name) => name === service);
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    NATS_URL: facts.natsUrl,
    NATS_USER: service,
    NATS_PASSWORD: natsPassword(facts.secrets.nats_password, service),
    STREAM_REPLICAS: '1',
    INSTANCE_ID: `${service}-${instance + 1}`,
    LOG_FILE: facts.logFile,
    ...(owner ? { DATABASE_URL: facts.databaseUrl(databaseOf(service)) } : {}),
  };
}

function ownOf(service: ServiceName, facts: Facts, instance: number): Record<string, string> {
  const web = `http://127.0.0.1:${facts.webPort}`;
  switch (service) {
    case 'identity':
      return {
        PUBLIC_URL: web,
        ENCRYPTION_KEY: encryptionKey(facts),
        // Whoever tries Linkway on a laptop has no mail server, and wants to see what would have been sent.
        MAIL_INBOX: 'true',
        ...(facts.adminPassword !== null && {
          ADMIN_EMAIL: facts.secrets.admin_email,
          ADMIN_PASSWORD: facts.adminPassword,
          ADMIN_PASSWORD_GENERATED: String(facts.adminPassword === facts.secrets.admin_password),
        }),
      };
    case 'domains':
      return { MAIN_DOMAIN: `127.0.0.1:${facts.webPort}` };
    case 'content':
      return {};
    case 'links':
      return {
        PUBLIC_SCHEME: 'http',
        ALLOW_LOOPBACK_DESTINATIONS: 'true',
        // The names that the app's cookies are at: no link may lead there, on whatever port.
        APP_HOSTS: [new URL(web).hostname, ...facts.appHosts].join(','),
        OWN_PORTS: facts.redirectPorts.join(','),
        EXAMPLE_URL: `${web}/`,
        GUEST_LINK_DAYS: String(facts.guestLinkDays ?? ''),
        GUEST_KEY_SECRET: facts.secrets.visitor_secret,
        // Another than identity's, which it tells nothing of.
        ENCRYPTION_KEY: derived(encryptionKey(facts), 'links'),
        WEBHOOKS_TO_PRIVATE: String(facts.webhooksToPrivate ?? false),
        DESTINATION_FETCH: facts.destinationFetch === false ? 'off' : 'on',
        DESTINATIONS_TO_PRIVATE: String(facts.destinationsToPrivate ?? false),
      };
    case 'redirect':
      return {
        PORT: String(facts.redirectPorts[instance] ?? 0),
        // One folder for all: each process has its part in it, and what a dead one left is taken over by another.
        CLICK_LOG_DIR: `${facts.dataDir}/redirect/clicks`,
        HOST_ALIASES: 'localhost=127.0.0.1',
        WEB_URL: web,
        TRUSTED_PROXIES: '127.0.0.1',
        // Other programs of this machine have that address as well.
        PROXY_SECRET: facts.secrets.proxy_secret,
      };
    case 'analytics':
      return { CLICKHOUSE_PATH: `${facts.dataDir}/clickhouse`, VISITOR_SECRET: facts.secrets.visitor_secret };
    case 'gateway':
      return {
        PORT: String([facts.webPort, ...facts.morePorts][instance] ?? 0),
        // The app has this one name, so that no link to another leads to its cookies.
        PUBLIC_URL: web,
        APP_HOSTS: facts.appHosts.join(','),
        COOKIE_SECURE: 'false',
        COOKIE_SECRET: facts.secrets.cookie_secret,
        SESSION_SIGNING_SECRET:
          facts.secrets.session_signing_secret ?? derived(facts.secrets.cookie_secret, 'session signing'),
        // Whoever signed in before sessions were signed goes on.
        SESSION_UNSIGNED: facts.secrets.session_signing_secret === null ? 'accept' : 'refuse',
        REDIRECT_URL: `http://127.0.0.1:${facts.redirectPorts[instance] ?? facts.redirectPorts[0] ?? 0}`,
        PROXY_SECRET: facts.secrets.proxy_secret,
        WEB_ROOT: `${facts.root}/frontends/shell/dist`,
        REMOTES_ROOT: facts.remotes.map(({ name, folder }) => `${name}=${folder}`).join(','),
        REMOTES: (facts.remoteAddresses ?? []).join(','),
      };
  }
}

/** For a data folder that has no secret of its own for it: the same at every start. */
const encryptionKey = ({ secrets }: Facts): string =>
  secrets.encryption_key ?? derived(secrets.postgres_password, 'encryption');

const derived = (secret: string, what: string): string => createHmac('sha256', secret).update(what).digest('base64url');

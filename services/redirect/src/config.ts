import { type ConfigOf, databaseEnv, env, serviceConfig } from '@linkway/platform';

export const redirectConfig = serviceConfig({
  ...databaseEnv,
  PORT: env.int(8081),
  /** The web app: where the go-home links and the bare address lead. */
  WEB_URL: env.url('http://127.0.0.1:8080'),
  /** Further names of a host, as `localhost=127.0.0.1,[::1]=127.0.0.1`. */
  HOST_ALIASES: env.list(),
  /** Addresses or networks (CIDR) whose X-Forwarded-Host, X-Forwarded-For and X-Forwarded-Proto are believed. */
  TRUSTED_PROXIES: env.list(),
  /** When given, they are believed only beside an X-Linkway-Proxy header with this text: other programs have those addresses too. */
  PROXY_SECRET: env.string(''),
  /** `https` where short links are only ever visited so; else X-Forwarded-Proto tells. */
  PUBLIC_SCHEME: env.choice(['http', 'https'], 'http'),
  /** For how long browsers that came by https never use http again; 0 sends no Strict-Transport-Security. */
  HSTS_SECONDS: env.int(31_536_000),
  /** MaxMind format, IPv4 and IPv6 in one file, with the fields of DB-IP or of MaxMind; empty: the DB-IP file that comes with the service. */
  GEO_DB_COUNTRY: env.string(''),
  GEO_DB_V4: env.string(''),
  GEO_DB_V6: env.string(''),
  /** Name of the session cookie, to tell signed-in visitors; also found behind a `__Host-`. */
  SESSION_COOKIE: env.string('linkway_session'),
  /** On a local disk that survives a restart; processes of one machine share it. */
  CLICK_LOG_DIR: env.string(),
  CLICK_LOG_MAX_BYTES: env.int(1024 ** 3, 65_536),
  CLICK_SEGMENT_BYTES: env.int(32 * 1024 ** 2, 4_096),
  LINKWAY_CLICK_SYNC: env.choice(['write', 'always'], 'write'),
  /** Where what is known of hot links is kept for a start without stores; `snapshot` in CLICK_LOG_DIR unless given. */
  SNAPSHOT_DIR: env.string(''),
  /** Links that are kept so, those visited last; 0: none. */
  SNAPSHOT_ROUTES: env.int(20_000, 0),
  /** Streams that clicks are spread over. Analytics reads every one that exists. */
  CLICK_SHARDS: env.int(1, 1),
  /** What routes in memory may take. Events of the last two minutes take up to a quarter of it more. */
  CACHE_BYTES: env.int(256 * 1024 ** 2, 65_536),
  ROUTE_TTL_SECONDS: env.int(60, 1),
  /** Codes that lead nowhere which one network may have looked up; beyond it its visits of codes that are not in memory are refused. */
  UNKNOWN_CODES_PER_MINUTE: env.int(600, 1),
  /** The same of all networks together, in each process, in fair turns. */
  UNKNOWN_CODES_PER_SECOND: env.int(200, 1),
  /** Wrong passwords of one visitor for one link within the window, before the next try has to wait. */
  PASSWORD_ATTEMPTS: env.int(5, 1),
  PASSWORD_WINDOW_SECONDS: env.int(900, 1),
  /** Passwords checked at once, those that may wait, and those of one network among both. */
  HASH_CONCURRENCY: env.int(2, 1),
  HASH_QUEUE: env.int(64, 0),
  HASH_PER_NETWORK: env.int(4, 1),
});
export type RedirectConfig = ConfigOf<typeof redirectConfig>;

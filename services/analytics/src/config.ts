import { type ConfigOf, env, loadConfig, serviceConfig } from '@linkway/platform';

export const analyticsConfig = serviceConfig({
  /** A ClickHouse server or cluster, `http://clickhouse:8123`. Without it the embedded engine runs on CLICKHOUSE_PATH. */
  CLICKHOUSE_URL: env.string(''),
  CLICKHOUSE_USER: env.string('default'),
  CLICKHOUSE_PASSWORD: env.string(''),
  CLICKHOUSE_DATABASE: env.string('default'),
  /** Name of a cluster: tables are then replicated, and spread over its shards. */
  CLICKHOUSE_CLUSTER: env.string(''),
  CLICKHOUSE_PATH: env.string(''),
  /** Statistics queries that run at the same time; further ones wait. */
  CLICKHOUSE_READERS: env.int(4, 1),
  /** Cores that one question may use. */
  CLICKHOUSE_MAX_THREADS: env.int(2, 1),
  /** Questions of one caller that run at the same time, and how many more may wait. */
  QUESTIONS_AT_ONCE: env.int(2, 1),
  QUESTIONS_WAITING: env.int(30, 0),
  /**
   * Clicks of all shards are stored together, this long after the first of them arrived. 0: a second on a server, which has only so
   * many inserts a second for all processes together; in the embedded engine 150 ms, and a second after the insert before.
   */
  CLICK_FLUSH_MS: env.int(0, 0),
  CLICK_BATCH_SIZE: env.int(5_000, 1),
  /** A process that has not been able to store for this long gives its shards to others, if there are any. */
  CLICK_GIVE_UP_MS: env.int(30_000, 1_000),
  /** Key of the visitor hash, from which each day gets its own. Changing it makes everybody a new visitor. Seals of proofs are by it, too. */
  VISITOR_SECRET: env.secret(),
  /** MaxMind format, with the fields of DB-IP or of MaxMind; empty: the DB-IP files that come with the service. */
  GEO_DB_V4: env.string(''),
  GEO_DB_V6: env.string(''),
  /** Days for which clicks are kept; 0: until somebody deletes them. */
  CLICK_KEEP_DAYS: env.int(0, 0),
  /** Days with at least this many clicks of one link (or workspace) are added up once and for all. */
  ROLL_UP_MIN_CLICKS: env.int(1_000, 1),
  ROLL_UP_SWEEP_MS: env.int(30_000, 1),
});
export type AnalyticsConfig = ConfigOf<typeof analyticsConfig>;

const ON_A_SERVER_MS = 1_000;
const EMBEDDED_MS = 150;
const EMBEDDED_REST_MS = 1_000;

export const flushMs = (config: Pick<AnalyticsConfig, 'CLICK_FLUSH_MS' | 'CLICKHOUSE_URL'>): number =>
  config.CLICK_FLUSH_MS || (config.CLICKHOUSE_URL ? ON_A_SERVER_MS : EMBEDDED_MS);

/** From one insert to the next in the embedded engine: each costs what questions are answered with. */
export const restMs = (config: Pick<AnalyticsConfig, 'CLICK_FLUSH_MS' | 'CLICKHOUSE_URL'>): number =>
  config.CLICK_FLUSH_MS || config.CLICKHOUSE_URL ? 0 : EMBEDDED_REST_MS;

/** For programs beside the service, which run with its environment. */
export const configOfProcess = (): AnalyticsConfig => loadConfig(analyticsConfig, process.env);

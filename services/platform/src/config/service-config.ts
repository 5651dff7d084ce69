import { readFileSync } from 'node:fs';
import { z } from 'zod';

type Environment = Record<string, string | undefined>;

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

const switches: Record<string, boolean> = { true: true, '1': true, yes: true, false: false, '0': false, no: false };

/** Field kinds of a configuration; every value comes from the environment as text. */
export const env = {
  string: (fallback?: string) => (fallback === undefined ? z.string().min(1) : z.string().default(fallback)),
  /** A whole number; units belong into the name (`DRAIN_DELAY_MS`). */
  int: (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback),
  bool: (fallback: boolean) =>
    z
      .string()
      .transform((value, ctx) => {
        const known = switches[value.toLowerCase()];
        if (known === undefined) ctx.addIssue({ code: 'custom', message: 'must be true or false' });
        return known ?? false;
      })
      .default(fallback),
  /** Required, and never printed. Usually given as a file: `NAME_FILE`. */
  secret: () => z.string().min(1),
  url: (fallback?: string) => (fallback === undefined ? z.url() : z.url().default(fallback)),
  /** Separated by commas or spaces. */
  list: (fallback: string[] = []) =>
    z
      .string()
      .transform((value) => value.split(/[\s,]+/).filter(Boolean))
      .default(fallback),
  choice: <const V extends [string, ...string[]]>(values: V, fallback: V[number]) => z.enum(values).default(fallback),
};

/** What every service understands. */
export const baseEnv = {
  HOST: env.string('127.0.0.1'),
  PORT: env.int(0),
  ADMIN_HOST: env.string('127.0.0.1'),
  /** /healthz, /readyz, /metrics; 0 takes any free port. */
  ADMIN_PORT: env.int(0),
  NATS_URL: env.string(),
  NATS_USER: env.string(''),
  NATS_PASSWORD: env.string(''),
  /** Copies of every JetStream stream: 3 in production. */
  STREAM_REPLICAS: env.int(1, 1),
  /** Of each service's events. A full stream refuses, and outboxes keep what comes. */
  EVENT_STREAM_MAX_BYTES: env.int(GIB, MIB),
  /** How long events stay that every consumer has done, while there is room: what a restored database is caught up with. */
  EVENT_STREAM_KEEP_HOURS: env.int(72, 0),
  /** Of each shard of clicks. */
  CLICK_STREAM_MAX_BYTES: env.int(8 * GIB, MIB),
  /** How long clicks stay that analytics has stored, while there is room. */
  CLICK_REPLAY_HOURS: env.int(72, 0),
  DEAD_LETTER_MAX_BYTES: env.int(GIB / 4, MIB),
  DEAD_LETTER_KEEP_DAYS: env.int(30, 1),
  /** Commands at work at once in a process, and questions, each; how many more of them may wait for a moment. What comes beyond is refused. */
  REQUESTS_AT_ONCE: env.int(32, 1),
  REQUESTS_QUEUED: env.int(256, 0),
  LOG_LEVEL: env.choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
  /** Logs go there instead of standard output. */
  LOG_FILE: env.string(''),
  /** A log file of this size is put aside; so many of those are kept. */
  LOG_MAX_BYTES: env.int(50 * 1024 ** 2, 4_096),
  LOG_KEEP: env.int(3, 1),
  OTEL_EXPORTER_OTLP_ENDPOINT: env.string(''),
  /** Share of the traces that begin in a process which are recorded; without an endpoint there are none. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** How long readiness fails before connections are closed, so that a load balancer notices. */
  DRAIN_DELAY_MS: env.int(0),
  /** Names this process among its kind; a random one where it is not given. */
  INSTANCE_ID: env.string(''),
};

/** For services that own a PostgreSQL database. */
export const databaseEnv = {
  DATABASE_URL: env.secret(),
  DATABASE_POOL_SIZE: env.int(10, 1),
  /** An event that should have been published must not wait longer; readiness fails at 80 %. */
  OUTBOX_MAX_AGE_SECONDS: env.int(300, 1),
  /** Rows a second that an owner tells of once more when it is asked to. */
  REPUBLISH_PER_SECOND: env.int(500, 1),
  /** Rows a second of each copy that are compared with their owner; 0 switches it off. */
  READ_MODEL_COMPARE_PER_SECOND: env.int(500),
  /** Between two passes over a copy. */
  READ_MODEL_COMPARE_PAUSE_SECONDS: env.int(300),
};

export type BaseConfig = z.output<z.ZodObject<typeof baseEnv>>;
export type DatabaseConfig = z.output<z.ZodObject<typeof databaseEnv>>;
export type ConfigSchema<C extends BaseConfig = BaseConfig> = z.ZodType<C>;
export type ConfigOf<S extends z.ZodType> = z.output<S>;

/** Injection token of a service's parsed configuration. */
export const CONFIG = Symbol('CONFIG');

export const serviceConfig = <S extends z.core.$ZodShape>(shape: S) => z.object({ ...baseEnv, ...shape });

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads and checks a configuration. Throws `ConfigError` that names what is wrong, never its value. */
export function loadConfig<S extends z.ZodObject>(schema: S, environment: Environment): z.output<S> {
  const values: Environment = {};
  for (const name of Object.keys(schema.shape)) values[name] = valueOf(name, environment);
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, values)}`);
  throw new ConfigError(`Configuration is not valid: ${problems.join('; ')}`);
}

function valueOf(name: string, environment: Environment): string | undefined {
  const direct = environment[name];
  if (direct !== undefined && direct !== '') return direct;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    throw new ConfigError(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
}

function describe(issue: z.core.$ZodIssue, values: Environment): string {
  if (values[String(issue.path[0])] === undefined) return 'is required';
  if (issue.code === 'custom') return issue.message;
  return `is not valid (${issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.code})`;
}

import { setTimeout as delay } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { type AppLogger, ConfigError } from '@linkway/platform';
import type { AnalyticsConfig } from '../config.js';
import { type Engines, enginesFor } from './engines.js';
import { migrate } from './migrator.js';

const RETRY_MS = 500;

interface Reader {
  readonly client: ClickHouseClient;
  busy: number;
}

/**
 * The connections to ClickHouse. On the embedded engine one client is one serial queue and keeps its settings, so the writer,
 * the roll-up and each reader have their own.
 */
export class ClickHouse {
  private constructor(
    readonly engines: Engines,
    readonly writer: ClickHouseClient,
    readonly background: ClickHouseClient,
    private readonly readers: readonly Reader[],
    private readonly release: () => Promise<void>,
  ) {}

  /** Waits until ClickHouse answers, then migrates. */
  static async open(config: AnalyticsConfig, logger: AppLogger): Promise<ClickHouse> {
    const { connect, release } = await connector(config);
    const writer = connect();
    await untilItAnswers(writer, logger);
    const engines = enginesFor(config.CLICKHOUSE_CLUSTER);
    await migrate(writer, engines, logger);
    const readers = Array.from({ length: config.CLICKHOUSE_READERS }, () => ({ client: connect(), busy: 0 }));
    return new ClickHouse(engines, writer, connect(), readers, release);
  }

  /** Rows of a SELECT, on the reader that has least to do. 64-bit integers come as text. */
  async select<T>(query: string, params: Record<string, unknown> = {}): Promise<T[]> {
    const reader = this.readers.reduce((least, other) => (other.busy < least.busy ? other : least));
    reader.busy += 1;
    try {
      return await rows<T>(reader.client, query, params);
    } finally {
      reader.busy -= 1;
    }
  }

  /** Throws when ClickHouse does not answer. */
  async check(): Promise<void> {
    await this.select('SELECT 1');
  }

  async close(): Promise<void> {
    await this.release();
  }
}

export async function rows<T>(
  client: ClickHouseClient,
  query: string,
  params: Record<string, unknown> = {},
): Promise<T[]> {
  const result = await client.query({ query, query_params: params, format: 'JSONEachRow' });
  return result.json<T>();
}

async function connector(
  config: AnalyticsConfig,
): Promise<{ connect: () => ClickHouseClient; release: () => Promise<void> }> {
  if (config.CLICKHOUSE_URL) {
    const clients: ClickHouseClient[] = [];
    const connect = () => {
      const client = createClient({
        url: config.CLICKHOUSE_URL,
        username: config.CLICKHOUSE_USER,
        password: config.CLICKHOUSE_PASSWORD,
        database: config.CLICKHOUSE_DATABASE,
        request_timeout: 30_000,
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      });
      clients.push(client);
      return client;
    };
    return { connect, release: async () => void (await Promise.all(clients.map((client) => client.close()))) };
  }
  if (!config.CLICKHOUSE_PATH) throw new ConfigError('CLICKHOUSE_URL or CLICKHOUSE_PATH is required');
  // Loaded here only: the engine takes 200 MB of memory, which a process with a ClickHouse server need not spend.
  const { openClickHouse } = await import('@linkway/platform/embedded');
  const engine = await openClickHouse({ path: config.CLICKHOUSE_PATH });
  return { connect: () => engine.connect(), release: () => engine.stop() };
}

async function untilItAnswers(client: ClickHouseClient, logger: AppLogger): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await client.ping({ select: true }).catch((error: unknown) => ({ success: false as const, error }));
    if (answer.success) return;
    if (attempt % 20 === 0) logger.warn('waiting for ClickHouse', { error: answer.error });
    await delay(RETRY_MS);
  }
}

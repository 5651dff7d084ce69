import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { ConfigError } from '@linkway/platform';
import type { AnalyticsConfig } from '../config.js';

export interface Connector {
  /** `timeoutMs`: how long a server may take over one statement. */
  connect(timeoutMs?: number): ClickHouseClient;
  release(): Promise<void>;
}

type StoreConfig = Pick<
  AnalyticsConfig,
  'CLICKHOUSE_URL' | 'CLICKHOUSE_USER' | 'CLICKHOUSE_PASSWORD' | 'CLICKHOUSE_DATABASE' | 'CLICKHOUSE_PATH'
>;

export function requireStore(config: StoreConfig): void {
  if (!config.CLICKHOUSE_URL && !config.CLICKHOUSE_PATH) {
    throw new ConfigError('CLICKHOUSE_URL or CLICKHOUSE_PATH is required');
  }
}

/** Clients of the server, or of the engine in this process. Throws when the engine's folder cannot be opened. */
export async function connector(config: StoreConfig): Promise<Connector> {
  if (!config.CLICKHOUSE_URL) {
    // Loaded here only: the engine takes 200 MB of memory, which a process with a ClickHouse server need not spend.
    const { openClickHouse } = await import('@linkway/platform/embedded');
    const engine = await openClickHouse({ path: config.CLICKHOUSE_PATH });
    return { connect: () => engine.connect(), release: () => engine.stop() };
  }
  const clients: ClickHouseClient[] = [];
  const connect = (timeoutMs = 30_000) => {
    const client = createClient({
      url: config.CLICKHOUSE_URL,
      username: config.CLICKHOUSE_USER,
      password: config.CLICKHOUSE_PASSWORD,
      database: config.CLICKHOUSE_DATABASE,
      request_timeout: timeoutMs,
      clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      // Its own log has the text of queries; what fails is logged here.
      log: { level: ClickHouseLogLevel.OFF },
    });
    clients.push(client);
    return client;
  };
  return { connect, release: async () => void (await Promise.all(clients.map((client) => client.close()))) };
}

/** What an operator can do about a store that does not open. */
export function adviceFor(config: StoreConfig, error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '';
  return config.CLICKHOUSE_URL
    ? `ClickHouse does not answer: start it or correct CLICKHOUSE_URL and its user; it is tried again by itself (${reason})`
    : `the folder ${config.CLICKHOUSE_PATH} cannot be opened: end the other process that uses it, or, if it is damaged, ` +
        `move it away or restore it from a backup; it is tried again by itself (${reason})`;
}

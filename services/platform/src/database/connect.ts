import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { DatabaseConfig } from '../config/service-config.js';
import { EventHandling1764200000000 } from '../inbox/event-handling.migration.js';
import { InboxRow } from '../inbox/inbox.entity.js';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { OutboxRow, SetAsideRow } from '../outbox/outbox.entity.js';
import { EventPositionRow } from '../position/event-position.entity.js';
import { ReadModelTables1764220000000 } from '../read-model/read-model-tables.migration.js';
import { outliveConnection } from './lost-connection.js';
import { migrate } from './migrate.js';
import { isOutage, outageText } from './outage.js';
import { OutboxRows1764210000000 } from './outbox-rows.migration.js';
import { PlatformTables1763500000000 } from './platform-tables.migration.js';

type Class = abstract new (...args: never[]) => unknown;

export interface DatabaseParts {
  entities: Class[];
  migrations: Class[];
}

/** A request that takes longer has no caller any more. The server gives up first: the client's limit alone would leave it at work. */
const STATEMENT_TIMEOUT_MS = 9_500;
const QUERY_TIMEOUT_MS = 10_000;
const TELL_EVERY_MS = 30_000;

export function dataSourceOptions(config: DatabaseConfig, parts: DatabaseParts, name: string): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    applicationName: name,
    entities: [OutboxRow, SetAsideRow, InboxRow, EventPositionRow, ...parts.entities] as DataSourceOptions['entities'],
    migrations: [
      PlatformTables1763500000000,
      EventHandling1764200000000,
      OutboxRows1764210000000,
      ReadModelTables1764220000000,
      ...parts.migrations,
    ] as DataSourceOptions['migrations'],
    synchronize: false,
    logging: false,
    extra: {
      max: config.DATABASE_POOL_SIZE,
      onConnect: outliveConnection,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 30_000,
      // One stays: what a service looks at each half minute would open one each time.
      min: 1,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    },
  };
}

/**
 * Waits for PostgreSQL, however long it takes, migrates, and opens the pool. `onWait` hears after each try in vain why: a
 * wrong password may be mended on the server as well as a server that is down.
 */
export async function connectDatabase(
  options: DataSourceOptions,
  name: string,
  logger: AppLogger,
  onWait: (reason: string) => void = () => undefined,
): Promise<DataSource> {
  const seldom = rarely(TELL_EVERY_MS);
  for (let attempt = 1; ; attempt += 1) {
    const source = new DataSource(options);
    try {
      await migrate(options, name, logger);
      return await source.initialize();
    } catch (error) {
      if (source.isInitialized) await source.destroy();
      if (!isOutage(error)) throw error;
      const reason = outageText(error);
      onWait(reason);
      seldom(() => logger.warn('waiting for PostgreSQL', { reason }));
      await delay(Math.min(100 * attempt, 2_000));
    }
  }
}

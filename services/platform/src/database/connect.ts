import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { DatabaseConfig } from '../config/service-config.js';
import { InboxRow } from '../inbox/inbox.entity.js';
import type { AppLogger } from '../log/logger.js';
import { OutboxRow } from '../outbox/outbox.entity.js';
import { ReadModelTables1764220000000 } from '../read-model/read-model-tables.migration.js';
import { isOutage } from './outage.js';
import { PlatformTables1763500000000 } from './platform-tables.migration.js';

type Class = abstract new (...args: never[]) => unknown;

export interface DatabaseParts {
  entities: Class[];
  migrations: Class[];
}

/** Any number, the same for all services: one process at a time migrates a database. */
const MIGRATION_LOCK = 7_512_044;

export function dataSourceOptions(config: DatabaseConfig, parts: DatabaseParts, name: string): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    applicationName: name,
    entities: [OutboxRow, InboxRow, ...parts.entities] as DataSourceOptions['entities'],
    migrations: [
      PlatformTables1763500000000,
      ReadModelTables1764220000000,
      ...parts.migrations,
    ] as DataSourceOptions['migrations'],
    synchronize: false,
    logging: false,
    extra: {
      max: config.DATABASE_POOL_SIZE,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 30_000,
      query_timeout: 10_000,
      keepAlive: true,
    },
  };
}

/** Waits for PostgreSQL, however long it takes, and migrates. */
export async function connectDatabase(options: DataSourceOptions, logger: AppLogger): Promise<DataSource> {
  for (let attempt = 1; ; attempt += 1) {
    const source = new DataSource(options);
    try {
      await source.initialize();
      await migrate(source);
      return source;
    } catch (error) {
      if (source.isInitialized) await source.destroy();
      if (!isOutage(error)) throw error;
      if (attempt % 10 === 1) logger.warn('waiting for PostgreSQL', { error });
      await delay(Math.min(100 * attempt, 2_000));
    }
  }
}

async function migrate(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await source.runMigrations({ transaction: 'each' });
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await runner.release();
  }
}

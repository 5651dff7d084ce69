import { setTimeout as delay } from 'node:timers/promises';
import {
  DataSource,
  type DataSourceOptions,
  MigrationExecutor,
  type QueryRunner,
  type Logger as TypeOrmLogger,
} from 'typeorm';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { outliveConnection } from './lost-connection.js';

/** Any number, the same for all services: one process at a time migrates a database. */
const MIGRATION_LOCK = 7_512_044;
/** A statement that waits for a table's lock holds up everybody who comes after it: it gives way and tries again. */
const LOCK_TIMEOUT_MS = 5_000;
const RETRY_MS = { first: 500, most: 10_000 };
const TURN_EVERY_MS = 300;
const TELL_EVERY_MS = 10_000;
/** Where the machine of a migrating process vanished, the server notices within a minute and frees its lock. */
const KEEPALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/**
 * Brings a database up to date on a connection of its own, on which a statement may take as long as it needs: a pool's
 * time-outs are for requests. Throws what a migration throws; a lock that is not to be had is waited for.
 */
export async function migrate(options: DataSourceOptions, name: string, logger: AppLogger): Promise<void> {
  const source = new DataSource({
    ...options,
    applicationName: `${name}-migrate`,
    entities: [],
    logger: new MigrationLog(logger),
    extra: {
      max: 1,
      onConnect: outliveConnection,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      lock_timeout: LOCK_TIMEOUT_MS,
      // 0 in words: the role or the database may have a limit of its own.
      options: `-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 ${KEEPALIVE}`,
    },
  } as DataSourceOptions);
  await source.initialize();
  try {
    // One connection for the lock and for the work: whoever loses it loses both, and nobody works without the lock.
    const runner = source.createQueryRunner();
    try {
      await takeTurn(runner, logger);
      await runPending(source, runner, logger);
    } finally {
      await runner.release();
    }
  } finally {
    await source.destroy();
  }
}

/**
 * Asked again and again, not waited for within PostgreSQL: a statement that waits holds a snapshot, and
 * CREATE INDEX CONCURRENTLY in the process that has the lock would wait for that. The lock ends with the connection.
 */
async function takeTurn(runner: QueryRunner, logger: AppLogger): Promise<void> {
  const sometimes = rarely(TELL_EVERY_MS);
  for (;;) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK])) as [
      { mine: boolean },
    ];
    if (row.mine) return;
    sometimes(() => logger.info('another process migrates the database, waiting for it'));
    await delay(TURN_EVERY_MS * (0.5 + Math.random()));
  }
}

async function runPending(source: DataSource, runner: QueryRunner, logger: AppLogger): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const executor = new MigrationExecutor(source, runner);
    // Each in a transaction of its own, except where it says `transaction = false`.
    executor.transaction = 'each';
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      if (!lostLock(error)) throw error;
      logger.warn('a migration waits for a lock, trying again', { attempt, error });
      const pause = Math.min(RETRY_MS.first * 2 ** (attempt - 1), RETRY_MS.most);
      await delay(pause * (0.5 + Math.random()));
    }
  }
}

/** lock_not_available, deadlock_detected: the transaction was rolled back and nothing is wrong with it. */
const lostLock = (error: unknown): boolean => ['55P03', '40P01'].includes(String((error as { code?: unknown }).code));

/** TypeORM would write to the console. */
class MigrationLog implements TypeOrmLogger {
  constructor(private readonly logger: AppLogger) {}

  logMigration(message: string): void {
    this.logger.info(message);
  }
  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  log(): void {}
}

import { type DynamicModule, Global, Inject, Logger, Module } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { type BaseConfig, CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { Health } from '../health/health.js';
import { Inbox } from '../inbox/inbox.js';
import { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { Outbox } from '../outbox/outbox.js';
import { OutboxRelay } from '../outbox/outbox.relay.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { OutboxWatch } from '../outbox/outbox.watch.js';
import { EventPositions } from '../position/event-positions.js';
import { ReadModels } from '../read-model/read-models.js';
import { Republisher } from '../read-model/republisher.js';
import { SERVICE_NAME } from '../service/tokens.js';
import { connectDatabase, type DatabaseParts, dataSourceOptions } from './connect.js';
import { meterPool } from './pool-metrics.js';

// The single node runs several services in one process, each with a container and a default data source of its own.
// @nestjs/typeorm warns of that on the console while the files are loaded, before there is a logger of ours.
Logger.overrideLogger(['error', 'fatal']);

export interface ServiceDatabase extends DatabaseParts {
  /** false: the service tells of nothing, so it has no `Outbox`, and nothing asks the database for rows. */
  outbox?: boolean;
}

/** A service's own PostgreSQL database: migrated at start, with outbox, inbox and a readiness check. */
@Global()
@Module({})
export class DatabaseModule {
  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(Health) health: Health,
    @Inject(Metrics) metrics: Metrics,
  ) {
    meterPool(database, metrics);
    health.register('postgres', async () => {
      await database.query('SELECT 1');
    });
  }

  static forService({ outbox = true, ...parts }: ServiceDatabase): DynamicModule {
    const outboxParts = outbox ? [Outbox, OutboxRelay, OutboxRepository, OutboxWatch, Republisher] : [];
    // TypeOrmModule gives its data source factory nothing but options, so the rest is kept from the step before.
    let logger: AppLogger;
    let service: string;
    let health: Health;
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG, SERVICE_NAME, AppLogger, Health],
          useFactory: (config: BaseConfig & DatabaseConfig, name: string, ownLogger: AppLogger, ownHealth: Health) => {
            logger = ownLogger;
            service = name;
            health = ownHealth;
            // An outage is waited for below; what else fails fails again.
            return { ...dataSourceOptions(config, parts, name), retryAttempts: 0 };
          },
          // Until there is a database to ask.
          dataSourceFactory: (options) =>
            connectDatabase(options as DataSourceOptions, service, logger, health.waitFor('postgres')),
        }),
      ],
      providers: [...outboxParts, Inbox, EventPositions, ReadModels],
      exports: [...outboxParts, Inbox, EventPositions, ReadModels],
    };
  }
}

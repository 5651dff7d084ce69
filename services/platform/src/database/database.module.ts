import { type DynamicModule, Global, Inject, Logger, Module } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { type BaseConfig, CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { Health } from '../health/health.js';
import { Inbox } from '../inbox/inbox.js';
import { AppLogger } from '../log/logger.js';
import { Outbox } from '../outbox/outbox.js';
import { OutboxRelay } from '../outbox/outbox.relay.js';
import { ReadModels } from '../read-model/read-models.js';
import { Republisher } from '../read-model/republisher.js';
import { SERVICE_NAME } from '../service/tokens.js';
import { connectDatabase, type DatabaseParts, dataSourceOptions } from './connect.js';

// The single node runs several services in one process, each with a container and a default data source of its own.
// @nestjs/typeorm warns of that on the console while the files are loaded, before there is a logger of ours.
Logger.overrideLogger(['error', 'fatal']);

/** A service's own PostgreSQL database: migrated at start, with outbox, inbox and a readiness check. */
@Global()
@Module({})
export class DatabaseModule {
  constructor(@InjectDataSource() database: DataSource, @Inject(Health) health: Health) {
    health.register('postgres', async () => {
      await database.query('SELECT 1');
    });
  }

  static forService(parts: DatabaseParts): DynamicModule {
    // TypeOrmModule gives its data source factory nothing but options, so the logger is kept from the step before.
    let logger: AppLogger;
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG, SERVICE_NAME, AppLogger],
          useFactory: (config: BaseConfig & DatabaseConfig, name: string, ownLogger: AppLogger) => {
            logger = ownLogger;
            return dataSourceOptions(config, parts, name);
          },
          dataSourceFactory: (options) => connectDatabase(options as DataSourceOptions, logger),
        }),
      ],
      providers: [Outbox, OutboxRelay, Inbox, ReadModels, Republisher],
      exports: [Outbox, OutboxRelay, Inbox, ReadModels, Republisher],
    };
  }
}

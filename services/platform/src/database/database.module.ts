import { type DynamicModule, Global, Inject, Module } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { type BaseConfig, CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { Health } from '../health/health.js';
import { Inbox } from '../inbox/inbox.js';
import { AppLogger } from '../log/logger.js';
import { Outbox } from '../outbox/outbox.js';
import { OutboxRelay } from '../outbox/outbox.relay.js';
import { SERVICE_NAME } from '../service/tokens.js';
import { connectDatabase, type DatabaseParts, dataSourceOptions } from './connect.js';

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
      providers: [Outbox, OutboxRelay, Inbox],
      exports: [Outbox, OutboxRelay, Inbox],
    };
  }
}

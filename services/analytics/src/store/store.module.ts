import { AppLogger, CONFIG, Health, SilentStores } from '@linkway/platform';
import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { ClickRepository } from './click.repository.js';
import { ClickHouse } from './clickhouse.js';
import { DetachedParts } from './detached-parts.js';
import { RangeRepository } from './range.repository.js';

/** Closes ClickHouse after everything that uses it: application shutdown comes after module destruction. */
@Injectable()
class StoreLifecycle implements OnApplicationShutdown {
  constructor(@Inject(ClickHouse) private readonly clickhouse: ClickHouse) {}

  async onApplicationShutdown(): Promise<void> {
    await this.clickhouse.close();
  }
}

@Global()
@Module({
  providers: [
    {
      provide: ClickHouse,
      inject: [CONFIG, AppLogger, Health, SilentStores],
      useFactory: (config: AnalyticsConfig, logger: AppLogger, health: Health, stores: SilentStores) => {
        const clickhouse = ClickHouse.start(config, logger);
        health.register('clickhouse', () => clickhouse.check());
        // The engine in this process is as much there as the process.
        if (config.CLICKHOUSE_URL) {
          stores.register('clickhouse', { ask: () => clickhouse.ping(), giveUp: () => clickhouse.close() });
        }
        return clickhouse;
      },
    },
    ClickRepository,
    RangeRepository,
    DetachedParts,
    StoreLifecycle,
  ],
  exports: [ClickHouse, ClickRepository, RangeRepository],
})
export class StoreModule {}

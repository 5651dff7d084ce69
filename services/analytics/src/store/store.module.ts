import { AppLogger, CONFIG, Health } from '@linkway/platform';
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
      inject: [CONFIG, AppLogger, Health],
      useFactory: (config: AnalyticsConfig, logger: AppLogger, health: Health) => {
        const clickhouse = ClickHouse.start(config, logger);
        health.register('clickhouse', () => clickhouse.check());
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

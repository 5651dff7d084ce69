import {
  AppLogger,
  CONFIG,
  clickShards,
  clickStream,
  DeadLetters,
  ensureStream,
  Health,
  NatsService,
  Tracing,
} from '@linkway/platform';
import { Module } from '@nestjs/common';
import { type AnalyticsConfig, flushMs, restMs } from '../config.js';
import { DescribeController } from '../enrich/describe.controller.js';
import { EnrichService } from '../enrich/enrich.service.js';
import { LeaseModule, Leases } from '../lease/lease.module.js';
import { PlaceModule } from '../place/place.module.js';
import { ClickRepository } from '../store/click.repository.js';
import { ClickHouse } from '../store/clickhouse.js';
import { RangeRepository } from '../store/range.repository.js';
import { RepeatedClicks } from '../store/repeated-clicks.js';
import { BatchService } from './batch.service.js';
import { ClickSignals } from './click-signals.js';
import { IngestMetrics } from './ingest.metrics.js';
import { IngestService } from './ingest.service.js';
import { InsertQueue } from './insert-queue.js';
import { ShardConsumer, type ShardParts } from './shard.consumer.js';

/** How soon a new stream is found, and, of several processes, one that is gone. */
const LOOK_EVERY_MS = { shared: 2_000, alone: 10_000 };
const SHARD_PARTS = Symbol('SHARD_PARTS');

@Module({
  imports: [LeaseModule, PlaceModule],
  controllers: [DescribeController],
  providers: [
    EnrichService,
    BatchService,
    ClickSignals,
    IngestMetrics,
    {
      provide: RepeatedClicks,
      inject: [ClickHouse, AppLogger],
      useFactory: (clickhouse: ClickHouse, logger: AppLogger) => new RepeatedClicks(clickhouse, logger),
    },
    {
      provide: InsertQueue,
      inject: [ClickRepository, RangeRepository, RepeatedClicks, CONFIG],
      useFactory: (
        clicks: ClickRepository,
        ranges: RangeRepository,
        repeated: RepeatedClicks,
        config: AnalyticsConfig,
      ) => {
        const sizes = { windowMs: flushMs(config), restMs: restMs(config), fullAt: config.CLICK_BATCH_SIZE };
        // The embedded engine lets one process in.
        const shared = config.CLICKHOUSE_URL !== '';
        return new InsertQueue(clicks, ranges, {
          ...sizes,
          onUnknown: (rows) => {
            if (shared) repeated.expect(rows);
          },
        });
      },
    },
    {
      provide: SHARD_PARTS,
      inject: [NatsService, CONFIG, AppLogger, Tracing, RangeRepository, BatchService, ClickSignals, IngestMetrics],
      useFactory: (
        nats: NatsService,
        config: AnalyticsConfig,
        logger: AppLogger,
        tracing: Tracing,
        ranges: RangeRepository,
        batches: BatchService,
        signals: ClickSignals,
        metrics: IngestMetrics,
      ): ShardParts => ({
        nats,
        config,
        logger,
        tracing,
        ranges,
        batches,
        signals,
        metrics,
        deadLetters: new DeadLetters(nats),
      }),
    },
    {
      provide: IngestService,
      inject: [SHARD_PARTS, Health, ClickHouse, Leases],
      useFactory: (parts: ShardParts, health: Health, clickhouse: ClickHouse, leases: Leases) => {
        const { nats, logger, config } = parts;
        const share = leases.share();
        const turnOf = (shard: number) => {
          const lease = leases.of(`clicks-${shard}`);
          return lease && share ? { lease, share } : null;
        };
        const consumerOf = (shard: number) => new ShardConsumer(shard, parts, turnOf(shard));
        const shards = async () => {
          await ensureStream(nats, clickStream(0));
          return clickShards(nats);
        };
        return new IngestService({
          shards,
          clickhouse,
          health,
          logger,
          consumerOf,
          share,
          giveUpMs: config.CLICK_GIVE_UP_MS,
          lookEveryMs: share ? LOOK_EVERY_MS.shared : LOOK_EVERY_MS.alone,
        });
      },
    },
  ],
})
export class IngestModule {}

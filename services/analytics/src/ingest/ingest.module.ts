import { randomUUID } from 'node:crypto';
import { AppLogger, CONFIG, DeadLetters, Health, NatsService, Tracing } from '@linkway/platform';
import { Module } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { EnrichService } from '../enrich/enrich.service.js';
import { GeoService } from '../enrich/geo.service.js';
import { RangeRepository } from '../store/range.repository.js';
import { BatchService } from './batch.service.js';
import { IngestMetrics } from './ingest.metrics.js';
import { IngestService } from './ingest.service.js';
import { Lease } from './lease.js';
import { ShardConsumer, type ShardParts } from './shard.consumer.js';

const SHARD_PARTS = Symbol('SHARD_PARTS');

/** The embedded engine lets one process in; beside a server there may be several, and a lease tells them apart. */
function leaseFor(shard: number, nats: NatsService, config: AnalyticsConfig): Lease | null {
  if (!config.CLICKHOUSE_URL) return null;
  return new Lease(nats, `clicks-${shard}`, config.INSTANCE_ID || randomUUID(), config.STREAM_REPLICAS);
}

@Module({
  providers: [
    GeoService,
    EnrichService,
    BatchService,
    IngestMetrics,
    {
      provide: SHARD_PARTS,
      inject: [NatsService, CONFIG, AppLogger, Tracing, RangeRepository, BatchService, IngestMetrics],
      useFactory: (
        nats: NatsService,
        config: AnalyticsConfig,
        logger: AppLogger,
        tracing: Tracing,
        ranges: RangeRepository,
        batches: BatchService,
        metrics: IngestMetrics,
      ): ShardParts => ({
        nats,
        config,
        logger,
        tracing,
        ranges,
        batches,
        metrics,
        deadLetters: new DeadLetters(nats),
      }),
    },
    {
      provide: IngestService,
      inject: [SHARD_PARTS, Health],
      useFactory: (parts: ShardParts, health: Health) =>
        new IngestService(
          Array.from(
            { length: parts.config.CLICK_SHARDS },
            (_, shard) => new ShardConsumer(shard, parts, leaseFor(shard, parts.nats, parts.config)),
          ),
          health,
        ),
    },
  ],
})
export class IngestModule {}

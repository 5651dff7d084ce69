import { AppLogger, CONFIG, RpcClient } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsageRepository } from '../cap/usage.repository.js';
import type { RedirectConfig } from '../config.js';
import { RouteConsumer } from './route.consumer.js';
import { RouteRow } from './route.entity.js';
import { RouteRepository } from './route.repository.js';
import { RouteCache } from './route-cache.js';
import { RouteDirectory } from './route-directory.js';
import { RouteFollower } from './route-follower.js';

@Module({
  imports: [TypeOrmModule.forFeature([RouteRow])],
  controllers: [RouteConsumer],
  providers: [
    RouteRepository,
    RouteFollower,
    UsageRepository,
    {
      provide: RouteCache,
      inject: [CONFIG],
      useFactory: (config: RedirectConfig) =>
        new RouteCache({ size: config.ROUTE_CACHE_SIZE, ttlMs: config.ROUTE_TTL_SECONDS * 1_000 }),
    },
    {
      provide: RouteDirectory,
      inject: [RouteCache, RouteRepository, RpcClient, AppLogger],
      useFactory: (cache: RouteCache, routes: RouteRepository, rpc: RpcClient, logger: AppLogger) =>
        new RouteDirectory(cache, routes, rpc, logger),
    },
  ],
  exports: [RouteDirectory, RouteCache, UsageRepository],
})
export class RouteModule {}

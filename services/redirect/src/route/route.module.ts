import { AppLogger, CONFIG, ReadModels, RpcClient } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsageRepository } from '../cap/usage.repository.js';
import type { RedirectConfig } from '../config.js';
import { HostModule } from '../host/host.module.js';
import { HostBook } from '../host/host-book.js';
import { Misses } from './misses.js';
import { RouteConsumer } from './route.consumer.js';
import { RouteRow } from './route.entity.js';
import { RouteReadModel } from './route.read-model.js';
import { RouteRepository } from './route.repository.js';
import { RouteCache } from './route-cache.js';
import { RouteDirectory } from './route-directory.js';
import { RouteFollower } from './route-follower.js';
import { type Mending, RouteQuestions } from './route-questions.js';

@Module({
  imports: [TypeOrmModule.forFeature([RouteRow]), HostModule],
  controllers: [RouteConsumer],
  providers: [
    RouteRepository,
    RouteFollower,
    RouteReadModel,
    UsageRepository,
    {
      provide: RouteCache,
      inject: [CONFIG],
      useFactory: (config: RedirectConfig) =>
        new RouteCache({ bytes: config.CACHE_BYTES, ttlMs: config.ROUTE_TTL_SECONDS * 1_000 }),
    },
    {
      provide: RouteQuestions,
      inject: [RouteRepository, RpcClient, RouteCache, RouteReadModel, ReadModels, HostBook, AppLogger],
      useFactory: (
        routes: RouteRepository,
        rpc: RpcClient,
        cache: RouteCache,
        model: RouteReadModel,
        models: ReadModels,
        hosts: HostBook,
        logger: AppLogger,
      ) => {
        const mending: Mending = {
          believable: (mends) => models.believable(model, mends),
          mend: (mends) => models.mend(model, mends),
        };
        return new RouteQuestions(routes, rpc, cache, mending, hosts, logger);
      },
    },
    {
      provide: RouteDirectory,
      inject: [RouteCache, RouteQuestions, CONFIG, RouteRepository, AppLogger],
      useFactory: (
        cache: RouteCache,
        questions: RouteQuestions,
        config: RedirectConfig,
        routes: RouteRepository,
        logger: AppLogger,
      ) => {
        const { UNKNOWN_CODES_PER_MINUTE: perMinute, UNKNOWN_CODES_PER_SECOND: perSecond } = config;
        return new RouteDirectory(cache, questions, new Misses({ perMinute, perSecond }), routes, logger);
      },
    },
  ],
  exports: [RouteDirectory, RouteCache, RouteRepository, RouteFollower, UsageRepository],
})
export class RouteModule {}

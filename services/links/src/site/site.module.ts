import { Module } from '@nestjs/common';
import { SiteConsumer } from './site.consumer.js';
import { SiteController } from './site.controller.js';
import { SiteRepository } from './site.repository.js';
import { SiteService } from './site.service.js';
import { SiteFetcher } from './site-fetcher.js';
import { SiteQueueRepository } from './site-queue.repository.js';
import { SiteWorker } from './site-worker.js';

@Module({
  controllers: [SiteConsumer, SiteController],
  providers: [SiteFetcher, SiteQueueRepository, SiteRepository, SiteService, SiteWorker],
  exports: [SiteService],
})
export class SiteModule {}

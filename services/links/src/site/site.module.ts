import { Module } from '@nestjs/common';
import { LinkNewsModule } from '../link-news/link-news.module.js';
import { SiteController } from './site.controller.js';
import { SiteRepository } from './site.repository.js';
import { SiteService } from './site.service.js';
import { SiteFetcher } from './site-fetcher.js';
import { SiteNews } from './site-news.js';
import { SiteQueueRepository } from './site-queue.repository.js';
import { SiteWorker } from './site-worker.js';

@Module({
  imports: [LinkNewsModule],
  controllers: [SiteController],
  providers: [SiteFetcher, SiteNews, SiteQueueRepository, SiteRepository, SiteService, SiteWorker],
  exports: [SiteService],
})
export class SiteModule {}

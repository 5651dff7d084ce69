import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockListModule } from '../block-list/block-list.module.js';
import { CampaignModule } from '../campaign/campaign.module.js';
import { ClickOrderModule } from '../click-order/click-order.module.js';
import { CodeModule } from '../code/code.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { MaliciousLinkModule } from '../malicious-link/malicious-link.module.js';
import { PasswordModule } from '../password/password.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { SiteModule } from '../site/site.module.js';
import { TagModule } from '../tag/tag.module.js';
import { BulkService } from './bulk.service.js';
import { ChangeRepository } from './change.repository.js';
import { CreationRepository } from './creation.repository.js';
import { CreationsTogether } from './creations.together.js';
import { DestinationService } from './destination.service.js';
import { DestinationCheckController } from './destination-check.controller.js';
import { DestinationCheckService } from './destination-check.service.js';
import { GuestCreation } from './guest.creation.js';
import { LinkController } from './link.controller.js';
import { LinkCreation } from './link.creation.js';
import { Link } from './link.entity.js';
import { LinkMetrics } from './link.metrics.js';
import { LinkMover } from './link.mover.js';
import { LinkPreparation } from './link.preparation.js';
import { LinkRepository } from './link.repository.js';
import { LinkService } from './link.service.js';
import { ListRepository } from './list.repository.js';
import { ListService } from './list.service.js';
import { MoveRepository } from './move.repository.js';
import { SearchIndexRepository } from './search-index.repository.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Link]),
    BlockListModule,
    CampaignModule,
    ClickOrderModule,
    CodeModule,
    DomainModule,
    IdempotencyModule,
    MaliciousLinkModule,
    PasswordModule,
    QuotaModule,
    SiteModule,
    TagModule,
  ],
  controllers: [DestinationCheckController, LinkController],
  providers: [
    BulkService,
    ChangeRepository,
    CreationRepository,
    CreationsTogether,
    DestinationCheckService,
    DestinationService,
    GuestCreation,
    LinkCreation,
    LinkMetrics,
    LinkMover,
    LinkPreparation,
    LinkRepository,
    LinkService,
    ListRepository,
    ListService,
    MoveRepository,
    SearchIndexRepository,
  ],
  exports: [LinkMover, LinkRepository, LinkService],
})
export class LinkModule {}

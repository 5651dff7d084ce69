import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { LinkModule } from '../link/link.module.js';
import { VersionController } from './version.controller.js';
import { VersionRepository } from './version.repository.js';
import { VersionService } from './version.service.js';
import { VersionKeeping } from './version-keeping.js';

/** What links were, who changed them, and their way back. */
@Module({
  imports: [DomainModule, IdempotencyModule, LinkModule],
  controllers: [VersionController],
  providers: [VersionKeeping, VersionRepository, VersionService],
  exports: [VersionRepository],
})
export class HistoryModule {}

import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { LinkModule } from '../link/link.module.js';
import { MaliciousLinkModule } from '../malicious-link/malicious-link.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { ScheduledChangeController } from './scheduled-change.controller.js';
import { ScheduledChangeRepository } from './scheduled-change.repository.js';
import { ScheduledChangeService } from './scheduled-change.service.js';
import { ScheduledChanges } from './scheduled-changes.js';

/** Changes of links that are made at a time. */
@Module({
  imports: [IdempotencyModule, LinkModule, MaliciousLinkModule, QuotaModule],
  controllers: [ScheduledChangeController],
  providers: [ScheduledChangeRepository, ScheduledChangeService, ScheduledChanges],
  exports: [ScheduledChangeRepository],
})
export class ScheduleModule {}

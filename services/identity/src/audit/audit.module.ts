import { Module } from '@nestjs/common';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { AuditRepeatRepository } from './audit-repeat.repository.js';
import { AuditTrail } from './audit-trail.js';
import { RefusedActs } from './refused-acts.js';

@Module({
  imports: [ThreatWatchModule],
  providers: [AuditRepeatRepository, AuditTrail, RefusedActs],
  exports: [AuditTrail, RefusedActs],
})
export class AuditModule {}

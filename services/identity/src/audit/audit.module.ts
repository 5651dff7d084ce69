import { Module } from '@nestjs/common';
import { AuditRepeatRepository } from './audit-repeat.repository.js';
import { AuditTrail } from './audit-trail.js';
import { RefusedActs } from './refused-acts.js';

@Module({
  providers: [AuditRepeatRepository, AuditTrail, RefusedActs],
  exports: [AuditTrail, RefusedActs],
})
export class AuditModule {}

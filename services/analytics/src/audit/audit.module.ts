import { Module } from '@nestjs/common';
import { LeaseModule, Leases } from '../lease/lease.module.js';
import { QueryModule } from '../query/query.module.js';
import { ActUsers } from './act-users.js';
import { AuditConsumer } from './audit.consumer.js';
import { AUDIT_LEASE, AuditChain } from './audit-chain.service.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditNames } from './audit-names.js';
import { ProofSeal } from './proof-seal.js';
import { AuditVerifications } from './verification.service.js';

@Module({
  imports: [LeaseModule, QueryModule],
  controllers: [AuditConsumer, AuditLogController],
  providers: [
    ActUsers,
    AuditChain,
    AuditLogRepository,
    AuditLogService,
    AuditNames,
    AuditVerifications,
    ProofSeal,
    { provide: AUDIT_LEASE, inject: [Leases], useFactory: (leases: Leases) => leases.of('audit-log') },
  ],
  exports: [AuditLogRepository, AuditNames],
})
export class AuditModule {}

import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LeaseModule, Leases } from '../lease/lease.module.js';
import { ClickRemovalRepository } from './click-removal.repository.js';
import { DeletedAccountRepository } from './deleted-account.repository.js';
import { RemovalConsumer } from './removal.consumer.js';
import { REMOVAL_LEASE, RemovalService } from './removal.service.js';

/** What becomes of an account's clicks, and of its names in the audit log, once it is deleted. */
@Module({
  imports: [AuditModule, LeaseModule],
  controllers: [RemovalConsumer],
  providers: [
    ClickRemovalRepository,
    DeletedAccountRepository,
    RemovalService,
    { provide: REMOVAL_LEASE, inject: [Leases], useFactory: (leases: Leases) => leases.of('account-removal') },
  ],
})
export class RemovalModule {}

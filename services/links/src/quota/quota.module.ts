import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangeService } from './change.service.js';
import { GuestKeys } from './guest-keys.js';
import { MonthlyLimitNotice } from './monthly-limit-notice.js';
import { ChangeUsage, GuestSalt, GuestUsage, QuotaUsage, Workspace } from './quota.entity.js';
import { QuotaRepository } from './quota.repository.js';
import { QuotaService } from './quota.service.js';
import { WorkspaceConsumer } from './workspace.consumer.js';
import { WorkspaceReadModel } from './workspace.read-model.js';

@Module({
  imports: [TypeOrmModule.forFeature([QuotaUsage, GuestUsage, Workspace, ChangeUsage, GuestSalt])],
  controllers: [WorkspaceConsumer],
  providers: [QuotaRepository, GuestKeys, MonthlyLimitNotice, QuotaService, ChangeService, WorkspaceReadModel],
  exports: [QuotaService, ChangeService],
})
export class QuotaModule {}

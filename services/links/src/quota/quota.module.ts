import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GuestUsage, QuotaUsage, Workspace } from './quota.entity.js';
import { QuotaRepository } from './quota.repository.js';
import { QuotaService } from './quota.service.js';
import { WorkspaceConsumer } from './workspace.consumer.js';
import { WorkspaceReadModel } from './workspace.read-model.js';

@Module({
  imports: [TypeOrmModule.forFeature([QuotaUsage, GuestUsage, Workspace])],
  controllers: [WorkspaceConsumer],
  providers: [QuotaRepository, QuotaService, WorkspaceReadModel],
  exports: [QuotaService],
})
export class QuotaModule {}

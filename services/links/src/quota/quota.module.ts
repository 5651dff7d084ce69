import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GuestUsage, QuotaUsage, Workspace } from './quota.entity.js';
import { QuotaRepository } from './quota.repository.js';
import { QuotaService } from './quota.service.js';
import { WorkspaceConsumer } from './workspace.consumer.js';

@Module({
  imports: [TypeOrmModule.forFeature([QuotaUsage, GuestUsage, Workspace])],
  controllers: [WorkspaceConsumer],
  providers: [QuotaRepository, QuotaService],
  exports: [QuotaService],
})
export class QuotaModule {}

import { Module } from '@nestjs/common';
import { BlockListModule } from '../block-list/block-list.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { QuarantineModule } from '../quarantine/quarantine.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { ReportController } from './report.controller.js';
import { ReportRepository } from './report.repository.js';
import { ReportService } from './report.service.js';

@Module({
  imports: [BlockListModule, DomainModule, QuarantineModule, QuotaModule],
  controllers: [ReportController],
  providers: [ReportRepository, ReportService],
})
export class ReportModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CampaignModule } from '../campaign/campaign.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { HistoryModule } from '../history/history.module.js';
import { Link } from '../link/link.entity.js';
import { LinkModule } from '../link/link.module.js';
import { ScheduleModule } from '../schedule/schedule.module.js';
import { UtmTemplateModule } from '../utm-template/utm-template.module.js';
import { DataExportController } from './data-export.controller.js';
import { DataExportRepository } from './data-export.repository.js';
import { DataExportService } from './data-export.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Link]),
    CampaignModule,
    DomainModule,
    HistoryModule,
    LinkModule,
    ScheduleModule,
    UtmTemplateModule,
  ],
  controllers: [DataExportController],
  providers: [DataExportRepository, DataExportService],
})
export class DataExportModule {}

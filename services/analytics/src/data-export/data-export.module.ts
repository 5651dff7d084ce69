import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { QueryModule } from '../query/query.module.js';
import { AccountHistory } from './account-history.js';
import { DataExportController } from './data-export.controller.js';
import { ExportedClicks } from './exported-clicks.js';

@Module({
  imports: [AuditModule, QueryModule],
  controllers: [DataExportController],
  providers: [AccountHistory, ExportedClicks],
})
export class DataExportModule {}

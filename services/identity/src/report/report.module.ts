import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CountedReport } from './counted-report.entity.js';
import { CountedReportRepository } from './counted-report.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([CountedReport])],
  providers: [CountedReportRepository],
  exports: [CountedReportRepository],
})
export class ReportModule {}

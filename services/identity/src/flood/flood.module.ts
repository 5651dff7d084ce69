import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { FloodController } from './flood.controller.js';
import { FloodService } from './flood.service.js';
import { FloodReport } from './flood-report.entity.js';
import { FloodReportRepository } from './flood-report.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([FloodReport]), ThreatWatchModule],
  controllers: [FloodController],
  providers: [FloodReportRepository, FloodService],
  exports: [FloodReportRepository],
})
export class FloodModule {}

import { Module } from '@nestjs/common';
import { ReportModule } from '../report/report.module.js';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { FloodController } from './flood.controller.js';
import { FloodService } from './flood.service.js';

@Module({
  imports: [ReportModule, ThreatWatchModule],
  controllers: [FloodController],
  providers: [FloodService],
})
export class FloodModule {}

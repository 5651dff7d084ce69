import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SecurityCentreModule } from '../security/security-centre.module.js';
import { SecuritySettingsModule } from '../security/security-settings.module.js';
import { StatisticsService } from './statistics.service.js';
import { ThreatController } from './threat.controller.js';
import { ThreatService } from './threat.service.js';
import { ThreatListRepository } from './threat-list.repository.js';
import { ThreatWatchModule } from './threat-watch.module.js';

@Module({
  imports: [AuditModule, SecurityCentreModule, SecuritySettingsModule, ThreatWatchModule],
  controllers: [ThreatController],
  providers: [StatisticsService, ThreatListRepository, ThreatService],
})
export class ThreatModule {}

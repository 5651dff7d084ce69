import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { SecurityCentreModule } from '../security/security-centre.module.js';
import { SecuritySettingsModule } from '../security/security-settings.module.js';
import { UserModule } from '../user/user.module.js';
import { StatisticsService } from './statistics.service.js';
import { ThreatController } from './threat.controller.js';
import { ThreatService } from './threat.service.js';
import { ThreatAlertRepository } from './threat-alert.repository.js';
import { ThreatAlerts } from './threat-alerts.js';
import { ThreatListRepository } from './threat-list.repository.js';
import { ThreatWatchModule } from './threat-watch.module.js';

@Module({
  imports: [
    AuditModule,
    MailModule,
    NotifierModule,
    SecurityCentreModule,
    SecuritySettingsModule,
    ThreatWatchModule,
    UserModule,
  ],
  controllers: [ThreatController],
  providers: [StatisticsService, ThreatAlertRepository, ThreatAlerts, ThreatListRepository, ThreatService],
})
export class ThreatModule {}

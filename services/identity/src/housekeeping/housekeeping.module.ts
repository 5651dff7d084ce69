import { Module } from '@nestjs/common';
import { AccountDeletionModule } from '../account-deletion/account-deletion.module.js';
import { AccountLinkModule } from '../account-link/account-link.module.js';
import { ApiKeyModule } from '../api-key/api-key.module.js';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { KnownDeviceModule } from '../device/known-device.module.js';
import { GoogleModule } from '../google/google.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { PushQueueModule } from '../push/push-queue.module.js';
import { ReportModule } from '../report/report.module.js';
import { SecuritySettingsModule } from '../security/security-settings.module.js';
import { SessionModule } from '../session/session.module.js';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UserAdministrationModule } from '../user-administration/user-administration.module.js';
import { HousekeepingService } from './housekeeping.service.js';

@Module({
  imports: [
    AccountDeletionModule,
    AccountLinkModule,
    ApiKeyModule,
    AttemptModule,
    AuditModule,
    ReportModule,
    GoogleModule,
    KnownDeviceModule,
    MailModule,
    NotifierModule,
    PushQueueModule,
    SecuritySettingsModule,
    SessionModule,
    ThreatWatchModule,
    TwoFactorModule,
    UserAdministrationModule,
  ],
  providers: [HousekeepingService],
})
export class HousekeepingModule {}

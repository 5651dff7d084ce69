import { Module } from '@nestjs/common';
import { AccountLinkModule } from '../account-link/account-link.module.js';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { KnownDeviceModule } from '../device/known-device.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MailRequestModule } from '../mail-request/mail-request.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { SecuritySettingsModule } from '../security/security-settings.module.js';
import { SessionModule } from '../session/session.module.js';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { FormerPassword } from './former-password.js';
import { LockoutNotice } from './lockout-notice.js';
import { PasswordService } from './password.service.js';
import { PasswordChangedNotice } from './password-changed-notice.js';
import { PasswordCheckService } from './password-check.service.js';

@Module({
  imports: [
    AccountLinkModule,
    AttemptModule,
    AuditModule,
    KnownDeviceModule,
    MailModule,
    MailRequestModule,
    NotifierModule,
    SecuritySettingsModule,
    SessionModule,
    ThreatWatchModule,
  ],
  providers: [FormerPassword, LockoutNotice, PasswordChangedNotice, PasswordService, PasswordCheckService],
  exports: [FormerPassword, PasswordService, PasswordCheckService],
})
export class PasswordModule {}

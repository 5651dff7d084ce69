import { Module } from '@nestjs/common';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MailRequestModule } from '../mail-request/mail-request.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SessionModule } from '../session/session.module.js';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { UserModule } from '../user/user.module.js';
import { FirstAdminService } from './first-admin.service.js';
import { NewAccounts } from './new-accounts.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';

@Module({
  imports: [
    AttemptModule,
    AuditModule,
    MailRequestModule,
    PasswordModule,
    SessionModule,
    ThreatWatchModule,
    UserModule,
  ],
  controllers: [RegistrationController],
  providers: [FirstAdminService, NewAccounts, RegistrationService],
  exports: [NewAccounts],
})
export class RegistrationModule {}

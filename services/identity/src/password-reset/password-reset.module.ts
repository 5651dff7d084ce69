import { Module } from '@nestjs/common';
import { AccountDeletionModule } from '../account-deletion/account-deletion.module.js';
import { AccountLinkModule } from '../account-link/account-link.module.js';
import { ApiKeyModule } from '../api-key/api-key.module.js';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { KnownDeviceModule } from '../device/known-device.module.js';
import { GoogleModule } from '../google/google.module.js';
import { HolderModule } from '../holder/holder.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MailRequestModule } from '../mail-request/mail-request.module.js';
import { PasswordModule } from '../password/password.module.js';
import { PushModule } from '../push/push.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UserModule } from '../user/user.module.js';
import { ForgottenPasswordService } from './forgotten-password.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetService } from './password-reset.service.js';
import { UnknownHolder } from './unknown-holder.js';

@Module({
  imports: [
    AccountDeletionModule,
    AccountLinkModule,
    ApiKeyModule,
    AttemptModule,
    AuditModule,
    GoogleModule,
    HolderModule,
    KnownDeviceModule,
    MailModule,
    MailRequestModule,
    PasswordModule,
    PushModule,
    TwoFactorModule,
    UserModule,
  ],
  controllers: [PasswordResetController],
  providers: [ForgottenPasswordService, PasswordResetService, UnknownHolder],
})
export class PasswordResetModule {}

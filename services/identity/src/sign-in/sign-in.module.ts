import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { KnownDeviceModule } from '../device/known-device.module.js';
import { HolderModule } from '../holder/holder.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SessionModule } from '../session/session.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UserModule } from '../user/user.module.js';
import { AccountEntry } from './account-entry.js';
import { NewDeviceNotice } from './new-device-notice.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [
    AuditModule,
    HolderModule,
    KnownDeviceModule,
    NotifierModule,
    PasswordModule,
    SessionModule,
    TwoFactorModule,
    UserModule,
  ],
  controllers: [SignInController],
  providers: [AccountEntry, NewDeviceNotice, SignInService],
  exports: [AccountEntry],
})
export class SignInModule {}

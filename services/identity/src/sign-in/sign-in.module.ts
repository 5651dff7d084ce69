import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SessionModule } from '../session/session.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UserModule } from '../user/user.module.js';
import { AccountEntry } from './account-entry.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [AuditModule, PasswordModule, SessionModule, TwoFactorModule, UserModule],
  controllers: [SignInController],
  providers: [AccountEntry, SignInService],
  exports: [AccountEntry],
})
export class SignInModule {}

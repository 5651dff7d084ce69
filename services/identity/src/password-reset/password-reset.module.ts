import { Module } from '@nestjs/common';
import { AccountLinkModule } from '../account-link/account-link.module.js';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MailRequestModule } from '../mail-request/mail-request.module.js';
import { PasswordModule } from '../password/password.module.js';
import { UserModule } from '../user/user.module.js';
import { ForgottenPasswordService } from './forgotten-password.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetService } from './password-reset.service.js';

@Module({
  imports: [AccountLinkModule, AttemptModule, AuditModule, MailModule, MailRequestModule, PasswordModule, UserModule],
  controllers: [PasswordResetController],
  providers: [ForgottenPasswordService, PasswordResetService],
})
export class PasswordResetModule {}

import { Module } from '@nestjs/common';
import { AccountLinkModule } from '../account-link/account-link.module.js';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { HolderModule } from '../holder/holder.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MailRequestModule } from '../mail-request/mail-request.module.js';
import { UserModule } from '../user/user.module.js';
import { ConfirmationController } from './confirmation.controller.js';
import { ConfirmationService } from './confirmation.service.js';

@Module({
  imports: [AccountLinkModule, AttemptModule, AuditModule, HolderModule, MailModule, MailRequestModule, UserModule],
  controllers: [ConfirmationController],
  providers: [ConfirmationService],
})
export class ConfirmationModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EncryptionModule } from '../encryption/encryption.module.js';
import { UserModule } from '../user/user.module.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxService } from './inbox/inbox.service.js';
import { MailDelivery } from './queue/delivery.js';
import { Mail } from './queue/mail.entity.js';
import { MailRepository } from './queue/mail.repository.js';
import { MailWorker } from './queue/mail.worker.js';
import { MailQueue } from './queue/mail-queue.service.js';
import { SendMailController } from './queue/send-mail.controller.js';
import { SendMailService } from './queue/send-mail.service.js';
import { SmtpController } from './smtp/smtp.controller.js';
import { SmtpSender } from './smtp/smtp-sender.js';
import { SmtpSettings } from './smtp/smtp-settings.entity.js';
import { SmtpSettingsRepository } from './smtp/smtp-settings.repository.js';
import { SmtpSettingsService } from './smtp/smtp-settings.service.js';
import { TestMailService } from './smtp/test-mail.service.js';
import { EditedMailText } from './template/mail-template.entity.js';
import { MailTemplateRepository } from './template/mail-template.repository.js';
import { MailTemplatesController } from './template/mail-templates.controller.js';
import { MailTemplates } from './template/mail-templates.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Mail, SmtpSettings, EditedMailText]),
    AttemptModule,
    AuditModule,
    EncryptionModule,
    UserModule,
  ],
  controllers: [InboxController, MailTemplatesController, SendMailController, SmtpController],
  providers: [
    InboxService,
    MailDelivery,
    MailQueue,
    MailRepository,
    MailTemplateRepository,
    MailTemplates,
    MailWorker,
    SendMailService,
    SmtpSender,
    SmtpSettingsRepository,
    SmtpSettingsService,
    TestMailService,
  ],
  exports: [MailDelivery, MailQueue, MailRepository],
})
export class MailModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module.js';
import { UserModule } from '../user/user.module.js';
import { MailRequest } from './mail-request.entity.js';
import { MailRequestRepository } from './mail-request.repository.js';
import { MailRequests } from './mail-requests.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MailRequest]), MailModule, UserModule],
  providers: [MailRequestRepository, MailRequests],
  exports: [MailRequests],
})
export class MailRequestModule {}

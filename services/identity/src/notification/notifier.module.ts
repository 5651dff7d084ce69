import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module.js';
import { PushQueueModule } from '../push/push-queue.module.js';
import { Notification } from './notification.entity.js';
import { NotificationRepository } from './notification.repository.js';
import { Notifier } from './notifier.js';

/** For whoever tells of something. */
@Module({
  imports: [TypeOrmModule.forFeature([Notification]), MailModule, PushQueueModule],
  providers: [NotificationRepository, Notifier],
  exports: [NotificationRepository, Notifier],
})
export class NotifierModule {}

import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { UserModule } from '../user/user.module.js';
import { NotificationConsumer } from './notification.consumer.js';
import { NotificationController } from './notification.controller.js';
import { NotificationService } from './notification.service.js';
import { NotifierModule } from './notifier.module.js';

/** For whoever is told. */
@Module({
  imports: [NotifierModule, SessionModule, UserModule],
  controllers: [NotificationConsumer, NotificationController],
  providers: [NotificationService],
})
export class NotificationModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { SessionModule } from '../session/session.module.js';
import { PushController } from './push.controller.js';
import { PushService } from './push.service.js';
import { PushQueueModule } from './push-queue.module.js';
import { PushSubscription } from './push-subscription.entity.js';
import { PushSubscriptionRepository } from './push-subscription.repository.js';

/** The browsers of an account. */
@Module({
  imports: [TypeOrmModule.forFeature([PushSubscription]), AuditModule, PushQueueModule, SessionModule],
  controllers: [PushController],
  providers: [PushService, PushSubscriptionRepository],
  exports: [PushSubscriptionRepository],
})
export class PushModule {}

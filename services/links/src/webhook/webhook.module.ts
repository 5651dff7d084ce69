import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryService } from './delivery.service.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';
import { WebhookController } from './webhook.controller.js';
import { Webhook } from './webhook.entity.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhookService } from './webhook.service.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookKeeping } from './webhook-keeping.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker } from './webhook-worker.js';

@Module({
  imports: [TypeOrmModule.forFeature([Webhook, WebhookDelivery])],
  controllers: [WebhookController],
  providers: [
    DeliveryQueueRepository,
    DeliveryRepository,
    DeliveryService,
    WebhookKeeping,
    WebhookRepository,
    WebhookSecrets,
    WebhookSender,
    WebhookService,
    WebhookWorker,
  ],
})
export class WebhookModule {}

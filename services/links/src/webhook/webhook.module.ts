import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { ClaimedAccountConsumer } from './claimed-account.consumer.js';
import { ClickNotes } from './clicks/click-notes.js';
import { ClickNotesRepository } from './clicks/click-notes.repository.js';
import { ClickPositionRepository } from './clicks/click-position.repository.js';
import { ClickReader } from './clicks/click-reader.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryService } from './delivery.service.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';
import { HeldRepository } from './held.repository.js';
import { LimitConsumer } from './limit.consumer.js';
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
  imports: [TypeOrmModule.forFeature([Webhook, WebhookDelivery]), IdempotencyModule],
  controllers: [ClaimedAccountConsumer, LimitConsumer, WebhookController],
  providers: [
    ClickNotes,
    ClickNotesRepository,
    ClickPositionRepository,
    ClickReader,
    DeliveryQueueRepository,
    DeliveryRepository,
    DeliveryService,
    HeldRepository,
    WebhookKeeping,
    WebhookRepository,
    WebhookSecrets,
    WebhookSender,
    WebhookService,
    WebhookWorker,
  ],
})
export class WebhookModule {}

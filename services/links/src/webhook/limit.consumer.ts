import { type EventData, linkLimitReached } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import { WebhookWorker } from './webhook-worker.js';

/** Notes for the webhooks of an account that the clicks of a link are used up. */
@Controller()
export class LimitConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly deliveries: DeliveryRepository,
    private readonly worker: WebhookWorker,
  ) {}

  @OnEvent(linkLimitReached)
  async reached(limit: EventData<typeof linkLimitReached>, meta: EventMeta): Promise<void> {
    const isNew = await this.inbox.once(meta, (manager) => this.deliveries.noteLimit(limit, manager));
    if (isNew) this.worker.wake();
  }
}

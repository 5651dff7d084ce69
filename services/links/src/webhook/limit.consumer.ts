import { type EventData, linkLimitReached } from '@linkway/contracts';
import { CONFIG, type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller, Inject } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import { DeliveryRepository } from './delivery.repository.js';
import { limitOf } from './message.js';
import { WebhookWorker } from './webhook-worker.js';

/** Notes for the webhooks of an account that the clicks of a link are used up. */
@Controller()
export class LimitConsumer {
  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly inbox: Inbox,
    private readonly deliveries: DeliveryRepository,
    private readonly worker: WebhookWorker,
  ) {}

  @OnEvent(linkLimitReached)
  async reached(limit: EventData<typeof linkLimitReached>, meta: EventMeta): Promise<void> {
    const message = limitOf(limit, this.config.PUBLIC_SCHEME);
    const isNew = await this.inbox.once(meta, (manager) => this.deliveries.noteLimit(limit, message, manager));
    if (isNew) this.worker.wake();
  }
}

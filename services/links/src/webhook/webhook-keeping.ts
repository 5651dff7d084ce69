import { mailRequest, sendMailRpc, webhookDisabled } from '@linkway/contracts';
import { AppError, AppLogger, type Periodic, periodic, RpcClient } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import type { Webhook } from './webhook.entity.js';
import { WebhookRepository } from './webhook.repository.js';

const NOTICES_EVERY_MS = 60_000;
const NOTICES_AT_ONCE = 20;
const CLEAN_EVERY_MS = 3_600_000;

/** Tells owners by mail of webhooks that were turned off, and forgets old deliveries. */
@Injectable()
export class WebhookKeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private periodics: Periodic[] = [];

  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const { logger } = this;
    this.periodics = [
      periodic(NOTICES_EVERY_MS, () => this.tellOwners(), { name: 'telling of webhooks that are off', logger }),
      periodic(CLEAN_EVERY_MS, () => this.clean(), { name: 'forgetting deliveries', logger }),
    ];
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.periodics.map((each) => each.stop()));
  }

  /** Asked again with the same key nothing is sent twice. */
  async tellOwners(): Promise<void> {
    for (const webhook of await this.webhooks.dueNotices(NOTICES_AT_ONCE)) {
      await this.tell(webhook);
      await this.webhooks.noticed(webhook);
    }
  }

  async clean(): Promise<number | undefined> {
    await this.deliveries.removeTooMany();
    await this.deliveries.removeStray();
    return this.deliveries.removeOld();
  }

  private async tell({ id, user_id, url, disabled_at, failing_since }: Webhook): Promise<void> {
    const since = failing_since ?? disabled_at ?? new Date();
    const request = mailRequest(webhookDisabled, {
      key: `links.webhook-disabled:${id}:${disabled_at?.getTime() ?? 0}`,
      to: { user_id },
      variables: { webhook_host: new URL(url).host, failing_since: since.toISOString() },
    });
    try {
      await this.rpc.call(sendMailRpc, request);
    } catch (error) {
      // Whoever made it is gone; there is nobody to tell.
      if (error instanceof AppError && error.code === 'mail.recipient_unknown') return;
      throw error;
    }
  }
}

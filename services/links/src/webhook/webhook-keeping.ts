import { mailRequest, sendMailRpc, webhookDisabled } from '@linkway/contracts';
import { AppError, AppLogger, type Periodic, periodic, RpcClient } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import { HeldRepository } from './held.repository.js';
import type { Webhook } from './webhook.entity.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhookSecrets } from './webhook-secrets.js';

const NOTICES_EVERY_MS = 60_000;
const NOTICES_AT_ONCE = 20;
const HOLD_EVERY_MS = 60_000;
const CLEAN_EVERY_MS = 3_600_000;
/** Of each of them ten thousand deliveries are counted in one statement. */
const WEBHOOKS_AT_ONCE = 50;

/** Tells owners by mail of webhooks that were turned off, forgets old deliveries, and seals secrets with the key of today. */
@Injectable()
export class WebhookKeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private periodics: Periodic[] = [];
  private stopped = false;

  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly held: HeldRepository,
    private readonly secrets: WebhookSecrets,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const { logger } = this;
    this.periodics = [
      periodic(NOTICES_EVERY_MS, () => this.tellOwners(), { name: 'telling of webhooks that are off', logger }),
      periodic(HOLD_EVERY_MS, () => this.hold(), { name: 'holding deliveries apart', logger }),
      periodic(CLEAN_EVERY_MS, () => this.clean(), { name: 'forgetting deliveries', logger }),
    ];
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.periodics.map((each) => each.stop()));
  }

  /** Asked again with the same key nothing is sent twice. */
  async tellOwners(): Promise<void> {
    for (const webhook of await this.webhooks.dueNotices(NOTICES_AT_ONCE)) {
      await this.tell(webhook);
      await this.webhooks.noticed(webhook);
    }
  }

  /** What waits of webhooks that are sent nothing is looked at no more, until they are again; 0: there is more. */
  async hold(): Promise<0 | undefined> {
    const more = [await this.held.release(), await this.held.hold()];
    return more.includes(0) ? 0 : undefined;
  }

  /** 0: there is more to forget. */
  async clean(): Promise<0 | undefined> {
    await this.reseal();
    await this.webhooks.forgetFailing();
    for (let ids = await this.webhooks.idsAfter(null, WEBHOOKS_AT_ONCE); ids.length > 0; ) {
      while (!this.stopped && (await this.deliveries.removeClicks(ids)) === 0);
      while (!this.stopped && (await this.deliveries.removeTooMany(ids)) === 0);
      if (this.stopped) return undefined;
      ids = await this.webhooks.idsAfter(ids.at(-1) ?? null, WEBHOOKS_AT_ONCE);
    }
    const more = [await this.deliveries.removeStray(), await this.deliveries.removeOld()];
    return more.includes(0) ? 0 : undefined;
  }

  /** A key that was replaced may be given up once nothing is sealed with it. */
  private async reseal(): Promise<void> {
    const keyId = this.secrets.keyId;
    if (!keyId) return;
    for (let after: string | null = null; !this.stopped; ) {
      const some = await this.webhooks.sealedOtherwise(keyId, after, WEBHOOKS_AT_ONCE);
      for (const webhook of some) {
        const anew = this.secrets.again(webhook.secret, webhook.id);
        if (anew) await this.webhooks.reseal(webhook, anew);
      }
      if (some.length < WEBHOOKS_AT_ONCE) return;
      after = some.at(-1)?.id ?? null;
    }
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

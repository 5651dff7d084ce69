import {
  type listWebhookDeliveriesRpc,
  type MemberCaller,
  type RpcInput,
  type RpcReply,
  TEST_EVENT,
  type testWebhookRpc,
  WEBHOOK_PAUSES_SECONDS,
  type WebhookDeliveryDetail,
  type WebhookDelivery as WebhookDeliveryView,
} from '@linkway/contracts';
import { AppError, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { LinksConfig } from '../config.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';
import { exampleOf } from './example.js';
import type { Example } from './message.js';
import type { Webhook } from './webhook.entity.js';
import { WebhookRepository } from './webhook.repository.js';
import { required, requireOwner, WebhookService } from './webhook.service.js';
import { deliveryDetail, deliveryView } from './webhook.view.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookWorker } from './webhook-worker.js';

/** What was sent to the webhooks of the caller's workspace. */
@Injectable()
export class DeliveryService {
  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly webhooks: WebhookRepository,
    private readonly service: WebhookService,
    private readonly deliveries: DeliveryRepository,
    private readonly queue: DeliveryQueueRepository,
    private readonly worker: WebhookWorker,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `webhooks.not_found`, `webhooks.starting_after_invalid`. */
  async list(
    { id, state, limit, starting_after }: RpcInput<typeof listWebhookDeliveriesRpc>,
    caller: MemberCaller,
  ): Promise<RpcReply<typeof listWebhookDeliveriesRpc>> {
    const webhook = required(await this.webhooks.find(caller.workspace_id, id));
    if (starting_after !== undefined && !(await this.deliveries.find(webhook.id, starting_after)))
      throw new AppError('webhooks.starting_after_invalid');
    const listed = { state: state ?? null, startingAfter: starting_after ?? null, limit: limit + 1 };
    const rows = await this.deliveries.list(webhook.id, listed);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { data: shown.map(deliveryView), next_starting_after: last?.id ?? null };
  }

  /** Throws `webhooks.not_found`, `webhooks.delivery_not_found`. */
  async get(id: string, deliveryId: string, caller: MemberCaller): Promise<WebhookDeliveryDetail> {
    const { webhook, delivery } = await this.find(id, deliveryId, caller);
    return this.detail(delivery, webhook);
  }

  /** Throws as `get` does, `webhooks.premium_required`, `webhooks.is_off`, `webhooks.busy`. */
  async replay(id: string, deliveryId: string, caller: MemberCaller): Promise<WebhookDeliveryView> {
    const { webhook, delivery } = await this.find(id, deliveryId, caller);
    await this.service.requirePremium(caller);
    if (!webhook.is_active) throw new AppError('webhooks.is_off');
    const replayed = await this.outbox.transaction((manager) => this.deliveries.replay(delivery, manager));
    if (!replayed) throw new AppError('webhooks.busy');
    this.worker.wake();
    return deliveryView(replayed);
  }

  /** Sends a test, be the webhook on or off. Throws `webhooks.not_found`, `webhooks.premium_required`, `webhooks.busy`, `auth.impersonation_forbidden`. */
  async test({ id, event }: RpcInput<typeof testWebhookRpc>, caller: MemberCaller): Promise<WebhookDeliveryDetail> {
    requireOwner(caller);
    const delivery = {
      id: uuidv7(),
      webhook_id: id,
      workspace_id: caller.workspace_id,
      event: event ?? TEST_EVENT,
      source: event ? ({ example: exampleOf(event, caller) } satisfies Example) : { webhook_id: id },
    };
    const { webhook, leased } = await this.outbox.transaction(async (manager) => {
      const held = required(await this.webhooks.hold(caller.workspace_id, id, manager));
      await this.service.requirePremium(caller, manager);
      const isAdded = await this.deliveries.addTest(delivery, WEBHOOK_PAUSES_SECONDS.length, manager);
      if (!isAdded) throw new AppError('webhooks.busy');
      return { webhook: held, leased: required(await this.queue.leased(delivery.id, manager)) };
    });
    await this.worker.attempt(leased);
    return this.detail(deliveryOf(await this.deliveries.find(id, delivery.id)), webhook);
  }

  private detail(delivery: WebhookDelivery, webhook: Webhook): WebhookDeliveryDetail {
    return deliveryDetail(delivery, webhook, this.config.PUBLIC_SCHEME);
  }

  private async find(id: string, deliveryId: string, { workspace_id }: MemberCaller) {
    const webhook = required(await this.webhooks.find(workspace_id, id));
    return { webhook, delivery: deliveryOf(await this.deliveries.find(webhook.id, deliveryId)) };
  }
}

function deliveryOf(row: WebhookDelivery | null): WebhookDelivery {
  if (row === null) throw new AppError('webhooks.delivery_not_found');
  return row;
}

import {
  changeWebhookRpc,
  createWebhookRpc,
  deleteWebhookRpc,
  getWebhookDeliveryRpc,
  getWebhookRpc,
  listWebhookDeliveriesRpc,
  listWebhooksRpc,
  type RpcInput,
  replayWebhookDeliveryRpc,
  rotateWebhookSecretRpc,
  testWebhookRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DeliveryService } from './delivery.service.js';
import { WebhookService } from './webhook.service.js';

@Controller()
export class WebhookController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly deliveries: DeliveryService,
  ) {}

  @Rpc(listWebhooksRpc)
  list(_input: RpcInput<typeof listWebhooksRpc>, { caller }: RpcCall<typeof listWebhooksRpc>) {
    return this.webhooks.list(caller);
  }

  @Rpc(createWebhookRpc)
  create(input: RpcInput<typeof createWebhookRpc>, { caller }: RpcCall<typeof createWebhookRpc>) {
    return this.webhooks.create(input, caller);
  }

  @Rpc(getWebhookRpc)
  get({ id }: RpcInput<typeof getWebhookRpc>, { caller }: RpcCall<typeof getWebhookRpc>) {
    return this.webhooks.get(id, caller);
  }

  @Rpc(changeWebhookRpc)
  change(input: RpcInput<typeof changeWebhookRpc>, { caller }: RpcCall<typeof changeWebhookRpc>) {
    return this.webhooks.change(input, caller);
  }

  @Rpc(deleteWebhookRpc)
  async delete({ id }: RpcInput<typeof deleteWebhookRpc>, { caller }: RpcCall<typeof deleteWebhookRpc>) {
    await this.webhooks.delete(id, caller);
    return {};
  }

  @Rpc(rotateWebhookSecretRpc)
  rotate({ id }: RpcInput<typeof rotateWebhookSecretRpc>, { caller }: RpcCall<typeof rotateWebhookSecretRpc>) {
    return this.webhooks.rotate(id, caller);
  }

  @Rpc(testWebhookRpc)
  test(input: RpcInput<typeof testWebhookRpc>, { caller }: RpcCall<typeof testWebhookRpc>) {
    return this.deliveries.test(input, caller);
  }

  @Rpc(listWebhookDeliveriesRpc)
  listDeliveries(
    input: RpcInput<typeof listWebhookDeliveriesRpc>,
    { caller }: RpcCall<typeof listWebhookDeliveriesRpc>,
  ) {
    return this.deliveries.list(input, caller);
  }

  @Rpc(getWebhookDeliveryRpc)
  getDelivery(
    { id, delivery_id }: RpcInput<typeof getWebhookDeliveryRpc>,
    { caller }: RpcCall<typeof getWebhookDeliveryRpc>,
  ) {
    return this.deliveries.get(id, delivery_id, caller);
  }

  @Rpc(replayWebhookDeliveryRpc)
  replay(
    { id, delivery_id }: RpcInput<typeof replayWebhookDeliveryRpc>,
    { caller }: RpcCall<typeof replayWebhookDeliveryRpc>,
  ) {
    return this.deliveries.replay(id, delivery_id, caller);
  }
}

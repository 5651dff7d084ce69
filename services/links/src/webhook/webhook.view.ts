import type {
  WebhookDelivery as DeliveryView,
  WebhookDeliveryDetail as DetailView,
  Webhook as WebhookView,
} from '@linkway/contracts';
import { bodyOf, messageIdOf } from './message.js';
import { messageHeaders } from './signature.js';
import type { Webhook } from './webhook.entity.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null;

export const webhookView = (webhook: Webhook, now = Date.now()): WebhookView => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  events: webhook.events,
  bot_clicks: webhook.bot_clicks,
  is_active: webhook.is_active,
  disabled_reason: webhook.is_active ? null : webhook.disabled_reason,
  failing_since: timeOf(webhook.failing_since),
  dropped_count: webhook.dropped_count,
  former_secret_until:
    webhook.former_secret_until && webhook.former_secret_until.getTime() > now
      ? timeOf(webhook.former_secret_until)
      : null,
  created_at: webhook.created_at.toISOString(),
  updated_at: webhook.updated_at.toISOString(),
});

export const deliveryView = (delivery: WebhookDelivery): DeliveryView => ({
  id: delivery.id,
  message_id: messageIdOf(delivery),
  event: delivery.event,
  state: delivery.state,
  attempts: delivery.attempts,
  next_attempt_at: delivery.state === 'pending' ? timeOf(delivery.next_attempt_at) : null,
  last_attempt_at: timeOf(delivery.last_attempt_at),
  response_status: delivery.response_status,
  response_ms: delivery.response_ms,
  error: delivery.error,
  created_at: delivery.created_at.toISOString(),
});

/** Empty where it cannot be made, which is why it was not sent (`unsendable`): whoever looks for the reason has to see the rest. */
function readableBody(delivery: WebhookDelivery, scheme: string): string {
  try {
    return bodyOf(delivery, scheme);
  } catch {
    return '';
  }
}

/** `scheme`: of short URLs. */
export const deliveryDetail = (delivery: WebhookDelivery, { url }: Webhook, scheme: string): DetailView => ({
  ...deliveryView(delivery),
  request: {
    url,
    headers: messageHeaders({
      id: messageIdOf(delivery),
      timestamp: Math.floor((delivery.last_attempt_at ?? delivery.created_at).getTime() / 1_000),
    }),
    body: readableBody(delivery, scheme),
  },
  response_excerpt: delivery.response_excerpt,
});

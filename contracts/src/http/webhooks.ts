import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import {
  FORMER_SECRET_HOURS,
  isWebhookUrl,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  MOST_WEBHOOKS,
  WEBHOOK_DELIVERIES_KEPT_DAYS,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_SECRET_PREFIX,
  webhookDeliveryStates,
  webhookEvents,
} from '../rules/webhooks.js';
import { idSchema, lineOfText, timestampSchema } from '../text.js';

const urlSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'webhooks.url_required' : 'request.field_type') })
  .trim()
  .min(1, { error: 'webhooks.url_required', abort: true })
  .max(MAX_WEBHOOK_URL_LENGTH, { error: 'request.field_too_long', abort: true })
  .refine(isWebhookUrl, { error: 'webhooks.url_invalid' })
  .meta({ documented: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]' } });

const eventsSchema = z
  .array(z.enum(webhookEvents, { error: 'webhooks.event_unknown' }), { error: 'request.field_type' })
  .min(1, { error: 'webhooks.events_required' })
  .max(webhookEvents.length, { error: 'request.field_too_long' });

const descriptionSchema = lineOfText(MAX_WEBHOOK_DESCRIPTION_LENGTH);

export const webhookSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.string()).describe(`What it is told of: ${webhookEvents.join(', ')}.`),
    bot_clicks: z
      .boolean()
      .optional()
      .describe(
        'true: link.clicked tells of clicks of bots, previews, prefetches and scanners, too; false, or not there: of people alone.',
      ),
    is_active: z.boolean().describe('false: nothing is sent until it is turned on again.'),
    disabled_reason: z
      .string()
      .nullable()
      .describe(
        `Why it is off: owner; gone, where the receiver answered 410; failing, where nothing was received for ${WEBHOOK_FAILING_DAYS} days; null: it is on.`,
      ),
    failing_since: timestampSchema.nullable().describe('Since when nothing was received; null: the last one was.'),
    dropped_count: z.int().describe('Deliveries that had to go unsent since there were too many.'),
    former_secret_until: timestampSchema
      .nullable()
      .describe(
        'Until then messages are signed with the former secret as well, and with the one before it, where that was replaced within the same day; null: with the one alone.',
      ),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhookSchema>;

const secretSchema = z.string().describe(`${WEBHOOK_SECRET_PREFIX} and the base64 of 32 random bytes, told this once.`);

export const newWebhookSchema = webhookSchema.extend({ secret: secretSchema }).meta({ id: 'NewWebhook' });
export type NewWebhook = z.output<typeof newWebhookSchema>;

export const createWebhookSchema = z.strictObject({
  url: urlSchema,
  description: descriptionSchema.default(''),
  events: eventsSchema,
  bot_clicks: z.boolean({ error: 'request.field_type' }).default(false),
});

export const changeWebhookSchema = z.strictObject({
  url: urlSchema.optional(),
  description: descriptionSchema.optional(),
  events: eventsSchema.optional(),
  bot_clicks: z.boolean({ error: 'request.field_type' }).optional(),
  is_active: z.boolean({ error: 'request.field_type' }).optional(),
});

export const webhookDeliverySchema = z
  .object({
    id: z.uuid(),
    message_id: z.string().describe('The header webhook-id: the same in each attempt and replay.'),
    event: z.string(),
    state: z.enum(webhookDeliveryStates),
    attempts: z.int(),
    next_attempt_at: timestampSchema.nullable().describe('null: there is no further one.'),
    last_attempt_at: timestampSchema.nullable(),
    response_status: z.int().nullable().describe('Of the last attempt; null: it was not answered, or there was none.'),
    response_ms: z.int().nullable().describe('How long the last attempt took.'),
    error: z
      .string()
      .nullable()
      .describe(
        'Why the last attempt did not go well: status, redirected, timed_out, name_unknown, address_private, address_refused, connection_failed, tls_failed, secret_unreadable, unsendable (the message could not be made); null: it did.',
      ),
    created_at: timestampSchema,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof webhookDeliverySchema>;

export const webhookDeliveryDetailSchema = webhookDeliverySchema
  .extend({
    request: z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()).describe('All but the signature.'),
      body: z.string().describe('Empty: the message cannot be made.'),
    }),
    response_excerpt: z.string().nullable().describe('The first kilobyte of the last answer; null: there was none.'),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetailSchema>;

const idParams = z.object({ id: idSchema });
const deliveryParams = z.object({ id: idSchema, delivery_id: idSchema });

export const listWebhooks = defineEndpoint({
  operationId: 'listWebhooks',
  method: 'get',
  path: '/api/webhooks',
  summary: 'The webhooks of the account, the newest first',
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:read',
  scopes: 'refused',
  success: {
    status: 200,
    body: z.object({
      data: z.array(webhookSchema).max(MOST_WEBHOOKS),
      is_paused: z
        .boolean()
        .describe(
          'true: the plan has ended, so nothing is noted or sent until it is Premium again; all settings stay.',
        ),
    }),
    description: 'All of them',
  },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.links.webhooks.v1' },
});
export const listWebhooksRpc = forwardedRpc(listWebhooks);

export const createWebhook = defineEndpoint({
  operationId: 'createWebhook',
  method: 'post',
  path: '/api/webhooks',
  summary: `Make a webhook, of which the account has ${MOST_WEBHOOKS} at most; it takes the Premium plan`,
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  body: createWebhookSchema,
  success: {
    status: 201,
    body: newWebhookSchema,
    description:
      'The webhook, with its secret, which is told this once, and again to the same request with the same Idempotency-Key',
  },
  errors: [
    'auth.unauthenticated',
    'auth.impersonation_forbidden',
    'request.invalid',
    'request.idempotency_mismatch',
    'webhooks.premium_required',
    'webhooks.limit_reached',
    'webhooks.url_required',
    'webhooks.url_invalid',
    'webhooks.url_private',
    'webhooks.events_required',
    'webhooks.event_unknown',
  ],
  forward: { to: 'cmd.links.create-webhook.v1', withIdempotencyKey: true },
});
export const createWebhookRpc = forwardedRpc(createWebhook);

export const getWebhook = defineEndpoint({
  operationId: 'getWebhook',
  method: 'get',
  path: '/api/webhooks/{id}',
  summary: 'A webhook',
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:read',
  scopes: 'refused',
  params: idParams,
  success: { status: 200, body: webhookSchema, description: 'The webhook' },
  errors: ['auth.unauthenticated', 'webhooks.not_found'],
  forward: { to: 'qry.links.webhook.v1' },
});
export const getWebhookRpc = forwardedRpc(getWebhook);

export const changeWebhook = defineEndpoint({
  operationId: 'changeWebhook',
  method: 'patch',
  path: '/api/webhooks/{id}',
  summary: 'Change a webhook, turn it off or on; fields that are not sent stay as they are',
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  params: idParams,
  body: changeWebhookSchema,
  success: { status: 200, body: webhookSchema, description: 'The webhook as it is now' },
  errors: [
    'auth.unauthenticated',
    'auth.impersonation_forbidden',
    'request.invalid',
    'webhooks.not_found',
    'webhooks.premium_required',
    'webhooks.url_invalid',
    'webhooks.url_private',
    'webhooks.events_required',
    'webhooks.event_unknown',
  ],
  forward: { to: 'cmd.links.change-webhook.v1' },
});
export const changeWebhookRpc = forwardedRpc(changeWebhook);

export const deleteWebhook = defineEndpoint({
  operationId: 'deleteWebhook',
  method: 'delete',
  path: '/api/webhooks/{id}',
  summary: 'Delete a webhook for good, with its deliveries',
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  params: idParams,
  success: { status: 204, description: 'Deleted' },
  errors: ['auth.unauthenticated', 'auth.impersonation_forbidden', 'webhooks.not_found'],
  forward: { to: 'cmd.links.delete-webhook.v1' },
});
export const deleteWebhookRpc = forwardedRpc(deleteWebhook);

export const rotateWebhookSecret = defineEndpoint({
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: '/api/webhooks/{id}/secret',
  summary: `Give a webhook a new secret; for ${FORMER_SECRET_HOURS} hours messages are signed with the former one as well. Twice within that time at most`,
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  params: idParams,
  success: { status: 200, body: newWebhookSchema, description: 'The webhook with its new secret, told this once' },
  errors: [
    'auth.unauthenticated',
    'auth.impersonation_forbidden',
    'webhooks.not_found',
    'webhooks.premium_required',
    'webhooks.secret_renewed',
  ],
  forward: { to: 'cmd.links.rotate-webhook-secret.v1' },
});
export const rotateWebhookSecretRpc = forwardedRpc(rotateWebhookSecret);

export const testWebhook = defineEndpoint({
  operationId: 'testWebhook',
  method: 'post',
  path: '/api/webhooks/{id}/test',
  summary:
    'Send the event webhook.test, or an example of another one, at once, and say what came of it; it is tried once',
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  params: idParams,
  query: z.object({
    event: z
      .enum(webhookEvents, { error: 'webhooks.event_unknown' })
      .optional()
      .describe('An example of this one, with the field test; without it, webhook.test.'),
  }),
  success: { status: 200, body: webhookDeliveryDetailSchema, description: 'The delivery, received or not' },
  errors: [
    'auth.unauthenticated',
    'auth.impersonation_forbidden',
    'request.invalid',
    'webhooks.event_unknown',
    'webhooks.not_found',
    'webhooks.premium_required',
    'webhooks.busy',
  ],
  forward: { to: 'cmd.links.test-webhook.v1', timeoutMs: 25_000 },
});
export const testWebhookRpc = forwardedRpc(testWebhook);

export const listWebhookDeliveries = defineEndpoint({
  operationId: 'listWebhookDeliveries',
  method: 'get',
  path: '/api/webhooks/{id}/deliveries',
  summary: `What was sent to a webhook, or is to be, within ${WEBHOOK_DELIVERIES_KEPT_DAYS} days, the newest first`,
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:read',
  scopes: 'refused',
  params: idParams,
  query: z.object({
    state: z.enum(webhookDeliveryStates, { error: 'request.field_type' }).optional(),
    limit: z.coerce.number({ error: 'request.field_type' }).int().min(1).max(100).default(20),
    starting_after: idSchema.optional().describe('next_starting_after of the answer before.'),
  }),
  success: {
    status: 200,
    body: z.object({
      data: z.array(webhookDeliverySchema),
      next_starting_after: z.uuid().nullable().describe('null: there are no further ones.'),
    }),
    description: 'Some of them',
  },
  errors: ['auth.unauthenticated', 'request.invalid', 'webhooks.not_found', 'webhooks.starting_after_invalid'],
  forward: { to: 'qry.links.webhook-deliveries.v1' },
});
export const listWebhookDeliveriesRpc = forwardedRpc(listWebhookDeliveries);

export const getWebhookDelivery = defineEndpoint({
  operationId: 'getWebhookDelivery',
  method: 'get',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}',
  summary: 'A delivery with its request and what was answered',
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:read',
  scopes: 'refused',
  params: deliveryParams,
  success: { status: 200, body: webhookDeliveryDetailSchema, description: 'The delivery' },
  errors: ['auth.unauthenticated', 'webhooks.not_found', 'webhooks.delivery_not_found'],
  forward: { to: 'qry.links.webhook-delivery.v1' },
});
export const getWebhookDeliveryRpc = forwardedRpc(getWebhookDelivery);

export const replayWebhookDelivery = defineEndpoint({
  operationId: 'replayWebhookDelivery',
  method: 'post',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}/replay',
  summary: 'Send a delivery once more, under the same webhook-id',
  tag: 'webhooks',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  params: deliveryParams,
  success: { status: 200, body: webhookDeliverySchema, description: 'The delivery, which is sent within moments' },
  errors: [
    'auth.unauthenticated',
    'webhooks.not_found',
    'webhooks.delivery_not_found',
    'webhooks.premium_required',
    'webhooks.is_off',
    'webhooks.busy',
  ],
  forward: { to: 'cmd.links.replay-webhook-delivery.v1' },
});
export const replayWebhookDeliveryRpc = forwardedRpc(replayWebhookDelivery);

import { defineErrors } from './define.js';

/** Webhooks, as their owner keeps them. */
export const webhookErrors = defineErrors({
  'webhooks.premium_required': { status: 403 },
  'webhooks.limit_reached': { status: 409 },
  'webhooks.not_found': { status: 404 },
  'webhooks.delivery_not_found': { status: 404 },
  'webhooks.is_off': { status: 409 },
  'webhooks.busy': { status: 409 },
  'webhooks.secret_renewed': { status: 409 },
  'webhooks.url_required': { status: 400 },
  'webhooks.url_invalid': { status: 400 },
  'webhooks.url_private': { status: 400 },
  'webhooks.events_required': { status: 400 },
  'webhooks.event_unknown': { status: 400 },
  'webhooks.starting_after_invalid': { status: 400 },
});

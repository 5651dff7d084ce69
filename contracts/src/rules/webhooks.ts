// Webhooks of customers, without the schemas: the API's schemas and the forms of the web app judge by the same rules.
import { hasCredentials, isHttpUrl } from './http-url.js';

/** Of an account. */
export const MOST_WEBHOOKS = 10;
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 100;

/** What a webhook can be told of, in the order in which they are offered. */
export const webhookEvents = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.clicked',
  'link.limit_reached',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Of those, what a new webhook is told of where its owner changes nothing: clicks may be many. */
export const usualWebhookEvents: readonly WebhookEvent[] = webhookEvents.filter((each) => each !== 'link.clicked');
/** Sent when its owner asks for it, whatever the webhook is told of. */
export const TEST_EVENT = 'webhook.test';

export const webhookDeliveryStates = ['pending', 'succeeded', 'failed'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** What a secret begins with: the Standard Webhooks convention. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
/** For how long the former secret signs as well, once there is a new one. */
export const FORMER_SECRET_HOURS = 24;
/** Pauses before the further attempts of a delivery; after the last of them it has failed. */
export const WEBHOOK_PAUSES_SECONDS = [5, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400] as const;
/** A webhook for which nothing went well for so long is turned off. */
export const WEBHOOK_FAILING_DAYS = 5;
export const WEBHOOK_DELIVERIES_KEPT_DAYS = 30;
/** Of a webhook, those of clicks apart; of more than that the oldest go. */
export const MOST_WEBHOOK_DELIVERIES = 10_000;
/** Of clicks, of a webhook, beside those that wait; of more than that the oldest go. */
export const MOST_CLICK_DELIVERIES = 1_000;

/** In one message. */
export const MOST_CLICKS_IN_MESSAGE = 100;
/** Messages of clicks that may wait for one webhook; clicks beyond them are counted and not listed. */
export const MOST_CLICK_MESSAGES_WAITING = 100;
/** Listed for one webhook within an hour; clicks beyond them are counted and not listed. */
export const MOST_CLICKS_LISTED_AN_HOUR = 100_000;

/** Whether a text has the form of an address that a webhook can have; whether it leads to a private place the service decides. */
export const isWebhookUrl = (text: string): boolean => isHttpUrl(text) && !hasCredentials(text);

import type {
  EventData,
  linkCreated,
  linkDeleted,
  linkLimitReached,
  linksNotificationDue,
  linkUpdated,
  WebhookMessageType,
  webhookMessages,
} from '@linkway/contracts';
import type { z } from 'zod';
import { shortUrl } from '../domain/domain-address.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

export type Noted = Pick<WebhookDelivery, 'id' | 'event' | 'occurred_at' | 'source'>;
type Told = EventData<typeof linkCreated> | EventData<typeof linkUpdated>;
type Reached = EventData<typeof linkLimitReached> | EventData<typeof linksNotificationDue>;
/** `data` of a message. */
export type MessageData<T extends WebhookMessageType> = z.output<(typeof webhookMessages)[T]['body']>['data'];
/** The source of a test: the data itself. */
export interface Example {
  example: unknown;
}

const isExample = (source: unknown): source is Example =>
  typeof source === 'object' && source !== null && 'example' in source;

/** The header webhook-id of a delivery. */
export const messageIdOf = ({ id }: Pick<WebhookDelivery, 'id'>): string => `msg_${id}`;

/** The body of a delivery, as JSON: the same however often it is made. `scheme`: of short URLs. */
export function bodyOf({ event, occurred_at, source }: Noted, scheme: string): string {
  const timestamp = occurred_at.toISOString();
  if (isExample(source)) return JSON.stringify({ type: event, timestamp, data: source.example, test: true });
  return JSON.stringify({ type: event, timestamp, data: dataOf(event, source, scheme) });
}

function dataOf(event: string, source: unknown, scheme: string): unknown {
  if (event === 'link.created' || event === 'link.updated') return linkOf(source as Told, scheme);
  if (event === 'link.deleted') {
    const { link_id, key } = source as EventData<typeof linkDeleted>;
    return { id: link_id, short_code: key.code, host: key.host };
  }
  // Noted before it was noted as it is sent.
  if (event === 'link.limit_reached' && isReached(source)) return limitOf(source, scheme);
  return source;
}

const isReached = (source: unknown): source is Reached =>
  typeof source === 'object' && source !== null && ('notification' in source || 'max_clicks' in source);

/** It is noted so, as a process of a former release sends what it does not know as it was noted. */
export function limitOf(source: Reached, scheme: string): MessageData<'link.limit_reached'> {
  if ('notification' in source) return { limit: 'monthly_links', value: Number(source.variables.limit), link: null };
  const { link_id: id, code, domain_name, max_clicks: value } = source;
  const short_url = shortUrl(scheme, domain_name === null ? null : { domain_name }, code);
  return { limit: 'clicks', value, link: { id, short_code: code, short_url } };
}

function linkOf({ route, link }: Told, scheme: string) {
  const { domain_name, code, original_url } = route;
  const domain = domain_name === null ? null : { domain_name };
  return {
    ...link,
    short_url: shortUrl(scheme, domain, code),
    original_url,
    device_targeting: route.device_targeting ?? {},
    fallback_url: route.fallback_url ?? null,
    hide_referrer: route.hide_referrer ?? false,
    query_passing: route.query_passing ?? 'off',
    countdown_seconds: route.countdown_seconds ?? null,
    custom_preview: route.custom_preview ?? {},
    system_targeting: route.system_targeting ?? {},
    location_targeting: route.location_targeting ?? {},
    is_cloaked: route.is_cloaked ?? false,
    deep_links: route.deep_links ?? {},
    trackers: route.trackers ?? {},
    rules: route.rules ?? [],
    ab_test: route.ab_test ?? null,
    is_quarantined: route.is_quarantined ?? false,
  };
}

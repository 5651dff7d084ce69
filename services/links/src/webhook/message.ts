import type { EventData, linkCreated, linkDeleted, linkUpdated } from '@linkway/contracts';
import { shortUrl } from '../domain/domain-address.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

export type Noted = Pick<WebhookDelivery, 'id' | 'event' | 'occurred_at' | 'source'>;
type Told = EventData<typeof linkCreated> | EventData<typeof linkUpdated>;

/** The header webhook-id of a delivery. */
export const messageIdOf = ({ id }: Pick<WebhookDelivery, 'id'>): string => `msg_${id}`;

/** The body of a delivery, as JSON: the same however often it is made. `scheme`: of short URLs. */
export function bodyOf({ event, occurred_at, source }: Noted, scheme: string): string {
  const message = { type: event, timestamp: occurred_at.toISOString(), data: dataOf(event, source, scheme) };
  return JSON.stringify(message);
}

function dataOf(event: string, source: unknown, scheme: string): unknown {
  if (event === 'link.created' || event === 'link.updated') return linkOf(source as Told, scheme);
  if (event === 'link.deleted') {
    const { link_id, key } = source as EventData<typeof linkDeleted>;
    return { id: link_id, short_code: key.code, host: key.host };
  }
  return source;
}

function linkOf({ route, link }: Told, scheme: string) {
  const { domain_name, code, original_url } = route;
  const domain = domain_name === null ? null : { domain_name };
  return {
    ...link,
    short_url: shortUrl(scheme, domain, code),
    original_url,
    device_targeting: route.device_targeting ?? {},
  };
}

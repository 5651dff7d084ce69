import { randomUUID } from 'node:crypto';
import { ApiSession } from '@linkway/local/api-session';
import type { CreateStores } from './create-stores.ts';
import type { PostRequest } from './post-client.ts';
import { RULED_LINK } from './ruled-link.ts';

/** Gives the next creation of a customer, for the server of that name. */
export type Customer = (server: string) => PostRequest;

/** What is set of a link beside its destination and title. */
export type Options = keyof typeof OPTIONS;

/** UTM parameters as the form adds them. */
const UTM = 'utm_source=newsletter&utm_medium=email&utm_campaign=spring&utm_term=shoes&utm_content=button';
const to = (place: string): string => `https://example.com/${place}?${UTM}`;

const OPTIONS = {
  none: {},
  /**
   * All that the form for a new link asks for, the code and the domain included; a password is left out, as its hash is meant to cost what it costs
   * (`signin`).
   */
  creation: {
    description: 'What it is for,\nin two lines',
    tags: ['spring', 'newsletter', 'landing'],
    expires_at: '2036-01-01T00:00:00Z',
    max_clicks: 1_000_000,
    system_targeting: { ios: to('ios'), android: to('android') },
    device_targeting: { desktop: to('desktop'), tablet: to('tablet') },
  },
  /** All that a link can have, four rules among it, but a password and a cloak, which takes the place of the other pages. */
  every: {
    ...RULED_LINK,
    description: 'What it is for,\nin two lines',
    tags: ['spring', 'newsletter', 'landing'],
    starts_at: '2026-01-01T00:00:00Z',
    expires_at: '2036-01-01T00:00:00Z',
    max_clicks: 1_000_000,
    fallback_url: 'https://example.com/over',
    hide_referrer: true,
    query_passing: 'append',
    countdown_seconds: 5,
    custom_preview: { title: 'Spring', description: 'All of it', image_url: 'https://example.com/spring.png' },
    deep_links: { ios: 'shop://spring', android: 'shop://spring' },
    trackers: { google_analytics: 'G-ABC1234567', facebook_pixel: '1234567890123456' },
  },
};

/** Accounts that may make as many links as they like, each with a session of its own. */
export async function customers(
  web: string,
  count: number,
  stores: CreateStores,
  options: Options,
): Promise<Customer[]> {
  const all: Customer[] = [];
  for (let number = 0; number < count; number += 1) {
    const session = await ApiSession.register(web);
    const { data } = await session.send<{ data: readonly { id: string }[] }>('GET', '/api/domains');
    const [domain] = data;
    if (!domain) throw new Error('there is no domain');
    all.push(customerOf(session, number, { options, domainId: domain.id }));
  }
  await stores.liftLimits();
  return all;
}

function customerOf(
  session: ApiSession,
  number: number,
  { options, domainId }: { options: Options; domainId: string },
): Customer {
  const { cookie } = session;
  const run = randomUUID();
  let sent = 0;
  return (server) => {
    sent += 1;
    return {
      head:
        `POST /api/links HTTP/1.1\r\nHost: ${server}\r\nUser-Agent: linkway-bench\r\nAccept: application/json\r\n` +
        `Content-Type: application/json\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${session.csrfToken}\r\n` +
        `Idempotency-Key: ${run}-${sent}\r\n`,
      body: JSON.stringify({
        ...OPTIONS[options],
        ...(options !== 'none' && { domain_id: domainId, custom_code: `spring-${number}-${sent}` }),
        url: `https://example.com/landing/${number}/${sent}?${options === 'none' ? 'utm_source=newsletter&utm_campaign=spring' : UTM}`,
        title: `Landing page ${sent}`,
      }),
    };
  };
}

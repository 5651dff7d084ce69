import { randomUUID } from 'node:crypto';
import { ApiSession } from '@linkway/local/api-session';
import type { CreateStores } from './create-stores.ts';
import type { PostRequest } from './post-client.ts';

/** Gives the next creation of a customer, for the server of that name. */
export type Customer = (server: string) => PostRequest;

/** Accounts that may make as many links as they like, each with a session of its own. */
export async function customers(web: string, count: number, stores: CreateStores): Promise<Customer[]> {
  const all: Customer[] = [];
  for (let number = 0; number < count; number += 1) {
    const session = await ApiSession.register(web);
    all.push(customerOf(session, number));
  }
  await stores.liftLimits();
  return all;
}

function customerOf(session: ApiSession, number: number): Customer {
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
        url: `https://example.com/landing/${number}/${sent}?utm_source=newsletter&utm_campaign=spring`,
        title: `Landing page ${sent}`,
      }),
    };
  };
}

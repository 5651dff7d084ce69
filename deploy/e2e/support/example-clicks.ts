import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { MadeLink } from './api.ts';
import { userAgents } from './user-agents.ts';

const SUBJECT = 'evt.redirect.links-clicked.v1';
const BATCH = 400;
const DAY = 86_400_000;
const DAYS = 31;

/** Network, device, where from, language. */
export const visitors = [
  ['14.160.32.1', userAgents.mobile, 'https://www.facebook.com/', 'vi'],
  ['113.160.92.202', userAgents.desktop, '', 'vi'],
  ['8.8.8.8', userAgents.desktop, 'https://news.ycombinator.com/', 'en'],
  ['103.6.148.10', userAgents.mobile, 'https://www.google.com/', 'en'],
  ['85.214.132.117', userAgents.desktop, 'https://www.linkedin.com/', 'de'],
  ['133.242.0.3', userAgents.tablet, '', 'ja'],
  ['62.210.16.6', userAgents.mobile, 'https://t.co/', 'fr'],
] as const;

/** The same sequence at each run, so that a picture changes only when the product does. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Clicks of the last month, on the stream that redirect services put them on; the first links have the most. */
export async function sendClicks(links: readonly MadeLink[], runFile: string): Promise<number> {
  const { nats } = JSON.parse(readFileSync(runFile, 'utf8')) as {
    nats: { url: string; user: string; password: string };
  };
  const connection = await connect({ servers: nats.url, user: nats.user, pass: nats.password });
  try {
    const stream = jetstream(connection);
    const clicks = links.flatMap((link, place) => clicksOf(link, 70 / (place + 1), numbers(place + 1)));
    for (let at = 0; at < clicks.length; at += BATCH) {
      const id = randomUUID();
      const batch = {
        id,
        type: SUBJECT,
        occurred_at: new Date().toISOString(),
        producer: 'redirect',
        correlation_id: id,
        causation_id: null,
        traceparent: null,
        data: { clicks: clicks.slice(at, at + BATCH) },
      };
      await stream.publish(`${SUBJECT}.0`, JSON.stringify(batch), { msgID: id });
    }
    return clicks.length;
  } finally {
    await connection.close();
  }
}

function clicksOf(link: MadeLink, perDay: number, random: () => number): object[] {
  const now = Date.now();
  return Array.from({ length: DAYS }, (_, day) => {
    const weekend = [0, 6].includes(new Date(now - (DAYS - 1 - day) * DAY).getDay()) ? 0.6 : 1;
    const count = Math.round(perDay * weekend * (0.5 + day / DAYS) * (0.75 + random() / 2));
    return Array.from({ length: count }, () => {
      const time = now - (DAYS - 1 - day) * DAY - Math.floor(random() * 0.4 * DAY);
      return click(link, new Date(time), random);
    });
  }).flat();
}

function click(link: MadeLink, at: Date, random: () => number): object {
  const [address, user_agent, referer, language] =
    visitors[Math.floor(random() ** 1.6 * visitors.length)] ?? visitors[0];
  return {
    event_id: randomUUID(),
    clicked_at: at.toISOString(),
    link_id: link.id,
    workspace_id: link.workspace_id,
    code: link.short_code,
    host: new URL(link.short_url).host,
    // Several people behind each network.
    ip: address.replace(/\d+$/, String(1 + Math.floor(random() * 200))),
    user_agent,
    referer,
    accept_language: language,
    query: random() < 0.3 ? 'utm_source=newsletter&utm_medium=email' : '',
    destination: link.original_url,
    method: 'GET',
    purpose: '',
    signed_in: false,
    rule: 'default',
  };
}

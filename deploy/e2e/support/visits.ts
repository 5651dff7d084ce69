import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { MadeLink } from './api.ts';
import { visitors } from './example-clicks.ts';

/**
 * Everybody opens every link, as behind a proxy that says whom it speaks for; it is believed with the secret of the data
 * folder. Answers how many redirects there were.
 */
export async function visit(links: readonly MadeLink[], redirect: string, dataDir: string): Promise<number> {
  const { proxy_secret } = JSON.parse(readFileSync(`${dataDir}/secrets.json`, 'utf8')) as { proxy_secret: string };
  const visits = links.flatMap((link) => visitors.map((visitor) => open(link, visitor, redirect, proxy_secret)));
  const statuses = await Promise.all(visits);
  const refused = statuses.find((status) => status !== 302);
  if (refused) throw new Error(`a short link answered ${refused} instead of 302`);
  return statuses.length;
}

async function open(
  link: MadeLink,
  visitor: (typeof visitors)[number],
  redirect: string,
  secret: string,
): Promise<number | undefined> {
  const [address, agent, referer, language] = visitor;
  const sent = request(new URL(`/${link.short_code}`, redirect), {
    headers: {
      host: new URL(link.short_url).host,
      'x-forwarded-for': address,
      'x-linkway-proxy': secret,
      'user-agent': agent,
      'accept-language': language,
      ...(referer && { referer }),
    },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

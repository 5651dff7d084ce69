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
  const secret = secretIn(dataDir);
  const visits = links.flatMap((link) => visitors.map((visitor) => open(link, visitor, redirect, secret)));
  const answers = await Promise.all(visits);
  const refused = answers.find(({ statusCode }) => statusCode !== 302);
  if (refused) throw new Error(`a short link answered ${refused.statusCode} instead of 302`);
  return answers.length;
}

/** Where a visitor of that address and browser is led, as `visit` opens a link. */
export async function ledFrom(
  link: Pick<MadeLink, 'short_code' | 'short_url'>,
  [address, agent]: readonly [string, string],
  redirect: string,
  dataDir: string,
): Promise<string | undefined> {
  return (await open(link, [address, agent, '', 'en'], redirect, secretIn(dataDir))).headers.location;
}

const secretIn = (dataDir: string): string =>
  (JSON.parse(readFileSync(`${dataDir}/secrets.json`, 'utf8')) as { proxy_secret: string }).proxy_secret;

async function open(
  link: Pick<MadeLink, 'short_code' | 'short_url'>,
  visitor: readonly [string, string, string, string],
  redirect: string,
  secret: string,
): Promise<IncomingMessage> {
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
  return response;
}

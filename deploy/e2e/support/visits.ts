import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { MadeLink } from './api.ts';
import { visitors } from './example-clicks.ts';

/** Everybody opens every link, as behind a proxy that says whom it speaks for. Answers how many redirects there were. */
export async function visit(links: readonly MadeLink[], redirect: string): Promise<number> {
  const visits = links.flatMap((link) => visitors.map((visitor) => open(link, visitor, redirect)));
  const statuses = await Promise.all(visits);
  const refused = statuses.find((status) => status !== 302);
  if (refused) throw new Error(`a short link answered ${refused} instead of 302`);
  return statuses.length;
}

async function open(link: MadeLink, visitor: (typeof visitors)[number], redirect: string): Promise<number | undefined> {
  const [address, agent, referer, language] = visitor;
  const sent = request(new URL(`/${link.short_code}`, redirect), {
    headers: {
      host: new URL(link.short_url).host,
      'x-forwarded-for': address,
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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  checkDestinationRpc,
  getLinkRpc,
  getSiteImageRpc,
  type Link,
  listLinksRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import { Transformer } from '@napi-rs/image';
import { SiteRepository } from '../src/site/site.repository.js';
import { SiteService } from '../src/site/site.service.js';
import { SiteQueueRepository } from '../src/site/site-queue.repository.js';
import { PAUSES_MS, SiteWorker } from '../src/site/site-worker.js';
import { callerOf, eventually, refusal, useLinks } from './harness.js';

const links = useLinks({
  ALLOW_LOOPBACK_DESTINATIONS: 'true',
  APP_HOSTS: 'app.example',
  PUBLIC_SCHEME: 'http',
  DESTINATION_FETCH: 'on',
  DESTINATIONS_TO_PRIVATE: 'true',
  EXAMPLE_URL: 'https://linkway.example/',
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const answers = new Map<string, Answer>();
const asked: { path: string; agent: string; host: string }[] = [];
let underWay = 0;
let mostAtOnce = 0;
const site = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://site');
  asked.push({ path: pathname, agent: request.headers['user-agent'] ?? '', host: request.headers.host ?? '' });
  underWay += 1;
  mostAtOnce = Math.max(mostAtOnce, underWay);
  response.on('close', () => (underWay -= 1));
  const answer = answers.get(pathname);
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
let base = '';
let icon: Buffer;
beforeAll(async () => {
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const drawn = (width: number, height: number) =>
    Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 90), width, height);
  icon = await drawn(64, 64).png();
  const picture = await drawn(1_200, 630).png();
  answers.set('/icon.png', (_request, response) => void response.end(icon));
  answers.set('/card.png', (_request, response) => void response.end(picture));
});
afterAll(() => void site.close());
afterEach(() => {
  asked.splice(0);
});

const page = (path: string, title: string, headers: Record<string, string> = {}): string => {
  answers.set(path, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><title>${title}</title><link rel="icon" href="/icon.png">
      <meta property="og:image" content="/card.png">`);
  });
  return `${base}${path}`;
};
const askedFor = (path: string): number => asked.filter((one) => one.path === path).length;
const msOf = (time: unknown): number => (time instanceof Date ? time.getTime() : Number.NaN);
const rowOf = async (url: string) =>
  (await links.query<Record<string, unknown>>('SELECT * FROM destinations WHERE url = $1', [url]))[0];
const get = (id: string, caller: ReturnType<typeof callerOf>): Promise<Link> => links.call(getLinkRpc, { id }, caller);
const check = (url: string, caller = callerOf(), more: { domain_id?: string } = {}) =>
  links.call(checkDestinationRpc, { url, ...more }, caller);

describe('what is known of a destination', () => {
  it('is read behind the creation, once for all links to it, and told with them', async () => {
    const caller = callerOf();
    const url = page('/sale', 'Spring &amp; sale');
    const made = await links.create(caller, { url: `${url}#top` });
    expect(made.site).toBeUndefined();
    await links.create(caller, { url });
    const link = await eventually(async () => {
      const shown = await get(made.id, caller);
      expect(shown.site?.title).toBe('Spring & sale');
      return shown;
    });
    expect(askedFor('/sale')).toBe(1);
    expect(asked[0]?.agent).toBe('LinkwayBot/1.0 (+https://linkway.example/)');
    const { data } = await links.call(listLinksRpc, {}, caller);
    expect(data.map(({ site: known }) => known)).toEqual([link.site, link.site]);
    const keyOf = (address: string | null | undefined) => address?.split('/').at(-1) ?? '';
    for (const address of [link.site?.icon_url, link.site?.picture_url]) {
      expect(address).toMatch(/^\/api\/site-images\/[\w-]{22}$/);
      const { image } = await links.call(getSiteImageRpc, { key: keyOf(address) });
      expect(Buffer.from(image, 'base64').toString('latin1', 8, 12)).toBe('WEBP');
    }
    expect(await refusal(links.call(getSiteImageRpc, { key: 'x'.repeat(22) }))).toBe('links.site_image_not_found');
  });

  it('is of where a link leads once that has changed', async () => {
    const caller = callerOf();
    const made = await links.create(caller, { url: page('/before', 'Before') });
    await links.call(updateLinkRpc, { id: made.id, changes: { url: page('/after', 'After') } }, caller);
    await eventually(async () => expect((await get(made.id, caller)).site?.title).toBe('After'));
  });

  it('asks no site for links of guests', async () => {
    const caller = callerOf();
    await links.createGuest({ url: 'https://nowhere.example/guest' });
    await links.create(caller, { url: page('/after-guest', 'x') });
    await eventually(() => expect(askedFor('/after-guest')).toBe(1));
    expect(await rowOf('https://nowhere.example/guest')).toBeUndefined();
  });

  it('asks a site for one page at a time', async () => {
    mostAtOnce = 0;
    const urls = Array.from({ length: 4 }, (_, n) => page(`/many-${n}`, `Many ${n}`));
    const caller = callerOf();
    for (const url of urls) await links.create(caller, { url });
    await eventually(
      async () => {
        for (const url of urls) expect(await rowOf(url)).toMatchObject({ next_at: null });
      },
      { timeoutMs: 30_000 },
    );
    expect(mostAtOnce).toBe(1);
  }, 60_000);

  it('tries what fails again, a few times, and keeps what it knew', async () => {
    const caller = callerOf();
    const url = page('/ill', 'Was well');
    const made = await links.create(caller, { url });
    await eventually(async () => expect((await get(made.id, caller)).site?.title).toBe('Was well'));
    answers.set('/ill', (_request, response) => void response.writeHead(503).end());
    // After a week it is looked at anew once it is shown.
    await links.query(`UPDATE destinations SET looked_at = now() - interval '8 days' WHERE url = $1`, [url]);
    for (let tries = 1; tries <= 4; tries += 1) {
      expect((await get(made.id, caller)).site?.title).toBe('Was well');
      const pauseMs = PAUSES_MS[tries - 1] ?? null;
      await eventually(
        async () => {
          const { attempts, failure, next_at } = (await rowOf(url)) ?? {};
          expect([attempts, failure, next_at === null]).toEqual([tries, 'status 503', pauseMs === null]);
          // Not for as long as it is in somebody's hands.
          if (pauseMs !== null) expect(Math.abs(msOf(next_at) - Date.now() - pauseMs)).toBeLessThan(30_000);
        },
        { timeoutMs: 15_000 },
      );
      if (tries < 4) {
        await links.query('UPDATE destinations SET next_at = now() WHERE url = $1', [url]);
        links.service.get<SiteWorker>(SiteWorker).wake();
      }
    }
    expect((await get(made.id, caller)).site?.title).toBe('Was well');
    expect(askedFor('/ill')).toBe(5);
  }, 60_000);

  it('is shared among processes, each of which takes what no other has', async () => {
    const queue = links.service.get<SiteQueueRepository>(SiteQueueRepository);
    await links.query(
      `INSERT INTO destinations (digest, url, host, next_at)
       SELECT sha256(('two' || n)::bytea), 'http://h' || n || '.invalid/', 'h' || n || '.invalid', now() - interval '1 hour' FROM generate_series(1, 40) n`,
    );
    try {
      const taken = (await Promise.all(Array.from({ length: 8 }, () => queue.lease(5, [])))).flat();
      const ours = taken.map(({ url }) => url).filter((url) => url.includes('.invalid'));
      expect(new Set(ours).size).toBe(ours.length);
      expect(ours.length).toBeGreaterThan(0);
      const rest = await queue.lease(
        8,
        ours.map((url) => new URL(url).host),
      );
      expect(rest.filter(({ url }) => ours.includes(url))).toEqual([]);
    } finally {
      await links.query(`DELETE FROM destinations WHERE host LIKE '%.invalid'`);
    }
  });

  it('waits for room where very many wait, and has its turn once it is shown', async () => {
    const busy = await links.start();
    try {
      await links.query(
        `INSERT INTO destinations (digest, url, host, next_at)
         SELECT sha256(('wait' || n)::bytea), 'http://w' || n || '.invalid/', 'w' || n || '.invalid', now() + interval '1 hour' FROM generate_series(1, 10001) n`,
      );
      const url = page('/later', 'Later');
      const sites = busy.get<SiteService>(SiteService);
      await sites.note([url]);
      expect(await rowOf(url)).toBeUndefined();
      await links.query(`DELETE FROM destinations WHERE host LIKE 'w%.invalid'`);
      // It is counted anew after a while.
      await eventually(
        async () => {
          await sites.with([{ original_url: url }]);
          expect(await rowOf(url)).toBeDefined();
        },
        { timeoutMs: 15_000 },
      );
    } finally {
      await links.query(`DELETE FROM destinations WHERE host LIKE 'w%.invalid'`);
      await busy.stop();
    }
  }, 60_000);

  it('is forgotten once no link has led there for a month, and its images with it', async () => {
    const caller = callerOf();
    const url = page('/forgotten', 'Forgotten');
    icon = await Transformer.fromRgbaPixels(Buffer.alloc(40 * 40 * 4, 7), 40, 40).png();
    answers.set('/own.png', (_request, response) => void response.end(icon));
    answers.set('/forgotten', (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Forgotten</title><link rel="icon" href="/own.png">');
    });
    const made = await links.create(caller, { url });
    await eventually(async () => expect((await get(made.id, caller)).site?.title).toBe('Forgotten'));
    const key = (await rowOf(url))?.icon_key;
    const sites = links.service.get<SiteRepository>(SiteRepository);
    const images = () => links.query('SELECT 1 FROM site_images WHERE key = $1', [key]);
    await links.query(`UPDATE site_images SET kept_at = now() - interval '2 days' WHERE key = $1`, [key]);
    await links.query(`UPDATE destinations SET used_at = now() - interval '29 days' WHERE url = $1`, [url]);
    await sites.forget();
    expect([await rowOf(url), (await images()).length]).toEqual([expect.anything(), 1]);
    // That it is shown keeps it.
    await get(made.id, caller);
    await eventually(async () => expect(msOf((await rowOf(url))?.used_at)).toBeGreaterThan(Date.now() - 60_000));
    await links.query(`UPDATE destinations SET used_at = now() - interval '31 days' WHERE url = $1`, [url]);
    await sites.forget();
    expect([await rowOf(url), (await images()).length]).toEqual([undefined, 0]);
  });
});

describe('a destination that is checked', () => {
  it('is read at once, counted as a change, and not asked for again', async () => {
    const caller = callerOf();
    const url = page('/checked', 'Checked');
    const first = await check(url, caller);
    expect(first).toMatchObject({ site: { title: 'Checked' }, framing: 'allowed' });
    expect(await check(url, caller)).toEqual(first);
    expect(askedFor('/checked')).toBe(1);
    const used = await links.query<{ used: number }>('SELECT used FROM change_usage WHERE key = $1', [
      caller.workspace_id,
    ]);
    expect(used).toEqual([{ used: 2 }]);
    // It is there for the link that is made then.
    const made = await links.create(caller, { url });
    expect((await get(made.id, caller)).site).toEqual(first.site);
  });

  it('says whether its page may be framed by the hosts of links', async () => {
    const framing = async (path: string, headers: Record<string, string>) =>
      (await check(page(path, 'x', headers))).framing;
    expect(await framing('/frame-a', { 'x-frame-options': 'DENY' })).toBe('forbidden');
    expect(await framing('/frame-b', { 'content-security-policy': "frame-ancestors 'self'" })).toBe('forbidden');
    expect(await framing('/frame-c', { 'content-security-policy': 'frame-ancestors go.example:8443' })).toBe('allowed');
    const second = { domain_id: links.second.id };
    expect((await check(`${base}/frame-c`, callerOf(), second)).framing).toBe('forbidden');
    answers.set('/frame-d', (_request, response) => {
      response.writeHead(403, { 'x-frame-options': 'DENY', 'content-type': 'text/html' }).end('<title>No</title>');
    });
    expect(await check(`${base}/frame-d`)).toEqual({ site: null, framing: 'unknown' });
    expect(await check('http://127.0.0.1:9/')).toEqual({ site: null, framing: 'unknown' });
  });

  it('is refused as that of a link is', async () => {
    expect(await refusal(check('http://10.0.0.1/'))).toBe('links.url_private');
    expect(await refusal(check('https://go.example/abc'))).toBe('links.url_loop');
    expect(await refusal(check('https://a.example/', callerOf(), { domain_id: links.rented.id }))).toBe(
      'links.domain_unavailable',
    );
  });
});

describe('where no private address may be reached', () => {
  it('is asked for nothing', async () => {
    const careful = await links.start({ DESTINATIONS_TO_PRIVATE: 'false' });
    try {
      const url = page('/inside', 'Inside');
      const sites = careful.get<SiteService>(SiteService);
      expect(await sites.check(url, 'http://go.example')).toEqual({ site: null, framing: 'unknown' });
      await sites.note([url]);
      expect(await rowOf(url)).toBeUndefined();
      expect(askedFor('/inside')).toBe(0);
    } finally {
      await careful.stop();
    }
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startService } from '@linkway/platform/testkit';
import { service as gateway } from '../src/main.js';
import { Browser } from './support/browser.js';
import { raw } from './support/raw.js';
import { useWorld } from './support/world.js';

const folder = mkdtempSync(join(tmpdir(), 'linkway-gateway-'));
const script = 'console.log("linkway");'.repeat(50);
let redirect: Server;
let redirectUrl = '';
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string } | null = null;
const asked: string[] = [];
/** Addresses of visits that ended before they were answered. */
const left: string[] = [];

beforeAll(async () => {
  const file = (path: string, content: string | Buffer) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  file('web/index.html', '<script nonce="__CSP_NONCE__" src="/assets/main.js"></script><meta content="__CSP_NONCE__">');
  file('web/assets/main.0a1b2c3d.js', script);
  file('web/assets/main.0a1b2c3d.js.br', brotliCompressSync(script));
  file('web/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  file('web/.secret', 'no');
  file('dashboard/mf-manifest.json', '{}');
  const shops = { key: 'shops', group: 'sales', icon: 'shop', order: 1, title: { en: 'Shops', vi: 'Cửa hàng' } };
  file('dashboard/tabs.json', JSON.stringify({ tabs: [shops] }));
  file('dashboard/remoteEntry.js', '1');
  file('dashboard/chunk.0a1b2c3d.js', '2');
  file('secret.txt', 'no');
  redirect = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen = { method, url, headers, body };
      asked.push(url);
      if (url === '/busy') return void response.writeHead(503, { 'retry-after': '5' }).end('in a moment');
      if (url === '/slow') return void response.once('close', () => left.push(url));
      if (url === '/hop-by-hop') {
        const hop = {
          connection: 'X-Of-The-Hop',
          'x-of-the-hop': '1',
          'proxy-authenticate': 'Basic',
          'keep-alive': '9',
        };
        return void response.writeHead(302, { ...hop, 'x-end-to-end': '1' }).end();
      }
      response.writeHead(302, { location: 'https://example.com/', 'cache-control': 'private, no-store' }).end();
    });
  });
  await new Promise<void>((resolve) => redirect.listen(0, '127.0.0.1', resolve));
  redirectUrl = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  redirect.closeAllConnections();
  await new Promise((resolve) => redirect.close(resolve));
});

const world = useWorld(() => ({
  WEB_ROOT: join(folder, 'web'),
  REMOTES_ROOT: `dashboard=${join(folder, 'dashboard')}`,
  REMOTES: 'tools=https://tools.example/mf-manifest.json',
  REDIRECT_URL: redirectUrl,
  PROXY_SECRET: 'between us',
}));

describe('the web app', () => {
  it.each(['/', '/login', '/login/', '/register', '/dashboard', '/dashboard/links', '/?utm_source=x'])(
    'answers %s',
    async (path) => {
      const { status, text, headers } = await world.browser().get(path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
      expect(text).toBe(`<script nonce="${nonce}" src="/assets/main.js"></script><meta content="${nonce}">`);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("connect-src 'self' https://tools.example");
    },
  );

  it('has a nonce of its own for every answer', async () => {
    const [first, second] = [await world.browser().get('/'), await world.browser().get('/')];
    expect(first.text).not.toBe(second.text);
  });

  it('is the one of a later build as soon as that is there, also where it was away for a moment', async () => {
    const path = join(folder, 'web/index.html');
    const page = readFileSync(path, 'utf8');
    const shown = async () => (await world.browser().get('/')).text;
    try {
      rmSync(path);
      await eventually(async () => expect((await world.browser().get('/')).status).toBe(500));
      writeFileSync(path, page.replace('main.js', 'later.js'));
      await eventually(async () => expect(await shown()).toContain('later.js'));
    } finally {
      writeFileSync(path, page);
    }
    await eventually(async () => expect(await shown()).toContain('main.js'));
  });

  it.each(['/no/such/page', '/xx', '/with.dot', '/assets', '/a%20b', '/abc//', '/abc%2f', '/%2561bc'])(
    'answers its not-found page at %s',
    async (path) => {
      const { status, headers } = await world.browser().get(path);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
    },
  );

  it('serves assets for a year, compressed where that is at hand', async () => {
    const answer = await fetch(`${world.url}/assets/main.0a1b2c3d.js`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await answer.text()).toBe(script);
    const plain = await fetch(`${world.url}/assets/main.0a1b2c3d.js`, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script]);
  });

  it.each([
    ['/remotes/dashboard/mf-manifest.json', 'no-cache'],
    ['/remotes/dashboard/remoteEntry.js', 'no-cache'],
    ['/remotes/dashboard/chunk.0a1b2c3d.js', 'public, max-age=31536000, immutable'],
    ['/config.json', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
  ])('tells how long %s may be kept', async (path, expected) => {
    const { status, headers } = await world.browser().get(path);
    expect([status, headers.get('cache-control')]).toEqual([200, expected]);
  });

  it('tells where the remotes are, and which tabs they have', async () => {
    expect((await world.browser().get('/config.json')).json).toEqual({
      remotes: { dashboard: '/remotes/dashboard/mf-manifest.json', tools: 'https://tools.example/mf-manifest.json' },
      groups: [{ key: 'sales', title: { en: 'sales', vi: 'sales' } }],
      tabs: [
        { key: 'shops', group: 'sales', icon: 'shop', title: { en: 'Shops', vi: 'Cửa hàng' }, remote: 'dashboard' },
      ],
    });
  });

  it.each([
    '/assets/none.js',
    '/remotes/none/x.js',
    '/remotes/dashboard/..%2f..%2fsecret.txt',
    '/assets/..%2findex.html',
    '/.secret',
  ])('never falls back to the page, nor leaves its folders: %s', async (path) => {
    const { status, text } = await world.browser().get(path);
    expect(status).toBe(404);
    expect(text).not.toBe('no');
  });

  it('has robots.txt and an icon', async () => {
    const robots = await world.browser().get('/robots.txt');
    expect([robots.headers.get('content-type'), robots.text]).toEqual([
      'text/plain; charset=utf-8',
      expect.stringContaining('Disallow: /api/'),
    ]);
    const icon = await world.browser().get('/favicon.svg');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect((await world.browser().get('/favicon.ico')).headers.get('location')).toBe('/favicon.svg');
  });

  it('uses __Host- cookies, HSTS and https only where browsers come over https', async () => {
    const environment = {
      ...world.servers.env('gateway'),
      COOKIE_SECRET: 's',
      SESSION_SIGNING_SECRET: 's',
      COOKIE_SECURE: 'true',
      WEB_ROOT: join(folder, 'web'),
      REDIRECT_URL: redirectUrl,
    };
    const secure = await startService(gateway, environment);
    const browser = new Browser(secure.httpUrl ?? '');
    const { headers } = await browser.register('secure@example.com');
    await browser.takeCsrfToken();
    expect([...browser.cookies.keys()].sort()).toEqual([
      '__Host-linkway_csrf',
      '__Host-linkway_device',
      '__Host-linkway_session',
      '__Host-linkway_session_signature',
      'linkway_signed_in',
    ]);
    expect(headers.getSetCookie()[0]).toMatch(/; Secure;/);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
    expect((await browser.get('/api/me')).status).toBe(200);
    expect((await browser.get('/')).headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    const short = await browser.get('/abc123');
    expect([short.status, short.headers.get('strict-transport-security')]).toEqual([302, 'max-age=31536000']);
  });
});

describe('a short link', () => {
  it('is passed on with its host, address and query, and answered as the redirect service does', async () => {
    const answer = await world.browser().get('/Promo-25?utm_source=mail&x=%20', {
      'x-forwarded-for': '203.0.113.1',
      'x-linkway-proxy': 'guessed',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-security-policy')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(seen).toMatchObject({ method: 'GET', url: '/Promo-25?utm_source=mail&x=%20' });
    expect(seen?.headers).toMatchObject({
      'x-linkway-proxy': 'between us',
      host: new URL(world.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(world.url).host,
      'x-forwarded-proto': 'http',
    });
  });

  it.each(['/abc123/', '/abc123+', '/abc123+?x=1', '/abc123/?x=1', '/%61bc123', '/%61bc123/'])(
    'is passed on from %s as well',
    async (path) => {
      expect((await world.browser().get(path)).status).toBe(302);
      expect(seen).toMatchObject({ method: 'GET', url: path });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await world.browser().post(path, 'password=a', headers)).status).toBe(302);
      expect(seen).toMatchObject({ method: 'POST', url: path, body: 'password=a' });
      const short = await world.browser().send('DELETE', path);
      expect([short.status, short.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    },
  );

  it.each(['/login/', '/%6cogin', '/%61pi/none', '/%61ssets', '/healthz/', '/abc%2f', '/%2e%2e/abc', '/%2561bc'])(
    'is not what is at %s',
    async (path) => {
      seen = null;
      await raw(world.url, [`GET ${path} HTTP/1.1`, `Host: ${new URL(world.url).host}`]);
      expect(seen).toBeNull();
    },
  );

  it('shares its host with where an owner makes a browser known', async () => {
    const path = '/_/own-visits?token=own-visits-of-somebody-1';
    expect((await world.browser().get(path)).status).toBe(302);
    expect(seen).toMatchObject({ method: 'GET', url: path });
    expect((await world.browser().get('/_/own-visits/x')).status).toBe(404);
  });

  it('is passed on for HEAD and with its password form', async () => {
    expect((await world.browser().send('HEAD', '/abc123')).status).toBe(302);
    expect(seen?.method).toBe('HEAD');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
    expect((await world.browser().post('/abc123', 'password=a%26b', headers)).status).toBe(302);
    expect(seen).toMatchObject({ method: 'POST', body: 'password=a%26b' });
  });

  it.each([
    ['Keep-Alive: 300'],
    ['Connection: Upgrade', 'Upgrade: websocket'],
    ['Upgrade: websocket'],
    ['Expect: 100-continue'],
    ['TE: trailers, deflate'],
    ['Trailer: Expires'],
    ['Proxy-Authorization: Basic eA==', 'Proxy-Connection: keep-alive'],
    ['Connection: close, X-Mine', 'X-Mine: 1'],
  ])('is passed on without what concerns the connection only: %s', async (...lines) => {
    const answer = await raw(world.url, ['GET /hop HTTP/1.1', 'Host: go.example', 'X-Kept: 1', ...lines]);
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://example.com/']);
    const names = [
      'keep-alive',
      'upgrade',
      'expect',
      'te',
      'trailer',
      'proxy-authorization',
      'proxy-connection',
      'x-mine',
    ];
    expect(Object.keys(seen?.headers ?? {}).filter((name) => names.includes(name))).toEqual([]);
    expect(seen?.url).toBe('/hop');
    expect(seen?.headers).toMatchObject({ 'x-kept': '1', host: 'go.example' });
  });

  it("is answered without what concerned the redirect service's connection", async () => {
    const answer = await raw(world.url, ['GET /hop-by-hop HTTP/1.1', 'Host: go.example', 'Connection: close']);
    expect([answer.status, answer.headers['x-end-to-end']]).toEqual([302, '1']);
    expect(answer.headers['proxy-authenticate']).toBeUndefined();
    expect(answer.headers['x-of-the-hop']).toBeUndefined();
    expect(answer.headers['keep-alive']).toBeUndefined();
  });

  it('may be asked for by its whole address', async () => {
    const own = await raw(world.url, ['GET http://go.example:8080/abc123?x=1 HTTP/1.1', 'Host: other.example']);
    expect(own.status).toBe(302);
    expect(seen).toMatchObject({ url: '/abc123?x=1', headers: { host: 'go.example:8080' } });
    expect((await raw(world.url, ['GET http://127.0.0.1/api/domains HTTP/1.1', 'Host: x'])).status).toBe(200);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('has no %s', async (method) => {
    const short = await world.browser().send(method, '/abc123', { any: 'body' });
    expect([short.status, short.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const page = await world.browser().send(method, '/login', { any: 'body' });
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['TRACE', 'QUERY', 'PROPFIND', 'NONSENSE'])('knows no method %s, as nothing here does', async (method) => {
    for (const [path, allowed] of [
      ['/abc123', 'GET, HEAD, POST'],
      ['/login', 'GET, HEAD'],
      ['/api/links', 'GET, HEAD, OPTIONS, POST'],
    ]) {
      const { status, headers } = await raw(world.url, [`${method} ${path} HTTP/1.1`, 'Host: go.example']);
      expect([path, status]).toEqual([path, method === 'NONSENSE' ? 501 : 405]);
      if (method !== 'NONSENSE') expect([path, headers.allow]).toEqual([path, allowed]);
    }
    const nowhere = await raw(world.url, [`${method} /api/nothing HTTP/1.1`, 'Host: go.example']);
    expect(nowhere.status).toBe(method === 'NONSENSE' ? 501 : 404);
  });

  it('asks for one host', async () => {
    for (const path of ['/abc123', '/login', '/api/domains']) {
      const lines = [`GET ${path} HTTP/1.1`, 'Host: go.example', 'Host: other.example'];
      expect([path, (await raw(world.url, lines)).status]).toEqual([path, 400]);
    }
  });

  it.each(['[::1', '[', '[::1:8080', '[::1, go.example'])(
    'cannot be asked for at %s, an address without its end',
    async (host) => {
      for (const path of ['/abc123', '/login', '/api/domains']) {
        expect([path, (await raw(world.url, [`GET ${path} HTTP/1.1`, `Host: ${host}`])).status]).toEqual([path, 400]);
      }
      expect((await raw(world.url, [`GET http://${host}/abc123 HTTP/1.1`, 'Host: go.example'])).status).toBe(400);
    },
  );

  it('has a page for an address that cannot be read', async () => {
    const browser = world.browser();
    for (const path of ['/%', '/%zz', '/%ff', '/assets/%00', '/remotes/dashboard/%00']) {
      const page = await browser.get(path, { accept: 'text/html,*/*', 'accept-language': 'vi' });
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 400, 'text/html; charset=utf-8']);
      expect(page.text).toContain('Địa chỉ này không tồn tại');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect([path, (await browser.get(path)).json.code]).toEqual([path, 'request.malformed']);
    }
    for (const path of ['/api/%', '/api/links/%zz?x=1']) {
      expect((await browser.get(path, { accept: 'text/html' })).json.code).toBe('request.malformed');
    }
  });

  it.each(['/assets/none.js', '/assets/', '/remotes/none/x.js', '/assets/..%2findex.html'])(
    'has a page for a browser at %s, where there is no file',
    async (path) => {
      const page = await world.browser().get(path, { accept: 'text/html', 'accept-language': 'en' });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('This address does not exist');
      expect((await world.browser().get(path)).json.code).toBe('request.not_found');
    },
  );

  it('has problems for what is under /api, however its address is written and whoever asks', async () => {
    for (const path of ['/api', '/api/none', '/%61pi/none', '/api?x=1']) {
      const { status, json } = await world.browser().get(path, { accept: 'text/html' });
      expect([path, status, json.code]).toEqual([path, 404, 'request.not_found']);
    }
  });

  it('takes no other body, and pages take none', async () => {
    expect((await world.browser().post('/abc123', { password: 'x' })).status).toBe(415);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await world.browser().post('/login', 'a=b', headers)).status).toBe(405);
    expect((await world.browser().post('/abc123', `password=${'x'.repeat(20_000)}`, headers)).status).toBe(413);
  });

  it('is asked for once, also where the redirect service can do nothing for the moment', async () => {
    const answer = await world.browser().get('/busy');
    expect([answer.status, answer.headers.get('retry-after'), answer.text]).toEqual([503, '5', 'in a moment']);
    expect(asked.filter((url) => url === '/busy')).toHaveLength(1);
  });

  it('is not waited for any more once the visitor has left', async () => {
    const leaving = new AbortController();
    const visit = fetch(`${world.url}/slow`, { signal: leaving.signal }).catch((error: Error) => error.name);
    await eventually(() => expect(asked).toContain('/slow'));
    leaving.abort();
    expect(await visit).toBe('AbortError');
    await eventually(() => expect(left).toEqual(['/slow']));
    expect((await world.browser().get('/abc123')).status).toBe(302);
    expect(asked.filter((url) => url === '/slow')).toHaveLength(1);
  });

  it('has a page with a waiting time while the redirect service is down', async () => {
    redirect.closeAllConnections();
    await new Promise((resolve) => redirect.close(resolve));
    const answer = await world.browser().get('/abc123', { 'accept-language': 'vi' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.text).toContain('<html lang="vi">');
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

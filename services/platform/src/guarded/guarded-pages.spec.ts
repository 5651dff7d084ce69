import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { faultOfAddress } from './guarded-address.js';
import { type GuardedRequest, guardedRequest } from './guarded-request.js';
import { isPortOfWeb } from './web-ports.js';

const servers: Server[] = [];
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const KB = 1_024;
const ask = (url: string, more: Partial<GuardedRequest> = {}) =>
  guardedRequest(url, { timeoutMs: 5_000, maxBytes: 64 * KB, allowPrivate: true, compressed: true, ...more });
/** As it is for addresses of users. */
const askPublic = (url: string, more: Partial<GuardedRequest> = {}) =>
  ask(url, { allowPrivate: false, scope: 'web', maxRedirects: 5, ...more });

const PUBLIC = { address: '93.184.216.34', family: 4 };
const toLoopback = [{ address: '127.0.0.1', family: 4 }];
/** The same server under a name that may be asked. */
const named = (from: string): string => from.replace('127.0.0.1', 'site.example.com');
/** Notes where a connection is to go, and has it go here instead. */
const here =
  (pinned: string[]): GuardedRequest['pin'] =>
  (found) =>
  (_host, { all }, answer) => {
    pinned.push(...found.map(({ address }) => address));
    if (all) answer(null, toLoopback);
    else answer(null, '127.0.0.1', 4);
  };

describe('a page that a guarded request reads', () => {
  it('may be plain, and at a port where pages are', () => {
    const fault = (url: string) => faultOfAddress(new URL(url), { scope: 'web' });
    for (const url of ['http://example.com/', 'https://example.com/', 'https://example.com:8443/', 'http://a.vn:80/'])
      expect([url, fault(url)]).toEqual([url, null]);
    for (const url of ['http://example.com:25/', 'https://example.com:22/', 'http://example.com:6000/', 'ftp://a.vn/'])
      expect([url, fault(url)]).toEqual([url, 'refused']);
    for (const url of ['http://user@example.com/', 'http://:a@example.com/']) expect(fault(url)).toBe('refused');
    for (const url of ['http://10.0.0.1/', 'http://127.0.0.1:8080/', 'http://[::1]/', 'http://metadata.internal/'])
      expect([url, fault(url)]).toEqual([url, 'private']);
    expect([443, 1_024, 65_535, 0, 1_023, 6_667, 65_536].filter(isPortOfWeb)).toEqual([443, 1_024, 65_535]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('is opened where it came as %s', async (coding, pack) => {
    let asked: string | undefined;
    const from = await serve((request, response) => {
      asked = String(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': coding }).end(pack('hello '.repeat(2_000)));
    });
    const answer = await ask(from);
    expect(asked).toContain(coding);
    expect([answer.body.toString(), answer.isCut]).toEqual(['hello '.repeat(2_000), false]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('is opened no further than it may be, were it a bomb of %s', async (coding, pack) => {
    const bomb = pack(Buffer.alloc(64 * KB * KB));
    const from = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(bomb);
    });
    const before = process.memoryUsage().rss;
    const answer = await ask(from);
    expect([answer.body.length, answer.isCut]).toEqual([64 * KB, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * KB * KB);
  });

  it('is not waited for where it sends for ever what unfolds to nothing, or is no archive at all', async () => {
    const name = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
    const endless = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(name);
      const more = (): void =>
        void (response.write('x'.repeat(64 * KB)) ? setImmediate(more) : response.once('drain', more));
      more();
    });
    expect(await ask(endless, { timeoutMs: 60_000 })).toMatchObject({ status: 200, isCut: true });
    const broken = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no archive');
    });
    expect((await ask(broken)).body).toHaveLength(0);
    const twice = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('hello')));
    });
    expect((await ask(twice)).body).toHaveLength(0);
  });

  it('is read as far as it came where it drips, and not at all where it is of another kind', async () => {
    const drip = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const began = performance.now();
    const answer = await ask(drip, { timeoutMs: 300, types: ['text/html'] });
    expect(answer.isCut).toBe(true);
    expect(answer.body.length).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(4_000);
    const film = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000000' }).write('x');
    });
    expect(await ask(film, { timeoutMs: 60_000, types: ['text/html'] })).toMatchObject({ status: 200, isCut: true });
  });

  it('is asked for at the addresses that were judged, whatever its name leads to a moment later', async () => {
    const from = await serve((_request, response) => void response.end('hello'));
    let answers = 0;
    const pinned: string[] = [];
    const rebinding = async () => {
      answers += 1;
      return answers === 1 ? [PUBLIC] : toLoopback;
    };
    const asked = (url: string) => askPublic(url, { resolve: rebinding, pin: here(pinned) });
    expect((await asked(named(from))).body.toString()).toBe('hello');
    expect([answers, pinned]).toEqual([1, [PUBLIC.address]]);
    await expect(asked(named(from))).rejects.toMatchObject({ failure: 'address_private' });
    expect(pinned).toHaveLength(1);
  });

  it('is judged anew at every hop, by its name and by what that leads to', async () => {
    let location = '';
    let asked = 0;
    const from = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location }).end();
    });
    const resolve = async (host: string) => (host.startsWith('inside.') ? [PUBLIC, ...toLoopback] : [PUBLIC]);
    for (location of [
      'http://169.254.169.254/latest/meta-data',
      'http://0x7f.1/',
      'http://[::ffff:10.0.0.1]/',
      'http://localhost:8080/',
      'http://inside.example.com/',
    ])
      await expect(askPublic(named(from), { resolve, pin: here([]) })).rejects.toMatchObject({
        failure: 'address_private',
      });
    for (location of ['http://user@example.com/', 'ftp://example.com/', 'http://example.com:25/', 'http://[/'])
      await expect(askPublic(named(from), { resolve, pin: here([]) })).rejects.toMatchObject({
        failure: 'address_refused',
      });
    expect(asked).toBe(9);
  });

  it('is given up where it leads in a circle, or on and on', async () => {
    let asked = 0;
    const circle = await serve((request, response) => {
      asked += 1;
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end();
    });
    await expect(ask(`${circle}/a`, { maxRedirects: 5 })).rejects.toMatchObject({ failure: 'redirected_too_often' });
    expect(asked).toBe(2);
    const further = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: `/${asked}` }).end();
    });
    asked = 0;
    await expect(ask(further, { maxRedirects: 5 })).rejects.toMatchObject({ failure: 'redirected_too_often' });
    expect(asked).toBe(6);
  });
});

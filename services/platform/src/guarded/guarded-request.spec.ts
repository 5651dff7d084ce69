import { createSocket } from 'node:dgram';
import dns from 'node:dns/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { leadsNowhere } from './guarded-address.js';
import type { GuardedError } from './guarded-error.js';
import { type GuardedRequest, guardedRequest } from './guarded-request.js';

const servers: Server[] = [];
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const ask = (url: string, more: Partial<GuardedRequest> = {}) =>
  guardedRequest(url, { timeoutMs: 2_000, maxBytes: 1_024, allowPrivate: true, ...more });
const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }];

describe('guardedRequest', () => {
  it('goes to the address that was judged, under the name that was asked for', async () => {
    let host: string | undefined;
    const port = await serve((request, response) => {
      host = request.headers.host;
      response.end('hello');
    });
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return toLoopback();
    };
    const answer = await ask(`http://hooks.example.test:${port}/`, { resolve });
    expect(answer).toMatchObject({ status: 200, isCut: false });
    expect(answer.body.toString()).toBe('hello');
    expect(host).toBe(`hooks.example.test:${port}`);
    expect(lookups).toBe(1);
  });

  it('connects nowhere for what is private, by name or literally', async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const refused = (url: string) => ask(url, { allowPrivate: false, resolve: toLoopback });
    await expect(refused('https://hooks.example.com/')).rejects.toMatchObject({ failure: 'address_private' });
    await expect(refused('https://127.0.0.1/')).rejects.toMatchObject({ failure: 'address_private' });
    await expect(refused(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ failure: 'address_refused' });
    await expect(refused('nonsense')).rejects.toMatchObject({ failure: 'address_refused' });
    expect(asked).toBe(0);
  });

  it('takes a redirect for the answer, or follows it and judges where it leads', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/end') return void response.end('the end');
      response.writeHead(302, { location: request.url === '/loop' ? '/loop' : '/end' }).end();
    });
    const from = `http://127.0.0.1:${port}`;
    expect((await ask(`${from}/`)).status).toBe(302);
    expect((await ask(`${from}/`, { maxRedirects: 2 })).body.toString()).toBe('the end');
    await expect(ask(`${from}/loop`, { maxRedirects: 2 })).rejects.toMatchObject({ failure: 'redirected_too_often' });
    expect((await ask(`${from}/`, { maxRedirects: 2, method: 'POST', body: '{}' })).status).toBe(302);
    const away = await serve((_request, response) => {
      response.writeHead(302, { location: 'http://user@10.0.0.1/' }).end();
    });
    await expect(ask(`http://127.0.0.1:${away}/`, { maxRedirects: 1 })).rejects.toMatchObject({
      failure: 'address_refused',
    });
  });

  it('reads no more than it may, and waits no longer', async () => {
    const huge = await serve((_request, response) => {
      const more = (): void =>
        void (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more));
      more();
    });
    const answer = await ask(`http://127.0.0.1:${huge}/`);
    expect(answer).toMatchObject({ status: 200, isCut: true });
    expect(answer.body).toHaveLength(1_024);
    const silent = await serve(() => undefined);
    await expect(ask(`http://127.0.0.1:${silent}/`, { timeoutMs: 100 })).rejects.toMatchObject({
      failure: 'timed_out',
    });
    const endless = await serve((_request, response) => void response.write('half'));
    const half = await ask(`http://127.0.0.1:${endless}/`, { timeoutMs: 200 });
    expect([half.status, half.isCut, half.body.toString()]).toEqual([200, true, 'half']);
  });

  it('sends bytes as they are, and waits for nothing that it may not read', async () => {
    const received: Buffer[] = [];
    const port = await serve((request, response) => {
      request.on('data', (part: Buffer) => received.push(part));
      request.on('end', () => {
        response.writeHead(201, { seen: String(request.headers['content-length']) });
        // Its end never comes.
        response.write('half');
      });
    });
    const body = Buffer.from([0, 255, 128, 195, 40, 10]);
    const answer = await ask(`http://127.0.0.1:${port}/`, { method: 'POST', body, maxBytes: 0, timeoutMs: 60_000 });
    expect([answer.status, answer.headers.seen, answer.body.length, answer.isCut]).toEqual([201, '6', 0, true]);
    expect(Buffer.concat(received).equals(body)).toBe(true);
  });

  it('says that nobody answers', async () => {
    const port = await serve((request) => request.socket.destroy());
    await expect(ask(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ failure: 'connection_failed' });
    await expect(ask(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      failure: expect.stringMatching(/tls_failed|connection_failed/),
    });
    const never = guardedRequest('http://slow.example.test/', {
      timeoutMs: 50,
      maxBytes: 1,
      allowPrivate: true,
      resolve: () => new Promise(() => undefined),
    });
    await expect(never).rejects.toMatchObject({ failure: 'timed_out' });
  });

  it('trusts certificates that it is given beside those that are trusted anyway', async () => {
    const certificate = (name: string) =>
      generate([{ name: 'commonName', value: name }], {
        extensions: [
          { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
          { name: 'basicConstraints', cA: true },
        ],
      });
    const [known, given] = await Promise.all([certificate('known'), certificate('given')]);
    const addresses = await Promise.all(
      [known, given].map(async ({ private: key, cert }) => {
        const server = createSecureServer({ key, cert }, (_request, response) => void response.end());
        servers.push(server);
        await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
        return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      }),
    );
    const before = getCACertificates('default');
    setDefaultCACertificates([known.cert]);
    try {
      for (const address of addresses) expect((await ask(address, { ca: given.cert })).status).toBe(200);
      await expect(ask(addresses[1] ?? '')).rejects.toMatchObject({ failure: 'tls_failed' });
    } finally {
      setDefaultCACertificates(before);
    }
  });

  it('asks a name server for the very name, never for one of the domains that this machine searches', async () => {
    const names: string[] = [];
    const server = createSocket('udp4', (question, { port, address }) => {
      const { name, end, isV4 } = questionOf(question);
      names.push(name);
      const isIll = !isV4 && name === 'ill.example.com';
      const found = isV4 && name === 'hooks.example.com' ? [10, 0, 0, 1] : null;
      server.send(answerTo(question, end, isIll ? 'ill' : found), port, address);
    });
    await new Promise<void>((resolve) => void server.bind(0, '127.0.0.1', resolve));
    const before = dns.getServers();
    dns.setServers([`127.0.0.1:${server.address().port}`]);
    try {
      const failure = (host: string) =>
        ask(`https://${host}/`, { allowPrivate: false }).catch((error: { failure?: string }) => error.failure);
      expect(await failure('hooks.example.com')).toBe('address_private');
      expect(await failure('redis.linkway')).toBe('name_unknown');
      // That it has no address of one kind is no word on the other.
      const error = (host: string) =>
        ask(`https://${host}/`, { allowPrivate: false }).catch((thrown: unknown) => thrown);
      expect(leadsNowhere((await error('redis.linkway')) as GuardedError)).toBe(true);
      expect(leadsNowhere((await error('ill.example.com')) as GuardedError)).toBe(false);
      names.splice(0, names.length, ...names.filter((name) => name !== 'ill.example.com'));
      expect(new Set(names)).toEqual(new Set(['hooks.example.com', 'redis.linkway']));
    } finally {
      dns.setServers(before);
      server.close();
    }
  });
});

/** What a question of DNS asks for, and where it ends. */
function questionOf(message: Buffer): { name: string; end: number; isV4: boolean } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, isV4: message.readUInt16BE(at + 1) === 1 };
}

/** null: there is no such name; `ill`: nobody can tell. */
function answerTo(question: Buffer, end: number, found: number[] | 'ill' | null): Buffer {
  const address = found === 'ill' ? null : found;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(address ? 0x8180 : found === 'ill' ? 0x8182 : 0x8183, 2);
  head.writeUInt16BE(address ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = address ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : [];
  return Buffer.concat([head, Buffer.from(record)]);
}

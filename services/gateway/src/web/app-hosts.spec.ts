import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { keepToAppHosts } from './app-hosts.js';

interface Asked {
  host: string;
  path?: string;
  /** Where the connection came in. */
  at?: string;
  headers?: Record<string, string>;
}

/** The status of an answer, and the text of its page. */
async function ask(config: Partial<Parameters<typeof keepToAppHosts>[1]>, { host, path = '/', at, headers }: Asked) {
  const instance = fastify();
  instance.addHook('onRequest', (request, _reply, done) => {
    Object.defineProperty(request.socket, 'localAddress', { value: at ?? '10.0.0.9' });
    done();
  });
  keepToAppHosts(instance, { PUBLIC_URL: '', APP_HOSTS: [], REDIRECT_URL: '', ...config });
  instance.get('/*', (_request, reply) => reply.send('served'));
  const answer = await instance.inject({ method: 'GET', url: path, headers: { ...headers, host } });
  return { status: answer.statusCode, text: answer.body };
}
const status = async (...asked: Parameters<typeof ask>): Promise<number> => (await ask(...asked)).status;

describe('keepToAppHosts', () => {
  it('serves the name of PUBLIC_URL and those of APP_HOSTS, on any port', async () => {
    const config = { PUBLIC_URL: 'https://app.example.com', APP_HOSTS: ['Other.example:8080'] };
    for (const host of ['app.example.com', 'APP.example.com:3000', 'app.example.com.', 'other.example']) {
      expect([host, await status(config, { host })]).toEqual([host, 200]);
    }
    for (const host of [
      'example.com',
      'x.app.example.com',
      'app.example.com.evil.test',
      'no host',
      'user@app.example.com',
      'app.example.com/x',
    ]) {
      expect([host, await status(config, { host })]).toEqual([host, 421]);
    }
  });

  it('takes names with a dot at the end, and refuses to start with what is none', async () => {
    expect(await status({ APP_HOSTS: ['C2.Example.com.'] }, { host: 'c2.example.com' })).toBe(200);
    for (const entry of ['https://b.example.com', 'a b', 'x.example/path', '']) {
      await expect(status({ APP_HOSTS: [entry] }, { host: 'x' })).rejects.toThrow('APP_HOSTS takes names');
    }
  });

  it('serves loopback names where no public address says otherwise, and no other name', async () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
      expect([host, await status({}, { host })]).toEqual([host, 200]);
    }
    expect(await status({}, { host: 'lvh.me:8080' })).toBe(421);
    expect(await status({}, { host: '0.0.0.0:8080' })).toBe(421);
  });

  it("serves this machine's own address in a private network, as a phone beside it asks for", async () => {
    for (const [host, at] of [
      ['192.168.1.5:8080', '192.168.1.5'],
      ['192.168.1.5', '::ffff:192.168.1.5'],
      ['[fd00::2]:8080', 'fd00::2'],
    ] as const) {
      expect([host, await status({}, { host, at })]).toEqual([host, 200]);
    }
    // Of another machine, and one that links may lead to.
    expect(await status({}, { host: '192.168.1.6', at: '192.168.1.5' })).toBe(421);
    expect(await status({}, { host: '203.0.113.5', at: '203.0.113.5' })).toBe(421);
  });

  it('answers probes, and short links where they are passed on, under every name', async () => {
    const passesOn = { REDIRECT_URL: 'http://redirect' };
    for (const path of ['/healthz', '/readyz', '/robots.txt', '/abc123?x=1', '/abc123/', '/%61bc123']) {
      expect([path, await status(passesOn, { host: 'lvh.me', path })]).toEqual([path, 200]);
    }
    expect(await status({}, { host: 'lvh.me', path: '/abc123' })).toBe(421);
    for (const path of ['/login', '/dashboard', '/assets/a.js', '/config.json', '/login/', '/%61pi', '/abc123//']) {
      expect([path, await status(passesOn, { host: 'lvh.me', path })]).toEqual([path, 421]);
    }
  });

  it('says in both languages where the app is, and which setting to change', async () => {
    const config = { PUBLIC_URL: 'http://127.0.0.1:8080' };
    const en = await ask(config, { host: 'lvh.me:8080', headers: { 'accept-language': 'en' } });
    expect(en.text).toContain('Under the name <strong>lvh.me</strong> only short links open.');
    expect(en.text).toContain('<a href="http://127.0.0.1:8080">');
    expect(en.text).toMatch(/APP_HOSTS.*LINKWAY_APP_HOSTS.*request\.host_unknown/s);
    // Nothing that it knows is asked for: as on the redirect's pages.
    const vi = await ask(config, { host: 'lvh.me', headers: { 'accept-language': 'fr' } });
    expect(vi.text).toContain('<html lang="vi">');
    expect(vi.text).toContain('Tên <strong>lvh.me</strong> chỉ dùng để mở liên kết ngắn.');
  });
});

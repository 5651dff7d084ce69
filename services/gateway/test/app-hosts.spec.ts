import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from './support/world.js';

const web = mkdtempSync(join(tmpdir(), 'linkway-gateway-name-'));
const world = useWorld(() => ({ WEB_ROOT: web, PUBLIC_URL: 'http://127.0.0.1:8080' }));

beforeAll(() => writeFileSync(join(web, 'index.html'), 'page'));
afterAll(() => rmSync(web, { recursive: true }));

/** As a browser that was told this host. */
async function ask(method: string, path: string, host: string, headers: Record<string, string> = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${world.url}${path}`, { method, headers: { host, ...headers } }, resolve)
      .once('error', reject)
      .end();
  });
  const body = await text(answer);
  return { statusCode: answer.statusCode, headers: answer.headers, body };
}

describe('an app at a loopback address', () => {
  it.each([
    'localhost:8080',
    'LOCALHOST:8080',
    'linkway.localhost:8080',
    '127.0.0.2:8080',
    '[::1]:8080',
    '127.1:8080',
    '[::ffff:127.0.0.1]:8080',
  ])('is under its own name only: a page asked as %s leads there, or is there', async (host) => {
    const { statusCode, headers } = await ask('GET', '/dashboard/links?page=2', host);
    const isOwn = host.startsWith('127.1:');
    expect([statusCode, headers.location]).toEqual(
      isOwn ? [200, undefined] : [302, 'http://127.0.0.1:8080/dashboard/links?page=2'],
    );
  });

  it.each(['127.0.0.1:8080', '127.0.0.1:3000'])('serves pages to %s', async (host) => {
    expect((await ask('GET', '/login', host)).statusCode).toBe(200);
  });

  it('opens no session for a browser under another name', async () => {
    const changes = { origin: 'http://localhost:8080', 'content-type': 'application/json' };
    expect((await ask('POST', '/api/auth/login', 'localhost:8080', changes)).statusCode).toBe(403);
    // A program that is no browser may call it what it likes.
    const { origin: _, ...program } = changes;
    expect((await ask('POST', '/api/auth/login', 'localhost:8080', program)).statusCode).not.toBe(403);
  });
});

describe('a name that is led to this machine', () => {
  it.each(['lvh.me:8080', 'evil.example', '127.0.0.1.nip.io'])('gets neither app nor API: %s', async (host) => {
    const page = await ask('GET', '/login', host);
    expect([page.statusCode, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['set-cookie']).toBeUndefined();
    for (const path of ['/api/me', '/api/auth/csrf', '/api/openapi.json', '/api/nothing', '/%61pi/me']) {
      const { statusCode, headers, body } = await ask('GET', path, host);
      expect([path, statusCode, headers['set-cookie']]).toEqual([path, 421, undefined]);
      expect(JSON.parse(body)).toMatchObject({ code: 'request.host_unknown', params: { host: host.split(':')[0] } });
    }
  });

  it('changes nothing, whoever asks', async () => {
    // The page of that name itself, whose requests are of its own origin; and a program.
    const asks: Record<string, string>[] = [{ origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, {}];
    for (const headers of asks) {
      const { statusCode, body } = await ask('POST', '/api/auth/login', 'evil.example', headers);
      expect([statusCode, JSON.parse(body).code]).toEqual([421, 'request.host_unknown']);
    }
    // What a page may claim of its way here is not believed.
    const claims = { 'x-forwarded-host': '127.0.0.1:8080', forwarded: 'host=127.0.0.1' };
    expect((await ask('GET', '/api/me', 'evil.example', claims)).statusCode).toBe(421);
  });

  it('tells in the language of the request', async () => {
    const { body } = await ask('GET', '/api/me', 'evil.example', { 'accept-language': 'vi' });
    expect(JSON.parse(body).detail).toContain('không hoạt động với tên “evil.example”');
  });

  it('is answered where it only asks how we are', async () => {
    expect((await ask('GET', '/healthz', '10.1.2.3')).statusCode).toBe(200);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from './support/world.js';

const web = mkdtempSync(join(tmpdir(), 'linkway-gateway-name-'));
const world = useWorld(() => ({ WEB_ROOT: web, PUBLIC_URL: 'http://127.0.0.1:8080' }));

beforeAll(() => writeFileSync(join(web, 'index.html'), 'page'));
afterAll(() => rmSync(web, { recursive: true }));

/** As a browser that was told this host. */
function ask(method: string, path: string, host: string, headers: Record<string, string> = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(`${world.url}${path}`, { method, headers: { host, ...headers } }, (answer) => {
      answer.resume();
      resolve(answer);
    })
      .once('error', reject)
      .end();
  });
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

  it.each(['127.0.0.1:8080', '127.0.0.1:3000', 'links.example.com'])('serves pages to %s', async (host) => {
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

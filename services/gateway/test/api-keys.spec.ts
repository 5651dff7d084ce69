import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { allEndpoints, permissionForKeys, permissionsOfKey } from '@linkway/contracts';
import { newApiKey } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import type { Answer } from './support/browser.js';
import { useWorld } from './support/world.js';

const folder = mkdtempSync(join(tmpdir(), 'linkway-gateway-keys-'));
const logFile = join(folder, 'gateway.log');
afterAll(() => rmSync(folder, { recursive: true }));
const world = useWorld(() => ({ LOG_LEVEL: 'info', LOG_FILE: logFile }));
const ID = '01900000-0000-7000-8000-000000000009';
const LINK = { url: 'https://example.com/a' };

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** A program with a key: it keeps no cookies and knows no CSRF token. */
const send = (key: string, method: string, path: string, body?: unknown) =>
  world.browser().send(method, path, body, bearer(key));
const codeOf = ({ status, json }: Answer) => [status, json.code];
const INVALID = [401, 'auth.api_key_invalid'];

const ofAccounts = allEndpoints.filter(({ auth }) => auth !== 'public');
const call = (key: string, { method, path, upload }: (typeof allEndpoints)[number]) =>
  world
    .browser()
    .send(
      method.toUpperCase(),
      path.replace(/\{\w+\}/g, ID),
      method === 'get' ? undefined : upload ? new Uint8Array(8) : {},
      { ...bearer(key), ...(upload && { 'content-type': upload.types[0] ?? '' }) },
    );

describe('a program with an API key', () => {
  it('makes, lists, changes and deletes links and reads their statistics, by the documented names', async () => {
    const { key, given } = world.apiKeys.give();
    const body = { ...LINK, custom_code: 'summer', title: 'Summer', description: 'Sale', max_clicks: 5 };
    const made = await send(key, 'POST', '/api/links', { ...body, expires_at: '2100-01-01T00:00:00Z' });
    expect([made.status, made.json.user_id]).toEqual([201, given.user_id]);
    const id = String(made.json.id);
    const listed = await send(key, 'GET', '/api/links?page=1&limit=50');
    expect([listed.status, listed.json.pagination]).toEqual([200, expect.objectContaining({ limit: 50, total: 1 })]);
    expect((await send(key, 'GET', `/api/links/${id}/analytics`)).status).toBe(200);
    const changed = await send(key, 'PUT', `/api/links/${id}`, { title: 'Autumn', is_active: false });
    expect([changed.status, changed.json.is_active]).toEqual([200, false]);
    expect((await send(key, 'DELETE', `/api/links/${id}`)).status).toBe(204);
    expect(codeOf(await send(key, 'GET', `/api/links/${id}`))).toEqual([404, 'links.not_found']);
    expect((await send(key, 'GET', '/api/domains')).status).toBe(200);
    // One question to identity for each of them, which is told the hash alone.
    expect(given.used).toBe(7);
    expect(Object.keys(world.apiKeys.asked.at(-1) ?? {})).toEqual(['key_hash']);
  });

  it('creates once for an Idempotency-Key, which the service is told', async () => {
    const { key } = world.apiKeys.give();
    const headers = { ...bearer(key), 'idempotency-key': 'order-7' };
    expect((await world.browser().post('/api/links', LINK, headers)).status).toBe(201);
    expect(world.links.lastKey).toBe('order-7');
  });

  it.each([
    ['read', ['read']],
    ['read and write', ['read', 'write']],
  ] as const)('may do what its permissions are for, and nothing else: %s', async (_, granted) => {
    const { key } = world.apiKeys.give({ permissions: [...granted] });
    const may = permissionsOfKey(granted);
    for (const endpoint of ofAccounts) {
      const needed = permissionForKeys(endpoint);
      const answer = await call(key, endpoint);
      const told = [endpoint.operationId, ...codeOf(answer)];
      if (needed && may.includes(needed)) expect([401, 403]).not.toContain(answer.status);
      else expect(told).toEqual([endpoint.operationId, 403, 'auth.forbidden']);
      expect(answer.headers.get('ratelimit-policy')).toBe('"api-key";q=1000;w=3600');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('is of no notice where no caller is looked at', async () => {
    const before = world.apiKeys.asked.length;
    const bad = bearer('lw_live_wrong');
    expect((await world.browser().get('/api/example', bad)).status).toBe(200);
    expect((await world.browser().get('/api/openapi.json', bad)).status).toBe(200);
    expect((await world.browser().get('/api/nothing', bad)).status).toBe(404);
    expect(world.apiKeys.asked).toHaveLength(before);
  });

  it('needs no origin of ours, as no browser sends a key by itself', async () => {
    const { key } = world.apiKeys.give();
    const headers = { ...bearer(key), origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const made = await world.browser().post('/api/links', LINK, headers);
    expect(made.status).toBe(201);
    expect(made.headers.get('access-control-allow-origin')).toBeNull();
    const signedIn = await world.signedIn();
    const { authorization: _, ...foreign } = headers;
    expect(codeOf(await signedIn.post('/api/links', LINK, foreign))).toEqual([403, 'request.origin_forbidden']);
  });
});

describe('a request with a wrong key', () => {
  const good = newApiKey();
  const mistyped = good.slice(0, -1) + (good.endsWith('a') ? 'b' : 'a');

  it.each([
    ['nothing', 'Bearer'],
    ['another kind of token', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['a mistyped one', `Bearer ${mistyped}`],
    ['one that was cut off', `Bearer ${good.slice(0, 30)}`],
    ['two', `Bearer ${good} ${good}`],
    ['a long text', `bearer ${'x'.repeat(5_000)}`],
  ])('is refused without asking identity: %s', async (_, authorization) => {
    const before = world.apiKeys.asked.length;
    for (const endpoint of ofAccounts) {
      const { method, path } = endpoint;
      const answer = await world
        .browser()
        .send(method.toUpperCase(), path.replace(/\{\w+\}/g, ID), undefined, { authorization });
      expect([endpoint.operationId, ...codeOf(answer)]).toEqual([endpoint.operationId, ...INVALID]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(world.apiKeys.asked).toHaveLength(before);
  });

  it('is told one and the same of one that never was, and of one that may not be used any more', async () => {
    const { key, given } = world.apiKeys.give();
    expect((await send(key, 'GET', '/api/links')).status).toBe(200);
    given.refusal = 'auth.api_key_invalid';
    const answers = [
      await send(key, 'GET', '/api/links'),
      await send(newApiKey(), 'GET', '/api/links'),
      await send('x', 'GET', '/api/links'),
    ];
    for (const { status, headers, json } of answers) {
      expect([status, json.detail, headers.get('www-authenticate')]).toEqual([401, 'Invalid API key', 'Bearer']);
      expect({ ...json, trace_id: '' }).toEqual({ ...answers[0]?.json, trace_id: '' });
    }
    given.refusal = null;
    expect((await send(key, 'GET', '/api/links')).status).toBe(200);
  });

  it('is told in its language that the plan has ended', async () => {
    const { key } = world.apiKeys.give({ refusal: 'auth.subscription_required' });
    const answer = await world.browser().get('/api/links', { ...bearer(key), 'accept-language': 'vi' });
    expect([answer.status, answer.json.code]).toEqual([403, 'auth.subscription_required']);
    expect(answer.json.detail).toMatch(/^Cần gói đăng ký/);
  });

  it('lets a session beside it do nothing, and leaves that as it is', async () => {
    const browser = await world.signedIn();
    expect((await browser.get('/api/me')).status).toBe(200);
    expect(codeOf(await browser.get('/api/me', bearer(good)))).toEqual(INVALID);
    const { key, given } = world.apiKeys.give({ permissions: ['read'] });
    expect(codeOf(await browser.get('/api/me', bearer(key)))).toEqual([403, 'auth.forbidden']);
    expect(codeOf(await browser.post('/api/links', LINK, bearer(key)))).toEqual([403, 'auth.forbidden']);
    await browser.post('/api/links', LINK);
    expect((await browser.get('/api/links', bearer(key))).json.data).toEqual([]);
    given.permissions = ['read', 'write'];
    const made = await browser.post('/api/links', LINK, bearer(key));
    expect([made.status, made.json.user_id]).toEqual([201, given.user_id]);
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  it('is refused with HEAD as with GET', async () => {
    const { key } = world.apiKeys.give();
    expect((await send(key, 'HEAD', '/api/links')).status).toBe(200);
    const refused = await send(good, 'HEAD', '/api/links');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await send(key, 'HEAD', '/api/me')).status).toBe(403);
  });

  it('minds no other scheme, which a proxy in front may ask for', async () => {
    const basic = { authorization: 'Basic eDp5' };
    const browser = await world.signedIn();
    expect((await browser.get('/api/me', basic)).status).toBe(200);
    expect(codeOf(await world.browser().get('/api/me', basic))).toEqual([401, 'auth.unauthenticated']);
  });
});

it('a session makes a key through here, which is answered once and kept by no cache', async () => {
  const browser = await world.signedIn();
  const made = await browser.post('/api/api-keys', { key_name: ' CI ' });
  expect([made.status, made.json.key_name, made.json.permissions]).toEqual([201, 'CI', ['read', 'write']]);
  expect(made.headers.get('cache-control')).toContain('no-store');
  expect((await send(String(made.json.api_key), 'GET', '/api/links')).status).toBe(200);
  browser.dropCsrfToken();
  expect(codeOf(await browser.post('/api/api-keys', { key_name: 'CI' }))).toEqual([403, 'request.csrf_invalid']);
});

it('requests are logged by the id of their key, and the key is in no line', async () => {
  const { key, given } = world.apiKeys.give({ permissions: ['read'] });
  await send(key, 'GET', '/api/links');
  await send(key, 'POST', '/api/links', LINK);
  const unknown = newApiKey();
  await send(unknown, 'GET', '/api/links');
  const lines = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  await eventually(async () => {
    const own = lines()
      .split('\n')
      .filter((line) => line.includes(given.id))
      .map((line) => JSON.parse(line));
    expect(own.map(({ method, status, api_key_id }) => [method, status, api_key_id])).toEqual([
      ['GET', 200, given.id],
      ['POST', 403, given.id],
    ]);
  });
  expect(lines()).not.toMatch(/lw_live_/);
  expect(lines()).not.toMatch(/bearer/i);
});

it('answers that identity is away, not that the key is wrong', async () => {
  const { key } = world.apiKeys.give();
  expect((await send(key, 'GET', '/api/links')).status).toBe(200);
  await world.services.identity.stop();
  for (const one of [key, newApiKey()]) {
    const answer = await send(one, 'GET', '/api/links');
    expect(codeOf(answer)).toEqual([503, 'service.unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(codeOf(await send('x', 'GET', '/api/links'))).toEqual(INVALID);
});

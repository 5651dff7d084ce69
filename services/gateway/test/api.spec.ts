import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DEVICE_HEADER } from '@linkway/contracts';
import { eventually } from '@linkway/platform/testkit';
import { useWorld } from './support/world.js';

const folder = mkdtempSync(join(tmpdir(), 'linkway-gateway-log-'));
const logFile = join(folder, 'gateway.log');
afterAll(() => rmSync(folder, { recursive: true }));

const world = useWorld(() => ({
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_URL: 'https://linkway.example',
  LOG_LEVEL: 'info',
  LOG_FILE: logFile,
}));

const DEVICE = 'a'.repeat(32);
const device = (id: string) => ({ [DEVICE_HEADER]: id });
const many = (count: number) => Array.from({ length: count }, () => randomUUID());

describe('links', () => {
  it('creates, lists with clicks, changes and deletes', async () => {
    const browser = await world.signedIn();
    const created = await browser.post('/api/links', { url: 'https://example.com' }, { 'idempotency-key': 'once' });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ short_code: 'abc123', original_url: 'https://example.com', clicks_count: 0 });
    expect(world.links.lastKey).toBe('once');
    const path = `/api/links/${String(created.json.id)}`;
    expect((await browser.get('/api/links')).json).toMatchObject({
      data: [{ id: created.json.id, clicks_count: 7 }],
      pagination: { page: 1, limit: 50, total: 1, total_pages: 1 },
    });
    expect((await browser.put(path, { is_active: false })).json).toMatchObject({ is_active: false, clicks_count: 7 });
    const deleted = await browser.delete(path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await browser.get(path)).json.code).toBe('links.not_found');
  });

  it('lists on and on, with clicks', async () => {
    const browser = await world.signedIn();
    for (let n = 0; n < 3; n += 1) await browser.post('/api/links', { url: `https://example.com/${n}` });
    const seen: unknown[] = [];
    for (let query: string | null = ''; query !== null; ) {
      const { data, pagination } = (await browser.get(`/api/links?limit=2${query}`)).json as {
        data: { original_url: string; clicks_count: number }[];
        pagination: { next_starting_after: string | null };
      };
      seen.push(data.map(({ original_url, clicks_count }) => [original_url.slice(-1), clicks_count]));
      expect(pagination).toMatchObject({ total: 3, total_is_least: false });
      const { next_starting_after: next } = pagination;
      query = next && `&starting_after=${next}`;
    }
    expect(seen).toEqual([
      [
        ['0', 7],
        ['1', 7],
      ],
      [['2', 7]],
    ]);
  });

  it('shows what was used of a click limit, as the redirect counts it, and asks for links with one alone', async () => {
    const browser = await world.signedIn();
    const make = async (more: object) =>
      (await browser.post('/api/links', { url: 'https://example.com', ...more })).json;
    const [free, fresh, limited] = [await make({}), await make({ max_clicks: 5 }), await make({ max_clicks: 5 })];
    expect([free.clicks_used, fresh.clicks_used]).toEqual([null, 0]);
    world.redirect.used.set(String(limited.id), 5);
    world.redirect.asked = [];
    const list = (await browser.get('/api/links')).json.data as Record<string, unknown>[];
    const used = new Map(list.map((link) => [link.id, link.clicks_used]));
    // The redirect has not heard of the other limit yet.
    expect([free, fresh, limited].map(({ id }) => used.get(id))).toEqual([null, null, 5]);
    expect(world.redirect.asked).toEqual([[fresh.id, limited.id]]);
    const path = `/api/links/${String(limited.id)}`;
    expect((await browser.get(path)).json).toMatchObject({ max_clicks: 5, clicks_used: 5, clicks_count: 7 });
    expect((await browser.put(path, { max_clicks: 9 })).json).toMatchObject({ max_clicks: 9, clicks_used: 5 });
    expect((await browser.put(path, { max_clicks: null })).json).toMatchObject({ max_clicks: null, clicks_used: null });
  });

  it("does not show a stranger's link or its statistics", async () => {
    const { json } = await (await world.signedIn()).post('/api/links', { url: 'https://example.com' });
    const stranger = await world.signedIn();
    for (const path of [`/api/links/${String(json.id)}`, `/api/links/${String(json.id)}/analytics`]) {
      const answer = await stranger.get(path);
      expect([answer.status, answer.json.code]).toEqual([404, 'links.not_found']);
    }
  });

  it('passes problems on with their parameters and language', async () => {
    const browser = await world.signedIn();
    const body = { url: 'https://example.com', custom_code: 'taken' };
    const answer = await browser.post('/api/links', body, { 'accept-language': 'fr;q=1, vi;q=0.8, en;q=0.1' });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({
      type: '/problems/links.code_taken',
      title: 'Conflict',
      status: 409,
      detail: 'Mã taken đã được dùng. Vui lòng chọn mã khác',
      code: 'links.code_taken',
      params: { code: 'taken' },
    });
    expect(answer.json.trace_id).toMatch(/^[\da-f]{32}$/);
  });

  it("makes guests' links, counted by the address that the trusted proxy gives", async () => {
    const body = { url: 'https://example.com', device_id: 'device-1234' };
    const answer = await world
      .browser()
      .post('/api/guest/links', body, { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' });
    expect([answer.status, answer.json.remaining]).toEqual([201, 4]);
    expect(world.links.lastGuest).toEqual({ link: body, ip: '203.0.113.9', idempotency_key: null });
    const over = await world.browser().post('/api/guest/links', { ...body, device_id: 'exhausted' });
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await world.browser().get('/api/guest/quota', device('device-1234'))).json.remaining).toBe(4);
    expect(world.links.lastDevice).toBe('device-1234');
  });

  it("takes a guest's device from the address as well, as pages of the former release send it", async () => {
    const before = '/api/guest/quota?device_id=device-before';
    expect((await world.browser().get(before)).status).toBe(200);
    expect(world.links.lastDevice).toBe('device-before');
    await world.browser().get(before, device('device-1234'));
    expect(world.links.lastDevice).toBe('device-1234');
    const without = await world.browser().get('/api/guest/quota');
    expect([without.status, without.json]).toMatchObject([
      400,
      { code: 'request.invalid', errors: [{ field: DEVICE_HEADER, code: 'request.field_required' }] },
    ]);
  });

  it("tells a guest of his own links' clicks alone, those of people", async () => {
    const ids = [1, 2].map(() => randomUUID());
    const of = (id: string, list: readonly unknown[] = ids) =>
      world
        .browser()
        .get(`/api/guest/links?ids=${list.join(',')}`, { ...device(id), 'x-forwarded-for': '203.0.113.9' });
    const [first, second] = ids;
    expect((await of('device-1234')).json).toEqual({
      data: [
        { id: second, clicks_count: 0 },
        { id: first, clicks_count: 7 },
      ],
    });
    // Services share their places by networks.
    expect([world.links.lastAddress, world.analytics.lastAddress]).toEqual(['203.0.113.9', '203.0.113.9']);
    expect((await of('another-device')).json).toEqual({ data: [] });
    const inAddress = await world.browser().get(`/api/guest/links?device_id=device-1234&ids=${ids[0]}`);
    expect([inAddress.status, inAddress.json.errors]).toMatchObject([400, [{ field: DEVICE_HEADER }]]);
    for (const wrong of [of('short'), of('device-1234', []), of('device-1234', ['1']), of('device-1234', many(21))]) {
      expect([(await wrong).status, (await wrong).json.code]).toEqual([400, 'request.invalid']);
    }
    expect((await of('device-1234', many(20))).status).toBe(200);
  });

  it('tells everybody of the example, and asks for it once in two seconds', async () => {
    const of = () => world.browser().get('/api/example');
    expect((await of()).json).toEqual({ link: null });
    const short_url = 'https://go.example/example';
    world.links.example = { id: randomUUID(), short_url };
    await eventually(async () => expect((await of()).json).toEqual({ link: { short_url, clicks_count: 7 } }));
    const { asked } = world.links;
    await Promise.all(Array.from({ length: 20 }, of));
    expect(world.links.asked - asked).toBeLessThanOrEqual(1);
  });

  it("hands a guest's links over to who is signed in, and to nobody else", async () => {
    const browser = await world.signedIn();
    const body = { device_id: DEVICE, link_ids: many(2) };
    const answer = await browser.post('/api/links/claim', body);
    expect([answer.status, answer.json]).toEqual([200, { claimed: body.link_ids, refused: [] }]);
    const refused = await browser.post('/api/links/claim', { ...body, device_id: 'b'.repeat(32) });
    expect(refused.json.refused).toEqual(body.link_ids.map((id) => ({ id, code: 'links.not_found' })));
    const visitor = world.browser();
    await visitor.get('/api/auth/csrf');
    expect((await visitor.post('/api/links/claim', body)).json.code).toBe('auth.unauthenticated');
    const withoutToken = await browser.post('/api/links/claim', body, { 'x-csrf-token': '' });
    expect(withoutToken.json.code).toBe('request.csrf_invalid');
    for (const wrong of [{ link_ids: [] }, { link_ids: many(21) }, { link_ids: ['1'] }, { device_id: 1 }]) {
      const invalid = await browser.post('/api/links/claim', { ...body, ...wrong });
      expect([invalid.status, invalid.json.code]).toEqual([400, 'request.invalid']);
    }
    // Nobody claims links by what can be guessed: a word, or a UUID.
    for (const device_id of ['device-1234', randomUUID(), DEVICE.slice(1), 'g'.repeat(32), '']) {
      const weak = await browser.post('/api/links/claim', { ...body, device_id });
      expect([weak.status, weak.json.code]).toEqual([400, 'links.device_weak']);
    }
  });

  it('lists the domains for anybody', async () => {
    expect((await world.browser().get('/api/domains')).json).toMatchObject({ data: [{ sort_order: 0 }] });
  });
});

describe('origins', () => {
  it('takes changes from the public address', async () => {
    const browser = await world.signedIn();
    const body = { url: 'https://example.com' };
    expect((await browser.post('/api/links', body, { origin: 'https://linkway.example' })).status).toBe(201);
    expect((await browser.post('/api/links', body, { origin: 'https://linkway.example.evil' })).status).toBe(403);
  });
});

describe('requests', () => {
  it('get an id: their own where it is harmless', async () => {
    const given = await world.browser().get('/api/domains', { 'x-request-id': 'client-id-1234' });
    expect(given.headers.get('x-request-id')).toBe('client-id-1234');
    const refused = await world.browser().get('/api/domains', { 'x-request-id': 'a"b' });
    expect(refused.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
  });

  it('go on in the trace of their caller', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answer = await world.browser().get('/api/me', { traceparent });
    expect(answer.json.trace_id).toBe('0af7651916cd43dd8448eb211c80319c');
  });

  it('are one trace and one correlation with what they ask of services, also after a body has arrived', async () => {
    const headers = {
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'x-request-id': 'client-id-5678',
    };
    await (await world.signedIn()).post('/api/links', { url: 'https://example.com' }, headers);
    expect(world.links.lastTrace).toEqual({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      correlationId: 'client-id-5678',
    });
  });

  it('leave one line in the log, without anything personal', async () => {
    const headers = { 'x-request-id': 'client-id-9999', 'x-forwarded-for': '203.0.113.77' };
    const body = { email: 'personal@example.com', password: 'secret-77', full_name: 'Per Sonal', accept_terms: true };
    await world.browser().post('/api/auth/register?secret=query-77', body, headers);
    const log = await eventually(() => {
      const text = readFileSync(logFile, 'utf8');
      expect(text).toContain('client-id-9999');
      return text;
    });
    const line = log.split('\n').find((entry) => entry.includes('client-id-9999')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      service: 'gateway',
      trace_id: expect.stringMatching(/^[\da-f]{32}$/),
      method: 'POST',
      route: '/api/auth/register',
      status: 201,
      ms: expect.any(Number),
    });
    for (const personal of ['personal@', 'secret-77', 'Per Sonal', 'query-77', '203.0.113.77']) {
      expect(log).not.toContain(personal);
    }
  });

  it('are answered with security headers and never cached', async () => {
    const { headers } = await world.browser().get('/api/domains');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'ratelimit-limit': '3000',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('documentation', () => {
  it('serves the OpenAPI document of the contracts', async () => {
    const { status, json } = await world.browser().get('/api/openapi.json');
    expect([status, json.openapi]).toEqual([200, expect.stringMatching(/^3\.1\./)]);
    expect(Object.keys(json.paths as object)).toContain('/api/links/{id}/analytics');
  });

  it('shows it on a page that needs nothing unsafe', async () => {
    const page = await world.browser().get('/api/docs');
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/<script>|<style|\son\w+=/);
    const scripts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect((await world.browser().get(script)).status).toBe(200);
  });
});

describe('health', () => {
  it('is told on the main port too', async () => {
    expect((await world.browser().get('/healthz')).json).toEqual({ status: 'ok' });
    const ready = await world.browser().get('/readyz');
    expect([ready.status, ready.json.ready]).toEqual([200, true]);
  });
});

describe('statistics', () => {
  it('are of people unless another kind is asked for; services are asked for all by naming none', async () => {
    const browser = await world.signedIn();
    const { json } = await browser.post('/api/links', { url: 'https://example.com' });
    world.analytics.kinds = [];
    const path = `/api/links/${String(json.id)}/analytics`;
    for (const query of ['', '?kind=all', '?kind=bot']) {
      await browser.get(`${path}${query}`);
      await browser.get(`/api/analytics/overview${query}`);
    }
    await browser.get('/api/links');
    await browser.get(`/api/links/${String(json.id)}`);
    expect(world.analytics.kinds).toEqual(['human', 'human', undefined, undefined, 'bot', 'bot', 'human', 'human']);
    expect((await browser.get(`${path}?kind=people`)).status).toBe(400);
  });

  it('come with ownership checked by links, and an overview put together', async () => {
    const browser = await world.signedIn();
    const { json } = await browser.post('/api/links', { url: 'https://example.com' });
    const ofLink = await browser.get(`/api/links/${String(json.id)}/analytics?timezone=Asia/Ho_Chi_Minh`);
    expect(ofLink.json).toMatchObject({ total: 7, timezone: 'Asia/Ho_Chi_Minh' });
    expect((await browser.get('/api/analytics/overview')).json).toMatchObject({
      total_clicks: 7,
      total_links: 1,
      links_this_month: 1,
      average_clicks_per_link: 7,
      top_links: [{ clicks: 7, short_code: null }],
    });
  });
});

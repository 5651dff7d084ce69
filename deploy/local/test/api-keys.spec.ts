import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { service as analyticsService } from '@linkway/analytics';
import { DEVICE_HEADER } from '@linkway/contracts';
import { service as domainsService } from '@linkway/domains';
import { service as gatewayService } from '@linkway/gateway';
import { service as identityService } from '@linkway/identity';
import { service as linksService } from '@linkway/links';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import pg from 'pg';

const LIMIT = 40;
const servers = useServers({ postgres: true, nats: true, clickhouse: true });
const gateways: string[] = [];
const ORIGIN = { email: 'owner@example.com', password: 'a-good-password-1', full_name: 'Owner', accept_terms: true };

interface Answer {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
}

async function ask(address: string, method: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? {} : JSON.parse(text) };
}

/** Of a browser that is signed in as the owner. */
let session: Record<string, string>;
const inSession = (method: string, path: string, body?: unknown) => ask(`${gateways[0]}${path}`, method, session, body);
/** Of a program with a key, at one of the gateways. */
const byKey = (key: string, method: string, path: string, body?: unknown, more: Record<string, string> = {}, at = 0) =>
  ask(`${gateways[at]}${path}`, method, { authorization: `Bearer ${key}`, ...more }, body);
const make = async (fields: Record<string, unknown> = {}) => {
  const { status, json } = await inSession('POST', '/api/api-keys', { key_name: 'CI', ...fields });
  expect(status).toBe(201);
  return { id: String(json.id), key: String(json.api_key) };
};
const sql = async (query: string) => {
  const client = new pg.Client({ connectionString: servers.databaseUrl('identity') });
  await client.connect();
  try {
    await client.query(query);
  } finally {
    await client.end();
  }
};
const setPlan = (type: string) => sql(`UPDATE profiles SET subscription_type = '${type}'`);

const cookieOf = (answers: Answer[]) =>
  answers
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((line) => line.split(';')[0])
    .join('; ');

beforeAll(async () => {
  const host = { MAIN_DOMAIN: 'go.test' };
  const own = { PUBLIC_URL: 'https://linkway.example', ENCRYPTION_KEY: 'a key for tests, of many characters' };
  const identity = { ...own, API_KEY_REQUESTS_PER_HOUR: String(LIMIT) };
  await startService(domainsService, servers.env('domains', host));
  await startService(identityService, servers.env('identity', identity));
  await startService(identityService, servers.env('identity', identity));
  await startService(linksService, servers.env('links', { ...host, READ_MODEL_COMPARE_PER_SECOND: '0' }));
  const clicks = { CLICKHOUSE_PATH: servers.clickhousePath, VISITOR_SECRET: 'a test secret' };
  await startService(analyticsService, servers.env('analytics', clicks));
  const secrets = { COOKIE_SECRET: 'a test secret', SESSION_SIGNING_SECRET: 'another test secret' };
  for (const _ of [1, 2]) {
    gateways.push((await startService(gatewayService, servers.env('gateway', secrets))).httpUrl ?? '');
  }
  const registered = await ask(`${gateways[0]}/api/auth/register`, 'POST', {}, ORIGIN);
  const token = await ask(`${gateways[0]}/api/auth/csrf`, 'GET', { cookie: cookieOf([registered]) });
  session = { cookie: cookieOf([registered, token]), 'x-csrf-token': String(token.json.csrf_token) };
}, 180_000);

describe('the public API', () => {
  it('is for premium accounts: no key is made without the plan, and none works once it has ended', async () => {
    const refused = await inSession('POST', '/api/api-keys', { key_name: 'CI' });
    expect([refused.status, refused.json.code]).toEqual([403, 'api_keys.premium_required']);
    const detail = 'API Keys are only available for Premium users. Please upgrade your plan.';
    expect(refused.json.detail).toBe(detail);
    await setPlan('premium');
    const { key } = await make();
    expect((await byKey(key, 'GET', '/api/links')).status).toBe(200);
    await setPlan('basic');
    const ended = await byKey(key, 'GET', '/api/links');
    expect([ended.status, ended.json.code]).toEqual([403, 'auth.subscription_required']);
    await setPlan('premium');
    expect((await byKey(key, 'GET', '/api/links')).status).toBe(200);
  });

  it('has the five documented calls, by their names, with a key alone', async () => {
    const { key } = await make();
    const fields = {
      url: 'https://example.com/summer',
      custom_code: 'summer-sale',
      title: 'Summer',
      description: 'Sale',
      expires_at: '2100-01-01T00:00:00Z',
      max_clicks: 10,
    };
    // The main domain is told by an event.
    const made = await eventually(async () => {
      const answer = await byKey(key, 'POST', '/api/links', fields);
      expect(answer.status).toBe(201);
      return answer;
    });
    const { url, custom_code, ...kept } = fields;
    expect(made.json).toMatchObject({ original_url: url, short_code: custom_code, title: 'Summer', max_clicks: 10 });
    expect(new Date(String(made.json.expires_at)).getTime()).toBe(Date.parse(kept.expires_at));
    const at = `/api/links/${String(made.json.id)}`;
    const statistics = await eventually(async () => {
      const answer = await byKey(key, 'GET', `${at}/analytics`);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(statistics.json).toMatchObject({ total: 0, unique: 0 });
    const listed = await byKey(key, 'GET', '/api/links?page=1&limit=50');
    expect(listed.status).toBe(200);
    expect(listed.json).toMatchObject({ data: [{ id: made.json.id }], pagination: { page: 1, limit: 50, total: 1 } });
    const changed = await byKey(key, 'PUT', at, { title: 'Autumn', is_active: false });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ title: 'Autumn', is_active: false });
    expect((await byKey(key, 'DELETE', at)).status).toBe(204);
    expect((await byKey(key, 'DELETE', at)).status).toBe(404);
    expect((await byKey(key, 'GET', `${at}/analytics`)).status).toBe(404);
    const wrong = await byKey(key, 'POST', '/api/links', { url: 'no address' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'links.url_invalid']);
  });

  it('makes one link for an Idempotency-Key, which counts for the month of the account', async () => {
    const { key } = await make();
    const before = Number((await inSession('GET', '/api/me')).json.monthly_links_used);
    const again = { 'idempotency-key': 'order-7' };
    const post = (at: number) => byKey(key, 'POST', '/api/links', { url: 'https://example.com/7' }, again, at);
    const answers = await Promise.all([post(0), post(1), post(0), post(1)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    const { user_id } = answers[0]?.json ?? {};
    const me = (await inSession('GET', '/api/me')).json;
    expect([user_id, me.monthly_links_used]).toEqual([me.id, before + 1]);
  });

  it('makes one template for an Idempotency-Key, and one key, which is not told again', async () => {
    const { key } = await make();
    const again = { 'idempotency-key': 'setup-1' };
    const template = { name: 'Spring', utm_source: 'news' };
    const templates = await Promise.all(
      [0, 1, 0, 1].map((at) => byKey(key, 'POST', '/api/utm-templates', template, again, at)),
    );
    expect(templates.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(templates.map(({ json }) => json.id)).size).toBe(1);
    const before = ((await inSession('GET', '/api/api-keys')).json.data as unknown[]).length;
    const post = (key_name: string, at: number) =>
      ask(`${gateways[at]}/api/api-keys`, 'POST', { ...session, ...again }, { key_name });
    const answers = await Promise.all([post('Once', 0), post('Once', 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [made, refused] = answers[0]?.status === 201 ? answers : answers.toReversed();
    expect(refused?.json).toMatchObject({ code: 'api_keys.made_already', params: { id: made?.json.id, name: 'Once' } });
    expect(JSON.stringify(refused?.json)).not.toContain(String(made?.json.api_key));
    expect((await post('Other', 1)).json.code).toBe('request.idempotency_mismatch');
    expect((await inSession('GET', '/api/api-keys')).json.data).toHaveLength(before + 1);
  });

  it('claims what was made as a guest', async () => {
    const { key } = await make();
    const device_id = randomBytes(16).toString('hex');
    const guest = await ask(`${gateways[0]}/api/guest/links`, 'POST', {}, { url: 'https://example.com/g', device_id });
    expect(guest.status).toBe(201);
    const claimed = await byKey(key, 'POST', '/api/links/claim', { device_id, link_ids: [guest.json.id] });
    expect(claimed.json).toEqual({ claimed: [guest.json.id], refused: [] });
    expect((await byKey(key, 'GET', `/api/links/${String(guest.json.id)}`)).status).toBe(200);
    expect((await ask(`${gateways[0]}/api/guest/quota`, 'GET', { [DEVICE_HEADER]: device_id })).status).toBe(200);
  });

  it('is read alone with a key that may read', async () => {
    const { key } = await make({ permissions: ['read'] });
    expect((await byKey(key, 'GET', '/api/links')).status).toBe(200);
    expect((await byKey(key, 'GET', '/api/domains')).status).toBe(200);
    const refused = await byKey(key, 'POST', '/api/links', { url: 'https://example.com' });
    expect([refused.status, refused.json.code]).toEqual([403, 'auth.forbidden']);
    for (const path of ['/api/me', '/api/api-keys', '/api/me/sessions']) {
      expect((await byKey(key, 'GET', path)).status).toBe(403);
    }
  });

  it('is limited to the domains of a key, through all services', async () => {
    const { data } = (await inSession('GET', '/api/domains')).json as { data: { id: string; domain_name: string }[] };
    const [main] = data;
    const unknown = randomUUID();
    const refused = await inSession('POST', '/api/api-keys', { key_name: 'CI', domain_ids: [unknown] });
    expect([refused.status, refused.json.errors]).toMatchObject([
      400,
      [{ field: 'domain_ids', code: 'api_keys.domain_unavailable' }],
    ]);
    const { id, key } = await make({ domain_ids: [main?.id] });
    const url = 'https://example.com/limited';
    const made = await byKey(key, 'POST', '/api/links', { url, max_clicks: 5 });
    expect([made.status, made.json.domain]).toEqual([201, { id: main?.id, domain_name: main?.domain_name }]);
    const at = `/api/links/${String(made.json.id)}`;
    expect((await byKey(key, 'GET', at)).json).toMatchObject({ clicks_count: 0 });
    expect((await byKey(key, 'GET', `${at}/analytics`)).status).toBe(200);
    const total = async () => (await byKey(key, 'GET', '/api/links')).json.pagination as { total: number };
    expect((await total()).total).toBeGreaterThan(0);
    for (const path of ['/api/analytics/overview', '/api/webhooks']) {
      const told = await byKey(key, 'GET', path);
      expect([told.status, told.json.code]).toEqual([403, 'auth.outside_key_scope']);
    }
    expect((await byKey(key, 'GET', '/api/domains')).status).toBe(200);

    // As if all links were on another domain from now on.
    await sql(`UPDATE api_keys SET domain_ids = ARRAY['${unknown}'::uuid] WHERE id = '${id}'`);
    const outside = await byKey(key, 'POST', '/api/links', { url }, { 'accept-language': 'vi' });
    expect([outside.status, outside.json]).toMatchObject([
      403,
      { code: 'auth.outside_key_scope', errors: [{ field: 'domain_id', code: 'auth.outside_key_scope' }] },
    ]);
    expect(String(outside.json.detail)).toMatch(/tên miền/);
    expect((await total()).total).toBe(0);
    for (const [method, path] of [
      ['GET', at],
      ['GET', `${at}/analytics`],
      ['PUT', at],
      ['DELETE', at],
    ] as const) {
      const told = await byKey(key, method, path, method === 'PUT' ? { title: 'x' } : undefined);
      expect([method, path, told.status, told.json.code]).toEqual([method, path, 404, 'links.not_found']);
    }
    expect((await inSession('PATCH', `/api/api-keys/${id}`, { domain_ids: [] })).json.domain_ids).toBeNull();
    expect((await byKey(key, 'DELETE', at)).status).toBe(204);
  });

  it('lets through as many requests in an hour as it says, whichever of its processes are asked', async () => {
    const { key } = await make();
    const all = await Promise.all(
      Array.from({ length: LIMIT + 15 }, (_, n) => byKey(key, 'GET', '/api/domains', undefined, {}, n % 2)),
    );
    const within = all.filter(({ status }) => status === 200);
    expect(within).toHaveLength(LIMIT);
    const left = within.map(({ headers }) => Number(headers.get('ratelimit-remaining'))).sort((a, b) => a - b);
    expect(left).toEqual(Array.from({ length: LIMIT }, (_, n) => n));
    const beyond = all.filter(({ status }) => status === 429);
    expect(beyond).toHaveLength(15);
    for (const { headers, json } of beyond) {
      const seconds = Number(headers.get('retry-after'));
      expect([json.code, headers.get('ratelimit')]).toEqual(['request.rate_limited', `"api-key";r=0;t=${seconds}`]);
      expect(seconds).toBeGreaterThan(3_500);
      expect(seconds).toBeLessThanOrEqual(3_600);
    }
  });

  it.each([
    ['turned off', (id: string) => inSession('PATCH', `/api/api-keys/${id}`, { is_active: false })],
    ['deleted', (id: string) => inSession('DELETE', `/api/api-keys/${id}`)],
  ])('takes a key nowhere any more once its owner was told that it is %s', async (_, end) => {
    const { id, key } = await make();
    const use = (at: number) => byKey(key, 'GET', '/api/domains', undefined, {}, at);
    expect([(await use(0)).status, (await use(1)).status]).toEqual([200, 200]);
    const over = new AbortController();
    const late = [0, 1, 0, 1].map(async (at) => {
      while (!over.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
      return use(at);
    });
    expect((await end(id)).status).toBeLessThan(300);
    over.abort();
    for (const { status, json, headers } of await Promise.all(late)) {
      expect([status, json.code]).toEqual([401, 'auth.api_key_invalid']);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  // The last one: the owner is disabled.
  it('takes no key of somebody who is disabled', async () => {
    const { key } = await make();
    expect((await byKey(key, 'GET', '/api/domains')).status).toBe(200);
    await sql("UPDATE users SET status = 'disabled'");
    for (const at of [0, 1]) expect((await byKey(key, 'GET', '/api/domains', undefined, {}, at)).status).toBe(401);
  });
});

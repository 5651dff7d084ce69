import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { Browser } from './support/browser.js';
import { useWorld } from './support/world.js';

const world = useWorld(() => ({ RATE_LIMIT_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.1' }));

const account = (email: string) => ({ email, password: 'secret-1', full_name: 'Ada L.', accept_terms: true });

it('limits each caller on its own, by user where there is one', async () => {
  const from = (ip: string) => world.browser().get('/api/domains', { 'x-forwarded-for': ip });
  for (let n = 4; n >= 0; n -= 1)
    expect((await from('203.0.113.1')).headers.get('ratelimit-remaining')).toBe(String(n));
  const limited = await from('203.0.113.1');
  expect([limited.status, limited.json.code]).toEqual([429, 'request.rate_limited']);
  const seconds = Number(limited.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(limited.json.params).toEqual({ retry_after: seconds });
  expect(limited.headers.get('ratelimit-limit')).toBe('5');

  expect((await from('203.0.113.2')).status).toBe(200);
  const browser = world.browser();
  await browser.register('limited@example.com');
  // The user is counted wherever the requests come from.
  for (let n = 0; n < 5; n += 1) {
    expect((await browser.get('/api/me', { 'x-forwarded-for': `198.51.100.${n}` })).status).toBe(200);
  }
  expect((await browser.get('/api/me', { 'x-forwarded-for': '198.51.100.9' })).status).toBe(429);
  expect((await world.browser().get('/healthz')).status).toBe(200);
});

it('asks identity about no more made-up cookies than the address may send requests', async () => {
  const before = world.identity.lookups;
  const made = () => randomBytes(32).toString('base64url');
  const from = (token: string) =>
    world.browser().get('/api/domains', { cookie: `linkway_session=${token}`, 'x-forwarded-for': '203.0.113.30' });
  const flood = () => Promise.all(Array.from({ length: 60 }, async () => (await from(made())).status));
  expect((await flood()).filter((status) => status === 429).length).toBeGreaterThanOrEqual(55);
  // Of many at once, those that are let through need not be those that were asked about: twice the share at most.
  const asked = world.identity.lookups - before;
  expect(asked).toBeLessThanOrEqual(10);
  expect((await flood()).every((status) => status === 429)).toBe(true);
  expect(world.identity.lookups - before).toBe(asked);
});

it('asks identity about nothing that cannot be a token', async () => {
  const before = world.identity.lookups;
  for (const token of ['short', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, 'x'.repeat(500)]) {
    const headers = { cookie: `linkway_session=${token}`, 'x-forwarded-for': '203.0.113.31' };
    expect((await world.browser().get('/api/me', headers)).status).toBe(401);
  }
  expect(world.identity.lookups).toBe(before);
});

it('lets the users of an address go on that made-up cookies have used up', async () => {
  const browser = world.browser();
  const there = { 'x-forwarded-for': '203.0.113.32' };
  await browser.send('POST', '/api/auth/register', account('shared@example.com'), there);
  for (let n = 0; n < 8; n += 1) {
    const cookie = `linkway_session=${randomBytes(32).toString('base64url')}`;
    await world.browser().get('/api/domains', { ...there, cookie });
  }
  expect((await world.browser().get('/api/domains', there)).status).toBe(429);
  // Registering asked nothing of identity about the session: it is known from the first request on.
  expect((await browser.get('/api/me', { 'x-forwarded-for': '203.0.113.33' })).status).toBe(200);
  expect((await browser.get('/api/me', there)).status).toBe(200);
});

it('counts what it cannot read as an address as one visitor', async () => {
  const statuses = [];
  for (const ip of ['unknown', '203.0.113.7:1234', 'unknown', '']) {
    statuses.push((await world.browser().get('/api/domains', { 'x-forwarded-for': ip })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200]);
});

it('lets in exactly as many over all gateways as over one, and over those that are left', async () => {
  const second = await world.another();
  const third = await world.another();
  const urls = [world.url, second.httpUrl ?? '', third.httpUrl ?? ''];
  const letIn = async (ip: string, times: number, from: readonly string[]) => {
    const statuses = await Promise.all(
      Array.from({ length: times }, async (_, n) => {
        const browser = new Browser(from[n % from.length] ?? '');
        return (await browser.get('/api/domains', { 'x-forwarded-for': ip })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    return statuses.filter((status) => status === 200).length;
  };
  // All are in this process: where that stands still for a second, they take each other for gone.
  const exact = async (network: string, from: readonly string[]) => {
    const tries: number[] = [];
    for (let n = 1; n <= 3 && !tries.includes(5); n += 1) tries.push(await letIn(`${network}.${40 + n}`, 60, from));
    return tries.at(-1);
  };
  try {
    expect(await exact('203.0.113', urls)).toBe(5);
    await third.stop();
    expect(await exact('192.0.2', urls.slice(0, 2))).toBe(5);
  } finally {
    await third.stop();
    await second.stop();
  }
});

it('tells the security centre of a network whose requests it refuses, and of none that comes a little too often', async () => {
  const from = (ip: string) => world.browser().get('/api/domains', { 'x-forwarded-for': ip });
  const of = (ip: string) => world.identity.floods.flatMap(({ floods }) => floods).find((one) => one.ip_address === ip);
  for (let n = 0; n < 20; n += 1) await from('203.0.113.60');
  for (let n = 0; n < 10; n += 1) await from('203.0.113.61');
  await eventually(async () => expect(of('203.0.113.60')).toBeDefined(), { timeoutMs: 15_000 });
  expect(of('203.0.113.60')).toEqual({ ip_address: '203.0.113.60', refused: 15 });
  expect(of('203.0.113.61')).toBeUndefined();
}, 30_000);

import { expect, it } from '@jest/globals';
import { newApiKey } from '@linkway/platform';
import { Browser } from './support/browser.js';
import { useWorld } from './support/world.js';

const world = useWorld(() => ({ RATE_LIMIT_PER_MINUTE: '10', TRUSTED_PROXIES: '127.0.0.1' }));

const from = (ip: string, key: string, base = world.url) =>
  new Browser(base).get('/api/links', { authorization: `Bearer ${key}`, 'x-forwarded-for': ip });

it('tells what is left of an hour, and refuses what comes beyond, on whichever gateway it comes', async () => {
  const { key, given } = world.apiKeys.give({ limit: 3 });
  const other = (await world.another()).httpUrl ?? '';
  for (const [base, left] of [
    [world.url, 2],
    [other, 1],
    [world.url, 0],
  ] as const) {
    const { status, headers } = await from('203.0.113.1', key, base);
    expect(status).toBe(200);
    expect(headers.get('ratelimit')).toBe(`"api-key";r=${left};t=1800`);
    expect(headers.get('ratelimit-policy')).toBe('"api-key";q=3;w=3600');
    expect(['limit', 'remaining', 'reset'].map((part) => headers.get(`ratelimit-${part}`))).toEqual([
      '3',
      String(left),
      '1800',
    ]);
    expect(headers.get('retry-after')).toBeNull();
  }
  for (const base of [world.url, other]) {
    const { status, headers, json } = await from('203.0.113.1', key, base);
    expect([status, json.code, json.params]).toEqual([429, 'request.rate_limited', { retry_after: 1_800 }]);
    expect(headers.get('retry-after')).toBe('1800');
    expect(headers.get('ratelimit')).toBe('"api-key";r=0;t=1800');
  }
  expect(given.used).toBe(5);
  // Each has been told by now, and asks no more about it.
  for (const base of [world.url, other]) {
    const { status, headers } = await from('203.0.113.1', key, base);
    expect([status, headers.get('ratelimit')?.replace(/\d+$/, '')]).toEqual([429, '"api-key";r=0;t=']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(1_700);
  }
  expect(given.used).toBe(5);
});

it('holds guesses by their address before identity is asked', async () => {
  const before = world.apiKeys.asked.length;
  const guess = async () => (await from('203.0.113.2', newApiKey())).status;
  const flood = () => Promise.all(Array.from({ length: 60 }, guess));
  const first = await flood();
  expect(first.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  expect(first.every((status) => status === 401 || status === 429)).toBe(true);
  expect((await flood()).every((status) => status === 429)).toBe(true);
  expect(world.apiKeys.asked.length - before).toBeLessThanOrEqual(10);
  // Keys that are known here go on from there; a session or a visitor there is another matter.
  const { key } = world.apiKeys.give();
  expect((await from('203.0.113.3', key)).status).toBe(200);
  expect((await from('203.0.113.2', key)).status).toBe(200);
});

it('counts malformed keys for their address, too', async () => {
  const statuses = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await from('203.0.113.4', 'lw_live_x')).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

it('counts a key that was turned off for the address of whoever still sends it', async () => {
  const { key, given } = world.apiKeys.give();
  expect((await from('203.0.113.5', key)).status).toBe(200);
  given.refusal = 'auth.api_key_invalid';
  const before = world.apiKeys.asked.length;
  const statuses = [];
  for (let n = 0; n < 14; n += 1) statuses.push((await from('203.0.113.5', key)).status);
  expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  expect(world.apiKeys.asked.length - before).toBeLessThanOrEqual(11);
});

it('keeps what a key asks for in a minute apart from the sessions of its owner', async () => {
  const email = 'owner@example.com';
  const browser = world.browser();
  await browser.register(email);
  const { user } = world.identity.users.get(email) ?? {};
  const { key } = world.apiKeys.give({ user_id: user?.id ?? '' });
  const statuses = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await from('203.0.113.6', key)).status);
  expect(statuses.slice(-1)).toEqual([429]);
  expect((await browser.get('/api/me')).status).toBe(200);
});

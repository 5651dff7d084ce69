import { expect, it } from '@jest/globals';
import { useWorld } from './support/world.js';

const world = useWorld(() => ({ RATE_LIMIT_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.1' }));

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

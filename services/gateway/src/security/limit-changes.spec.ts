import { describe, expect, it, jest } from '@jest/globals';
import type { AppError } from '@linkway/platform';
import type { FastifyInstance } from 'fastify';
import { aloneCounts, noFloods } from '../../test/support/counts.js';
import { limitChanges } from './limit-changes.js';

const policyOf = (requests_per_minute: number) => ({
  now: { version: 1, rate_limit_enabled: true, requests_per_minute, min_password_length: 6 },
});

function limited(policy: ReturnType<typeof policyOf>) {
  const hooks: ((request: unknown) => Promise<void>)[] = [];
  const server = { addHook: (_name: string, hook: never) => hooks.push(hook) } as unknown as FastifyInstance;
  limitChanges(server, policy, aloneCounts(), noFloods);
  return async (over: { method?: string; url?: string; whom?: string; ip?: string } = {}) => {
    const { method = 'POST', url = '/api/auth/login', ...rest } = over;
    const request = { method, routeOptions: { url }, ip: '203.0.113.1', ...rest };
    return hooks[0]?.(request).then(
      () => 'in',
      (error: AppError) => `${error.code} ${error.retryAfterSeconds}`,
    );
  };
}
const times = async (many: number, call: () => Promise<unknown>) => {
  const said: unknown[] = [];
  for (let time = 0; time < many; time += 1) said.push(await call());
  return said.filter((one) => one === 'in').length;
};

describe('the limit of calls that change something', () => {
  it('holds for each network, and a phone or household of IPv6 is one', async () => {
    const call = limited(policyOf(3));
    expect(await times(5, () => call())).toBe(3);
    expect(await call()).toMatch(/^request\.rate_limited (60|59)$/);
    expect(await call({ ip: '203.0.113.2' })).toBe('in');
    expect(await times(2, () => call({ ip: '2001:db8::1' }))).toBe(2);
    expect(await times(2, () => call({ ip: '2001:db8::2' }))).toBe(1);
  });

  it('lets whoever is signed in change ten times as much, wherever they are', async () => {
    const call = limited(policyOf(2));
    expect(await times(25, () => call({ whom: 'user:an', ip: `203.0.113.${Math.ceil(Math.random() * 200)}` }))).toBe(
      20,
    );
    expect(await call({ whom: 'user:binh' })).toBe('in');
  });

  it('counts no reading, no page, no key and not this machine', async () => {
    const call = limited(policyOf(1));
    expect(await times(5, () => call({ method: 'GET' }))).toBe(5);
    expect(await times(5, () => call({ url: '/:code' }))).toBe(5);
    expect(await times(5, () => call({ whom: 'key:1' }))).toBe(5);
    expect(await times(5, () => call({ ip: '127.0.0.1' }))).toBe(5);
    expect(await times(5, () => call())).toBe(1);
  });

  it('begins anew after a minute, and follows the settings at once', async () => {
    const now = performance.now.bind(performance);
    let offset = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + offset);
    try {
      const policy = policyOf(1);
      const call = limited(policy);
      expect(await times(3, () => call())).toBe(1);
      offset = 61_000;
      expect(await times(3, () => call())).toBe(1);
      policy.now.requests_per_minute = 10;
      expect(await call()).toBe('in');
      policy.now.rate_limit_enabled = false;
      expect(await times(50, () => call())).toBe(50);
    } finally {
      clock.mockRestore();
    }
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AppLogger } from '@linkway/platform';
import fastify from 'fastify';
import { isNear, noticeUnseenProxy } from './unseen-proxy.js';

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '192.168.0.1', 'fd00::1'])(
  '%s may be a proxy',
  (address) => expect(isNear(address)).toBe(true),
);

it.each(['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7', '', 'unknown'])('%j is not one of ours', (address) =>
  expect(isNear(address)).toBe(false),
);

describe('a proxy that nobody told of', () => {
  const warn = jest.fn();
  beforeEach(() => void warn.mockReset());

  /** Requests one after the other, each from an address and perhaps passed on; answers how often it was warned. */
  async function warnings(trusted: string[], requests: { from: string; passedOn: boolean }[]): Promise<number> {
    const instance = fastify({ trustProxy: trusted.length > 0 ? trusted : false });
    noticeUnseenProxy(instance, trusted, { warn } as unknown as AppLogger);
    instance.get('/', async () => 'answered');
    for (const { from, passedOn } of requests) {
      const headers = passedOn ? { 'x-forwarded-for': '203.0.113.7' } : {};
      const answer = await instance.inject({ url: '/', remoteAddress: from, headers });
      expect(answer.body).toBe('answered');
    }
    await instance.close();
    return warn.mock.calls.length;
  }

  it('is warned of once, with what to do, when it passes something on', async () => {
    const one = { from: '172.18.0.5', passedOn: true };
    expect(await warnings([], [{ ...one, passedOn: false }])).toBe(0);
    expect(await warnings([], [one, one, { ...one, from: '::1' }])).toBe(1);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('TRUSTED_PROXIES'));
  });

  it('cannot be made up by a client from elsewhere', async () => {
    expect(await warnings([], [{ from: '198.51.100.9', passedOn: true }])).toBe(0);
  });

  it('is none where proxies are named', async () => {
    expect(await warnings(['172.16.0.0/12'], [{ from: '172.18.0.5', passedOn: true }])).toBe(0);
  });
});

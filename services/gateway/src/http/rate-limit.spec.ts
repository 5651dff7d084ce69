import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { aloneCounts, noFloods } from '../../test/support/counts.js';
import { limitRate } from './rate-limit.js';

let instance: FastifyInstance;
afterEach(() => instance.close());

/** Answers whom a request to the API was counted for. */
async function whom(known: string | null, ip?: string): Promise<string | undefined> {
  instance = fastify();
  instance.addHook('onRequest', async (request) => {
    if (ip !== undefined) Object.defineProperty(request, 'ip', { value: ip || undefined });
  });
  await limitRate(instance, 100, { known: () => known, ask: async () => null }, aloneCounts(), noFloods);
  instance.get('/api/whom', (request, reply) => void reply.send(request.whom));
  const { statusCode, body } = await instance.inject({ url: '/api/whom', remoteAddress: '203.0.113.7' });
  return statusCode === 200 ? body : `${statusCode}`;
}

it('counts a request for its user, else for its address', async () => {
  expect(await whom('user:ada')).toBe('user:ada');
});

it('counts a visitor for the address', async () => {
  expect(await whom(null)).toBe('ip:203.0.113.7');
});

it('minds no connection that was cut a moment ago, whose address nobody knows', async () => {
  expect(await whom(null, '')).toBe('ip:');
});

it('asks again about who comes from an address that was used up, once its minute is over, though it keeps coming', async () => {
  const began = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(began);
  try {
    const ask = jest.fn(async () => null);
    instance = fastify();
    await limitRate(instance, 2, { known: () => undefined, ask }, aloneCounts(), noFloods);
    instance.get('/api/whom', (request, reply) => void reply.send(request.whom));
    const comeAfter = async (ms: number) => {
      clock.mockReturnValue(began + ms);
      // The clock is looked at once in a millisecond.
      await delay(10);
      await instance.inject({ url: '/api/whom', remoteAddress: '203.0.113.7' });
    };
    for (let visit = 0; visit < 3; visit += 1) await comeAfter(0);
    expect(ask).toHaveBeenCalledTimes(2);
    await comeAfter(40_000);
    await comeAfter(80_000);
    expect(ask).toHaveBeenCalledTimes(3);
  } finally {
    clock.mockRestore();
  }
});

it('counts whoever is found to be a user for the user alone: any number of them may come from one address', async () => {
  instance = fastify();
  let asked = 0;
  const ask = async () => `user:${(asked += 1)}`;
  await limitRate(instance, 2, { known: () => undefined, ask }, aloneCounts(), noFloods);
  instance.get('/api/whom', (request, reply) => void reply.send(request.whom));
  const found: string[] = [];
  for (let visit = 0; visit < 6; visit += 1) {
    found.push((await instance.inject({ url: '/api/whom', remoteAddress: '203.0.113.7' })).body);
  }
  expect(found).toEqual(['user:1', 'user:2', 'user:3', 'user:4', 'user:5', 'user:6']);
});

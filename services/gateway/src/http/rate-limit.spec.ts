import { afterEach, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { limitRate } from './rate-limit.js';

let instance: FastifyInstance;
afterEach(() => instance.close());

/** Answers whom a request to the API was counted for. */
async function whom(known: string | null, ip?: string): Promise<string | undefined> {
  instance = fastify();
  instance.addHook('onRequest', async (request) => {
    if (ip !== undefined) Object.defineProperty(request, 'ip', { value: ip || undefined });
  });
  await limitRate(instance, 100, { known: () => known, ask: async () => null });
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

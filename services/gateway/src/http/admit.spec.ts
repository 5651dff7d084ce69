import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError, Metrics } from '@linkway/platform';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { admit } from './admit.js';

const FORGOTTEN_MS = 300;
let instance: FastifyInstance;
let metrics: Metrics;
let began: string[];
let end: () => void;
afterEach(() => instance.close());

function serve(bounds: { atOnce: number; queued: number }): void {
  began = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  end = resolve;
  instance = fastify();
  instance.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? error.status : 500).send((error as AppError).code),
  );
  instance.addHook('onRequest', async (request) => {
    const { whom } = request.query as { whom?: string };
    if (whom !== undefined) request.whom = whom;
  });
  metrics = new Metrics('gateway');
  admit(instance, bounds, metrics, FORGOTTEN_MS);
  const handler = (request: { url: string }, reply: FastifyReply) => {
    began.push(request.url);
    void promise.then(() => reply.send('done'));
  };
  instance.all('/api/work/:n', handler);
  instance.get('/api/events', { config: { goesOn: true } }, handler);
  instance.get('/api/statistics', { config: { tag: 'analytics' } }, handler);
  instance.get('/healthz', (_request, reply) => void reply.send('ok'));
}

// It is sent once somebody waits for it.
const ask = (url: string) => instance.inject({ url }).then((answer) => answer);
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('admit', () => {
  it('works on so many at once, lets a few wait and refuses the rest, which nobody began', async () => {
    serve({ atOnce: 2, queued: 1 });
    const all = [1, 2, 3, 4].map((n) => ask(`/api/work/${n}`));
    const refused = await all[3];
    expect([refused?.statusCode, refused?.body]).toEqual([503, 'service.busy']);
    expect(began).toEqual(['/api/work/1', '/api/work/2']);
    end();
    expect((await Promise.all(all.slice(0, 3))).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await ask('/api/work/5')).statusCode).toBe(200);
  });

  it('counts neither probes nor what goes on', async () => {
    serve({ atOnce: 1, queued: 0 });
    const events = [ask('/api/events'), ask('/api/events')];
    await turns();
    expect((await ask('/healthz')).statusCode).toBe(200);
    const work = ask('/api/work/1');
    await turns();
    expect(began).toEqual(['/api/events', '/api/events', '/api/work/1']);
    end();
    await Promise.all([...events, work]);
  });

  it('keeps an eighth of the places for a caller at most, so that others find one', async () => {
    serve({ atOnce: 8, queued: 8 });
    const greedy = Array.from({ length: 10 }, () => ask('/api/work/1?whom=greedy'));
    const refused = await greedy[9];
    expect(refused?.statusCode).toBe(503);
    const other = ask('/api/work/1?whom=other');
    await turns();
    expect(began).toEqual(['/api/work/1?whom=greedy', '/api/work/1?whom=other']);
    end();
    const answers = await Promise.all([...greedy.slice(0, 9), other]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('has places of their own for statistics, whoever waits for them', async () => {
    serve({ atOnce: 2, queued: 0 });
    const slow = [1, 2].map((n) => ask(`/api/statistics?whom=${n}`));
    expect((await slow[1])?.statusCode).toBe(503);
    const others = [3, 4].map((n) => ask(`/api/work/1?whom=${n}`));
    await turns();
    expect(began).toHaveLength(3);
    end();
    expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('keeps the place of work whose client has gone until it is done, or never will be', async () => {
    serve({ atOnce: 1, queued: 0 });
    let [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { promise: work, resolve: finish } = Promise.withResolvers<string>();
    const answers = [work, new Promise<string>(() => undefined)];
    instance.get('/api/long', (_request, reply) => {
      reply.raw.once('close', () => left.resolve());
      begun.resolve();
      void answers.shift()?.then((answer) => reply.send(answer));
    });
    const address = await instance.listen({ port: 0, host: '127.0.0.1' });
    const hangUp = async () => {
      [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const gone = connect(Number(new URL(address).port), '127.0.0.1');
      gone.write('GET /api/long HTTP/1.1\r\nHost: a\r\n\r\n');
      await begun.promise;
      gone.destroy();
      await left.promise;
    };
    end();
    await hangUp();
    expect((await ask('/api/work/1')).statusCode).toBe(503);
    finish('done');
    await turns();
    expect((await ask('/api/work/1')).statusCode).toBe(200);
    await hangUp();
    expect((await ask('/api/work/1')).statusCode).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 2 * FORGOTTEN_MS));
    expect((await ask('/api/work/1')).statusCode).toBe(200);
  });

  it('begins nothing for a client who has gone while it waited', async () => {
    serve({ atOnce: 1, queued: 1 });
    const first = ask('/api/work/1');
    await turns();
    const address = await instance.listen({ port: 0, host: '127.0.0.1' });
    const waits = Promise.withResolvers<void>();
    instance.server.once('request', (_request, response) => response.once('close', () => waits.resolve()));
    const gone = connect(Number(new URL(address).port), '127.0.0.1');
    gone.write('GET /api/work/2 HTTP/1.1\r\nHost: a\r\n\r\n');
    const isWaiting = async () => /^api_requests_waiting\{.*\} 1$/m.test(await metrics.registry.metrics());
    while (!(await isWaiting())) await turns();
    gone.destroy();
    await waits.promise;
    end();
    await first;
    await turns();
    expect(began).toEqual(['/api/work/1']);
  });

  it('keeps no place for a body that does not come', async () => {
    serve({ atOnce: 1, queued: 0 });
    const address = await instance.listen({ port: 0, host: '127.0.0.1' });
    const slow = connect(Number(new URL(address).port), '127.0.0.1');
    slow.write('POST /api/work/slow HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhal');
    await new Promise((resolve) => slow.once('connect', resolve));
    end();
    expect((await fetch(`${address}/api/work/1`)).status).toBe(200);
    expect(began).toEqual(['/api/work/1']);
    slow.destroy();
  });

  it('gives back the place of what failed', async () => {
    serve({ atOnce: 1, queued: 0 });
    expect((await ask('/api/none')).statusCode).toBe(404);
    end();
    expect((await ask('/api/work/1')).statusCode).toBe(200);
    expect((await ask('/api/work/2')).statusCode).toBe(200);
  });
});

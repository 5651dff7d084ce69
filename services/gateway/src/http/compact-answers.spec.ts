import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { compactAnswers } from './compact-answers.js';

const long = { data: Array.from({ length: 100 }, (_, index) => ({ id: index, name: `link ${index}` })) };
let server: FastifyInstance;
let answer: object = long;

beforeAll(async () => {
  server = fastify();
  compactAnswers(server);
  server.route({ method: ['GET', 'POST'], url: '/api/links', handler: async () => answer });
  server.get('/api/refused', (_request, reply) => reply.code(404).send(long));
  server.get('/elsewhere', async () => long);
  server.get('/api/text', (_request, reply) => reply.type('text/plain').send('a'.repeat(5_000)));
});
afterAll(() => server.close());

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
  server.inject({ method, url, headers });

it('sends a long answer as gzip to who takes it, and says so', async () => {
  const zipped = await ask('/api/links', { 'accept-encoding': 'br, gzip' });
  expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(long);
  expect(zipped.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 3);
  expect(Number(zipped.headers['content-length'])).toBe(zipped.rawPayload.length);

  for (const accepted of ['identity', 'gzip;q=0', '']) {
    const plain = await ask('/api/links', { 'accept-encoding': accepted });
    expect([plain.headers['content-encoding'], plain.json(), plain.headers.vary]).toEqual([
      undefined,
      long,
      'Accept-Encoding',
    ]);
  }
  answer = { csrf_token: 'short' };
  const short = await ask('/api/links', { 'accept-encoding': 'gzip' });
  expect([short.headers['content-encoding'], short.json()]).toEqual([undefined, answer]);
  answer = long;
});

it('sends nothing to who has the answer already, and all of it once it is another', async () => {
  const tag = String((await ask('/api/links')).headers.etag);
  expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
  for (const known of [tag, tag.slice(2), `"other", ${tag}`]) {
    const again = await ask('/api/links', { 'if-none-match': known, 'accept-encoding': 'gzip' });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
    expect([again.headers['content-type'], again.headers['content-encoding']]).toEqual([undefined, undefined]);
  }
  for (const unknown of ['"other"', tag.slice(0, -2), '']) {
    expect((await ask('/api/links', { 'if-none-match': unknown })).statusCode).toBe(200);
  }
  answer = { data: [] };
  const changed = await ask('/api/links', { 'if-none-match': tag });
  expect([changed.statusCode, changed.json()]).toEqual([200, answer]);
  answer = long;
});

it('leaves changes, refusals and what is no answer of the API as they are', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  for (const other of [
    await ask('/api/links', headers, 'POST'),
    await ask('/api/refused', headers),
    await ask('/elsewhere', headers),
    await ask('/api/text', headers),
  ]) {
    expect([other.headers.etag, other.headers['content-encoding']]).toEqual([undefined, undefined]);
  }
});

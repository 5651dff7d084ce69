import { expect, it } from '@jest/globals';
import { type AppLogger, Tracing } from '@linkway/platform';
import fastify from 'fastify';
import { followRequests, requestId } from './request-context.js';

it('keeps a request id that is harmless in logs and headers', () => {
  expect(requestId('abc-DEF_1.2345')).toBe('abc-DEF_1.2345');
});

it.each([undefined, '', 'short', 'with space 1', 'line\nbreak-12', 'x'.repeat(65), ['abcdefgh', 'ijklmnop']])(
  'makes a new one for %j',
  (given) => expect(requestId(given)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
);

it.each([
  ['01', 0, '00'],
  ['00', 1, '01'],
])(
  'goes on in the trace of a client, and whether it is recorded is decided here: flags %s of a share of %d',
  async (flags, share, decided) => {
    const tracing = new Tracing('gateway', 'one', '', [], share);
    const app = fastify();
    followRequests(app, tracing, { info: () => undefined, warn: () => undefined } as unknown as AppLogger, {
      userOf: () => undefined,
      networkOf: () => '',
    });
    app.get('/', (_request, reply) => reply.send(tracing.traceparent()));
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const { body } = await app.inject({ url: '/', headers: { traceparent: `00-${trace}-b7ad6b7169203331-${flags}` } });
    expect(body).toMatch(new RegExp(`^00-${trace}-[\\da-f]{16}-${decided}$`));
    await app.close();
  },
);

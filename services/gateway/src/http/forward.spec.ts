import { describe, expect, it } from '@jest/globals';
import { forwardedRequest } from './forward.js';

const parts = {
  params: { id: 'of the path' },
  query: { page: 2 },
  headers: {},
  body: { id: 'of the body', email: 'an@example.com' },
};
const surroundings = { ip: '203.0.113.7', device: 'a browser', idempotencyKey: 'a key', language: 'vi' } as const;

describe('what a service is asked', () => {
  it('has path, query and body by their names, and the path has the last word', () => {
    expect(forwardedRequest({ to: 'cmd.a.b.v1' }, parts, surroundings)).toEqual({
      id: 'of the path',
      page: 2,
      email: 'an@example.com',
    });
  });

  it('has of what surrounds the request only what the operation names', () => {
    const forward = {
      to: 'cmd.a.b.v1',
      withLanguage: true,
      withAddress: true,
      withDevice: true,
      withIdempotencyKey: true,
    };
    expect(forwardedRequest(forward, { params: {}, query: {}, headers: {}, body: undefined }, surroundings)).toEqual({
      language: 'vi',
      ip: '203.0.113.7',
      device: 'a browser',
      idempotency_key: 'a key',
    });
  });
});

import { expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { givenKey } from './given-key.js';

const given = (authorization: string | undefined, auth: string | undefined = 'session') =>
  givenKey({ headers: { authorization }, routeOptions: { config: { auth } } } as unknown as FastifyRequest);

it.each([
  [undefined, null],
  ['Bearer lw_live_1', 'lw_live_1'],
  ['bearer   lw_live_1 ', 'lw_live_1'],
  ['Bearer a b', 'a b'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Basic eDp5', null],
  ['lw_live_1', null],
  ['', null],
])('takes from %p the key %p', (authorization, key) => {
  expect(given(authorization)).toBe(key);
});

it('looks at none where no caller is looked at', () => {
  expect(given('Bearer lw_live_1', 'optional')).toBe('lw_live_1');
  expect(given('Bearer lw_live_1', 'public')).toBeNull();
  const elsewhere = { headers: { authorization: 'Bearer lw_live_1' }, routeOptions: { config: {} } };
  expect(givenKey(elsewhere as unknown as FastifyRequest)).toBeNull();
});

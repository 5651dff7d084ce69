import cookie from '@fastify/cookie';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { OwnVisitsCookie } from './own-visits-cookie.js';

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

it.each([
  ['is set where there is none', 'new', '', [`linkway_own_visits=new; Max-Age=34560000; ${ATTRIBUTES}`]],
  ['is set anew where it is another', 'new', 'old', [`linkway_own_visits=new; Max-Age=34560000; ${ATTRIBUTES}`]],
  ['stays as it is', 'old', 'old', []],
  [
    'goes where privacy mode is off',
    null,
    'old',
    [expect.stringMatching(/^linkway_own_visits=; .*Expires=Thu, 01 Jan 1970/)],
  ],
  ['is nothing to take away where there is none', null, '', []],
  ['stays where nothing is said of it', undefined, 'old', []],
  ['stays away where nothing is said of it', undefined, '', []],
])('what a browser is known by %s', async (_what, token, sent, expected) => {
  const instance = fastify();
  await instance.register(cookie);
  const own = new OwnVisitsCookie({ COOKIE_SECURE: false } as GatewayConfig);
  instance.get('/', async (request, reply) => {
    own.keep(request, reply, token);
    return '';
  });
  const { headers } = await instance.inject({ url: '/', cookies: sent === '' ? {} : { linkway_own_visits: sent } });
  expect([headers['set-cookie'] ?? []].flat()).toEqual(expected);
});

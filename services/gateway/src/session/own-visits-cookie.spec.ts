import cookie from '@fastify/cookie';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { OwnVisitsCookie } from './own-visits-cookie.js';

const ENDS = '2030-01-02T03:04:05.000Z';
const SET = 'linkway_own_visits=new; Path=/; Expires=Wed, 02 Jan 2030 03:04:05 GMT; HttpOnly';

it.each([
  ['is set where there is none', 'new', '', false, [`${SET}; SameSite=Lax`]],
  ['is set anew where it is another', 'new', 'old', false, [`${SET}; SameSite=Lax`]],
  ['goes on with the session', 'new', 'new', false, [`${SET}; SameSite=Lax`]],
  ['is sent by https alone where the app is', 'new', '', true, [`${SET}; Secure; SameSite=Lax`]],
  [
    'goes where privacy mode is off',
    null,
    'old',
    false,
    [expect.stringMatching(/^linkway_own_visits=; .*Expires=Thu, 01 Jan 1970/)],
  ],
  ['is nothing to take away where there is none', null, '', false, []],
  ['stays where nothing is said of it', undefined, 'old', false, []],
  ['stays away where nothing is said of it', undefined, '', false, []],
])('what a browser is known by %s', async (_what, token, sent, secure, expected) => {
  const instance = fastify();
  await instance.register(cookie);
  const own = new OwnVisitsCookie({ COOKIE_SECURE: secure } as GatewayConfig);
  instance.get('/', async (request, reply) => {
    own.keep(request, reply, token, ENDS);
    return '';
  });
  const { headers } = await instance.inject({ url: '/', cookies: sent === '' ? {} : { linkway_own_visits: sent } });
  expect([headers['set-cookie'] ?? []].flat()).toEqual(expected);
});

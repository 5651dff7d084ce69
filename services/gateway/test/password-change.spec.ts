import { describe, expect, it } from '@jest/globals';
import { allEndpoints } from '@linkway/contracts';
import type { Browser } from './support/browser.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();
const ID = '01900000-0000-7000-8000-000000000009';
const ofAccounts = allEndpoints.filter(({ auth }) => auth !== 'public');
const first = ofAccounts.filter(({ beforePasswordChange }) => beforePasswordChange);

/** Somebody whose password was made up for them. */
async function withGivenPassword(): Promise<Browser> {
  const email = freshEmail();
  await world.browser().register(email);
  world.identity.demandPasswordChange(email);
  const browser = world.browser();
  const { json } = await browser.post('/api/auth/login', { email, password: 'secret-1' });
  expect(json.must_change_password).toBe(true);
  await browser.takeCsrfToken();
  return browser;
}

describe('whoever has to change the password', () => {
  it('is refused every operation of an account, but those that lead there', async () => {
    const browser = await withGivenPassword();
    expect(first.map(({ operationId }) => operationId).sort()).toEqual(['changePassword', 'getMe', 'logout']);
    for (const { method, path, upload } of ofAccounts.filter((endpoint) => !first.includes(endpoint))) {
      const answer = await browser.send(
        method.toUpperCase(),
        path.replace(/\{\w+\}/g, ID),
        method === 'get' ? undefined : upload ? new Uint8Array(8) : {},
        upload ? { 'content-type': upload.types[0] ?? '' } : {},
      );
      expect([method, path, answer.status, answer.json.code]).toEqual([
        method,
        path,
        403,
        'auth.password_change_required',
      ]);
    }
  });

  it('is told so by the question who they are, in their language', async () => {
    const browser = await withGivenPassword();
    const me = await browser.get('/api/me');
    expect([me.status, me.json.must_change_password]).toEqual([200, true]);
    const { json } = await browser.get('/api/links', { 'accept-language': 'vi' });
    expect(json.detail).toMatch(/^Trước hết, vui lòng đặt mật khẩu/);
  });

  it('goes on as anybody once it is changed', async () => {
    const browser = await withGivenPassword();
    const change = { current_password: 'secret-1', new_password: 'one of my own' };
    expect((await browser.put('/api/me/password', change)).json.must_change_password).toBe(false);
    expect((await browser.get('/api/me')).json.must_change_password).toBe(false);
    expect((await browser.get('/api/links')).status).toBe(200);
  });

  it('may sign out instead', async () => {
    const browser = await withGivenPassword();
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    expect((await browser.get('/api/me')).status).toBe(401);
  });
});

it('a question that was on its way while the password changed takes no cookie away, that of a page that begins does', async () => {
  const browser = world.browser();
  await browser.register(freshEmail());
  await browser.takeCsrfToken();
  const { json } = await browser.get('/api/me');
  const account = String(json.id);
  const former = world.browser();
  for (const [name, value] of browser.cookies) former.cookies.set(name, value);
  const change = { current_password: 'secret-1', new_password: 'one of my own' };
  expect((await browser.put('/api/me/password', change)).status).toBe(200);

  const late = await former.get('/api/links', { 'x-linkway-account': account });
  const stream = await former.get(`/api/analytics/live?account=${account}`);
  for (const { status, headers } of [late, stream]) expect([status, headers.getSetCookie()]).toEqual([401, []]);
  expect((await browser.get('/api/me')).status).toBe(200);

  // A page that begins asks who is signed in.
  expect((await former.get('/api/me')).status).toBe(401);
  expect([...former.cookies.keys()].filter((name) => /session|signed_in/.test(name))).toEqual([]);
});

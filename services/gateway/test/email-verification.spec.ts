import { afterEach, describe, expect, it } from '@jest/globals';
import { allEndpoints } from '@linkway/contracts';
import { eventually } from '@linkway/platform/testkit';
import type { Answer, Browser } from './support/browser.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();
const ID = '01900000-0000-7000-8000-000000000009';
const REFUSED = '403 auth.email_confirmation_required';
const AT_ONCE = { timeoutMs: 1_000 };
const ofAccounts = allEndpoints.filter(({ auth }) => auth !== 'public');
const first = ofAccounts.filter(({ beforeConfirmation }) => beforeConfirmation);

const demand = (email_verification_required: boolean) => world.identity.setPolicy({ email_verification_required });
afterEach(() => demand(false));

const codeOf = async (answer: Promise<Answer>) => {
  const { status, json } = await answer;
  return typeof json.code === 'string' ? `${status} ${json.code}` : String(status);
};

/** Somebody who has just opened an account. */
async function unconfirmed(): Promise<{ browser: Browser; email: string }> {
  const [browser, email] = [world.browser(), freshEmail()];
  await browser.register(email);
  await browser.takeCsrfToken();
  return { browser, email };
}

describe('whoever has to confirm their address', () => {
  it('is refused every operation of an account, but the question who they are and the sign-out', async () => {
    await demand(true);
    const { browser } = await unconfirmed();
    expect(first.map(({ operationId }) => operationId).sort()).toEqual(['getMe', 'logout']);
    for (const { method, path, upload } of ofAccounts.filter((endpoint) => !first.includes(endpoint))) {
      const answer = browser.send(
        method.toUpperCase(),
        path.replace(/\{\w+\}/g, ID),
        method === 'get' ? undefined : upload ? new Uint8Array(8) : {},
        upload ? { 'content-type': upload.types[0] ?? '' } : {},
      );
      expect([method, path, await codeOf(answer)]).toEqual([method, path, REFUSED]);
    }
    const me = await browser.get('/api/me');
    expect([me.status, me.json.must_confirm_email]).toEqual([200, true]);
    // Nothing behind identity is asked for them: the page that waits for the confirmation asks again and again.
    expect(me.json.monthly_links_limit).toBeNull();
    const { json } = await browser.get('/api/links', { 'accept-language': 'vi' });
    expect(json.detail).toMatch(/^Trước hết, vui lòng xác nhận địa chỉ email của bạn/);
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  it('is refused by every process within a second, in a session that is open, and let in as soon again', async () => {
    const { browser, email } = await unconfirmed();
    const other = await world.another();
    const links = async () => [
      await codeOf(browser.get('/api/links')),
      await codeOf(browser.at(other.httpUrl ?? '').get('/api/links')),
    ];
    expect(await links()).toEqual(['200', '200']);
    await demand(true);
    await eventually(async () => expect(await links()).toEqual([REFUSED, REFUSED]), AT_ONCE);
    await demand(false);
    await eventually(async () => expect(await links()).toEqual(['200', '200']), AT_ONCE);
    await demand(true);
    await eventually(async () => expect(await links()).toEqual([REFUSED, REFUSED]), AT_ONCE);
    await world.identity.confirm(email);
    await eventually(async () => expect(await links()).toEqual(['200', '200']), AT_ONCE);
    expect((await browser.get('/api/me')).json.must_confirm_email).toBeUndefined();
    await other.stop();
  });

  it('costs no question more: a session that is remembered is not asked about again', async () => {
    await demand(true);
    const { browser, email } = await unconfirmed();
    await world.identity.confirm(email);
    await eventually(async () => expect(await codeOf(browser.get('/api/links'))).toBe('200'), AT_ONCE);
    const before = world.identity.lookups;
    for (let time = 0; time < 5; time += 1) await browser.get('/api/links');
    expect(world.identity.lookups).toBe(before);
  });

  it('is an administrator too, who is asked for nothing else before', async () => {
    await world.identity.setPolicy({ email_verification_required: true, admin_two_factor_required: true });
    const { browser, email } = await unconfirmed();
    const account = world.identity.users.get(email);
    if (account) account.user.role = 'admin';
    const me = await browser.get('/api/me');
    expect([me.status, me.json.must_confirm_email, me.json.two_factor_setup_required]).toEqual([200, true, undefined]);
    expect(await codeOf(browser.get('/api/admin/users'))).toBe(REFUSED);
    await world.identity.setPolicy({ admin_two_factor_required: false });
  });

  it('has no key that is let in', async () => {
    const { key, given } = world.apiKeys.give({ refusal: 'auth.email_confirmation_required' });
    const asked = () => codeOf(world.browser().get('/api/links', { authorization: `Bearer ${key}` }));
    expect(await asked()).toBe(REFUSED);
    given.refusal = null;
    expect(await asked()).toBe('200');
  });
});

import { describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld(() => ({ TRUSTED_PROXIES: '127.0.0.1' }));

/** A browser with the session of an administrator. */
async function administrator() {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  const account = world.identity.users.get(email);
  if (account) account.user.role = 'admin';
  await browser.takeCsrfToken();
  return browser;
}

describe('a forgotten password', () => {
  it('is told to identity with the address, the network and the language, and answered without a word', async () => {
    const headers = { 'accept-language': 'vi,en;q=0.5', 'x-forwarded-for': '203.0.113.7' };
    const answer = await world.browser().post('/api/auth/forgot-password', { email: ' ada@example.com ' }, headers);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(world.identity.lastForgotten).toEqual({ email: 'ada@example.com', ip: '203.0.113.7', language: 'vi' });
  });

  it('takes an address alone', async () => {
    const wrong = [{}, { email: 'nobody' }, { email: 'ada@example.com', language: 'vi' }];
    for (const body of wrong) {
      expect((await world.browser().post('/api/auth/forgot-password', body)).status).toBe(400);
    }
  });
});

describe('a password that is set by a mailed link', () => {
  it('leaves the browser known to identity, which the link alone does not', async () => {
    const browser = world.browser();
    const reset = (token: string) => browser.post('/api/auth/reset-password', { token, password: 'open sesame 1' });
    expect((await reset('of-another')).status).toBe(410);
    expect(browser.cookies.get('linkway_device')).toBeUndefined();
    expect((await reset('a-token')).status).toBe(204);
    const device = browser.cookies.get('linkway_device');
    expect(world.identity.lastReset).toMatchObject({ token: 'a-token', device });
    expect(device).toMatch(/^[\w-]{43}$/);
    // It stays the one that the browser has.
    await reset('a-token');
    expect(browser.cookies.get('linkway_device')).toBe(device);
    expect(world.identity.lastReset?.device).toBe(device);
  });
});

describe('a registration', () => {
  it('tells in which language its mail is to be', async () => {
    const body = { email: freshEmail(), password: 'secret-1', full_name: 'Ada', accept_terms: true };
    await world.browser().post('/api/auth/register', body, { 'accept-language': 'vi' });
    expect(world.identity.lastRegistration?.language).toBe('vi');
  });
});

describe('the confirmation of an address', () => {
  it('leaves the browser one that identity knows again, which a link that is over does not', async () => {
    const browser = world.browser();
    const confirm = (token: string) => browser.post('/api/auth/confirm', { token });
    expect((await confirm('of-another')).status).toBe(410);
    expect(browser.cookies.get('linkway_device')).toBeUndefined();
    expect((await confirm('a-token')).status).toBe(204);
    const device = browser.cookies.get('linkway_device');
    expect(device).toMatch(/^[\w-]{43}$/);
    expect(world.identity.lastConfirmed).toEqual({ token: 'a-token', device });
    // What it has already is what identity is told, and what it tells at the sign-in.
    await confirm('a-token');
    expect(world.identity.lastConfirmed?.device).toBe(device);
    await browser.register(freshEmail());
    expect(world.identity.lastOrigin?.device).toBe(device);
    expect(browser.cookies.get('linkway_device')).toBe(device);
  });

  it('shows on every node that remembers the session', async () => {
    const browser = world.browser();
    const email = freshEmail();
    await browser.register(email);
    const other = await world.another();
    const me = async (base = world.url) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(`${base}/api/me`, { headers: { cookie } });
      return ((await response.json()) as { email_verified?: boolean }).email_verified;
    };
    const both = async () => [await me(), await me(other.httpUrl ?? '')];
    expect(await both()).toEqual([undefined, undefined]);
    await world.identity.confirm(email);
    await eventually(async () => expect(await both()).toEqual([true, true]), { timeoutMs: 1_000 });
  });
});

describe('the settings of mail', () => {
  it('are for administrators alone', async () => {
    expect((await world.browser().get('/api/admin/mail/settings')).status).toBe(401);
    const user = await (await world.signedIn()).get('/api/admin/mail/settings');
    expect([user.status, user.json.code]).toEqual([403, 'auth.forbidden']);
    const admin = await (await administrator()).get('/api/admin/mail/settings');
    expect([admin.status, admin.json.host]).toEqual([200, 'smtp.example.com']);
  });

  it('are tried for longer than an answer may take otherwise', async () => {
    const answer = await (await administrator()).post('/api/admin/mail/test', { to: 'ada@example.com' });
    expect([answer.status, answer.json]).toEqual([200, { to: 'ada@example.com', reply: '250 en' }]);
  }, 20_000);
});

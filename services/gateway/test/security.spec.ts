import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import type { Answer, Browser } from './support/browser.js';
import { CODE } from './support/two-factor.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld(() => ({ TRUSTED_PROXIES: '127.0.0.1' }));
const HOME = { 'x-forwarded-for': '203.0.113.7' };
const AWAY = { 'x-forwarded-for': '198.51.100.1' };

afterEach(async () => {
  const { rate_limit_enabled, requests_per_minute } = { rate_limit_enabled: true, requests_per_minute: 60 };
  await world.identity.setPolicy({
    rate_limit_enabled,
    requests_per_minute,
    admin_two_factor_required: false,
    email_verification_required: false,
    ip_whitelist_enabled: false,
    ip_whitelist: [],
    min_password_length: 6,
    session_timeout: 720,
    blocked: [],
  });
});

async function administrator(): Promise<Browser> {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  const account = world.identity.users.get(email);
  if (account) account.user.role = 'admin';
  await browser.takeCsrfToken();
  return browser;
}
const codeOf = async (answer: Promise<Answer>) => {
  const { status, json } = await answer;
  return typeof json.code === 'string' ? `${status} ${json.code}` : String(status);
};
const users = '/api/admin/users';

describe('the addresses that administrators may act from', () => {
  it('hold within a second at every process, for what is administration and for nothing else', async () => {
    const admin = await administrator();
    const other = await world.another();
    const there = (headers: Record<string, string>) => codeOf(admin.at(other.httpUrl ?? '').get(users, headers));
    expect([await codeOf(admin.get(users, AWAY)), await there(AWAY)]).toEqual(['200', '200']);
    await world.identity.setPolicy({ ip_whitelist_enabled: true, ip_whitelist: ['203.0.113.0/24'] });
    const refused = '403 security.address_not_allowed';
    await eventually(async () => expect(await codeOf(admin.get(users, AWAY))).toBe(refused), { timeoutMs: 1_000 });
    await eventually(async () => expect(await there(AWAY)).toBe(refused), { timeoutMs: 1_000 });
    expect([await codeOf(admin.get(users, HOME)), await there(HOME)]).toEqual(['200', '200']);
    expect(await codeOf(admin.get('/api/me', AWAY))).toBe('200');
    const inVietnamese = await admin.get(users, { ...AWAY, 'accept-language': 'vi' });
    expect(inVietnamese.json.detail).toBe('Không được phép quản trị từ địa chỉ mạng của bạn');
    await other.stop();
  });

  it('hold for who acts as a user, too, but for seeing that and returning', async () => {
    const admin = await administrator();
    const { id } = (await (await world.signedIn()).get('/api/me')).json as { id: string };
    await world.identity.setPolicy({ ip_whitelist_enabled: true, ip_whitelist: ['203.0.113.0/24'] });
    const refused = '403 security.address_not_allowed';
    await eventually(async () => expect(await codeOf(admin.get(users, AWAY))).toBe(refused), { timeoutMs: 1_000 });
    expect(await codeOf(admin.post(`/api/admin/users/${id}/impersonation`, {}, HOME))).toBe('200');
    const { acts } = world.identity;
    acts.length = 0;
    const link = { url: 'https://example.com' };
    expect(await codeOf(admin.get('/api/links', AWAY))).toBe(refused);
    expect(await codeOf(admin.post('/api/links', link, AWAY))).toBe(refused);
    expect(acts).toEqual([]);
    expect(await codeOf(admin.get('/api/links', HOME))).toBe('200');
    expect((await admin.get('/api/me', AWAY)).json.id).toBe(id);
    expect(await codeOf(admin.delete('/api/impersonation', AWAY))).toBe('204');
    expect(await codeOf(admin.get('/api/links', AWAY))).toBe('200');
  });

  it('hold from the first request of a process that begins later', async () => {
    await world.identity.setPolicy({ ip_whitelist_enabled: true, ip_whitelist: ['203.0.113.0/24'] });
    const admin = await administrator();
    const later = await world.another();
    const first = admin.at(later.httpUrl ?? '').get(users, AWAY);
    expect(await codeOf(first)).toBe('403 security.address_not_allowed');
    await later.stop();
  });
});

describe('two-factor authentication of administrators', () => {
  it('is set up before anything of administration is done, where it is asked for', async () => {
    const admin = await administrator();
    await world.identity.setPolicy({ admin_two_factor_required: true });
    const refused = '403 security.two_factor_setup_required';
    await eventually(async () => expect(await codeOf(admin.get(users))).toBe(refused), { timeoutMs: 1_000 });
    expect((await admin.get('/api/me')).json.two_factor_setup_required).toBe(true);
    expect((await (await world.signedIn()).get('/api/me')).json.two_factor_setup_required).toBeUndefined();
    await admin.post('/api/me/two-factor/enable', { code: CODE });
    expect(await codeOf(admin.get(users))).toBe('200');
    expect((await admin.get('/api/me')).json.two_factor_setup_required).toBeUndefined();
  });
});

describe('the limit of calls that change something', () => {
  const attempt = (ip: string) =>
    codeOf(world.browser().post('/api/auth/forgot-password', { email: 'a@example.com' }, { 'x-forwarded-for': ip }));

  it('is what administrators say, for each network without a session', async () => {
    await world.identity.setPolicy({ requests_per_minute: 3 });
    await eventually(async () => {
      const said = await Promise.all(Array.from({ length: 4 }, () => attempt(`192.0.2.${1 + (Date.now() % 250)}`)));
      expect(said).toContain('429 request.rate_limited');
    });
    const some = [];
    for (let time = 0; time < 5; time += 1) some.push(await attempt('203.0.113.50'));
    expect(some.filter((one) => one === '429 request.rate_limited')).toHaveLength(2);
    expect(await codeOf(world.browser().get('/api/domains', { 'x-forwarded-for': '203.0.113.50' }))).toBe('200');
    await world.identity.setPolicy({ rate_limit_enabled: false });
    await eventually(async () => expect(await attempt('203.0.113.50')).toBe('204'));
  });

  it('is ten times that for whoever is signed in', async () => {
    const browser = await world.signedIn();
    await world.identity.setPolicy({ requests_per_minute: 1 });
    await eventually(async () =>
      expect(await Promise.all([attempt('203.0.113.60'), attempt('203.0.113.60')])).toContain(
        '429 request.rate_limited',
      ),
    );
    const said = [];
    for (let time = 0; time < 12; time += 1) said.push(await codeOf(browser.post('/api/links', { url: 'none' })));
    expect(said.filter((one) => one === '429 request.rate_limited').length).toBeGreaterThanOrEqual(2);
    expect(said.filter((one) => one !== '429 request.rate_limited').length).toBeGreaterThanOrEqual(9);
  });

  it('is one limit at all gateways', async () => {
    const another = await world.another();
    try {
      await world.identity.setPolicy({ requests_per_minute: 2 });
      const browser = await world.signedIn();
      const there = browser.at(another.httpUrl ?? '');
      await there.takeCsrfToken();
      await eventually(async () => {
        const whoever = await world.signedIn();
        const elsewhere = whoever.at(another.httpUrl ?? '');
        await elsewhere.takeCsrfToken();
        // Each has the new policy when its news comes.
        for (const gateway of [whoever, elsewhere]) {
          const said = await Promise.all(
            Array.from({ length: 30 }, () => codeOf(gateway.post('/api/links', { url: 'none' }))),
          );
          expect(said).toContain('429 request.rate_limited');
        }
      });
      const said = await Promise.all(
        Array.from({ length: 50 }, (_, n) => codeOf((n % 2 ? browser : there).post('/api/links', { url: 'none' }))),
      );
      expect(said.filter((one) => one !== '429 request.rate_limited')).toHaveLength(20);
    } finally {
      await another.stop();
    }
  });
});

describe('an address that is blocked', () => {
  const domains = (ip: string) => codeOf(world.browser().get('/api/domains', { 'x-forwarded-for': ip }));

  it('is refused by the API within a second, also where somebody is signed in, and let in when its time is over', async () => {
    const browser = await world.signedIn();
    const there = { 'x-forwarded-for': '198.51.100.77' };
    expect([await domains('198.51.100.77'), await codeOf(browser.get('/api/me', there))]).toEqual(['200', '200']);
    const expires_at = new Date(Date.now() + 3_000).toISOString();
    await world.identity.setPolicy({ blocked: [{ address: '198.51.100.0/24', expires_at }] });
    const refused = '403 security.address_blocked';
    await eventually(async () => expect(await domains('198.51.100.77')).toBe(refused), { timeoutMs: 1_000 });
    expect(await codeOf(browser.get('/api/me', there))).toBe(refused);
    expect(await domains('198.51.101.77')).toBe('200');
    const { json } = await world.browser().get('/api/domains', { ...there, 'accept-language': 'vi' });
    expect(json.detail).toBe('Địa chỉ mạng của bạn đã bị chặn. Vui lòng liên hệ quản trị viên.');
    expect((await world.browser().get('/healthz', there)).status).toBe(200);
    await eventually(async () => expect(await domains('198.51.100.77')).toBe('200'), { timeoutMs: 5_000 });
  });
});

it('tells how long a new password has to be', async () => {
  const rules = async () => (await world.browser().get('/api/auth/password-rules')).json;
  expect(await rules()).toEqual({ min_password_length: 6 });
  await world.identity.setPolicy({ min_password_length: 12 });
  await eventually(async () => expect(await rules()).toEqual({ min_password_length: 12 }), { timeoutMs: 1_000 });
});

it('asks anew whose session each is once sessions end after another time, and not for any other change', async () => {
  const browser = await world.signedIn();
  const me = async () => (await browser.get('/api/me')).status;
  expect(await me()).toBe(200);
  // As a session that has become too old: nobody tells of it.
  world.identity.sessions.delete(browser.sessionToken());
  await world.identity.setPolicy({ min_password_length: 13, blocked: [{ address: '198.51.100.9', expires_at: null }] });
  await eventually(async () =>
    expect((await world.browser().get('/api/auth/password-rules')).json).toEqual({ min_password_length: 13 }),
  );
  expect(await me()).toBe(200);
  await world.identity.setPolicy({ session_timeout: 1 });
  await eventually(async () => expect(await me()).toBe(401), { timeoutMs: 1_000 });
});

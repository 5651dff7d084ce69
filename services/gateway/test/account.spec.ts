import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { Browser } from './support/browser.js';
import { halves } from './support/pictures.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();
const PASSWORDS = { current_password: 'secret-1', new_password: 'another secret' };

/** A browser with a session, and one that is signed in to the same account elsewhere. */
async function twoBrowsers(): Promise<{ email: string; here: Browser; elsewhere: Browser }> {
  const email = freshEmail();
  const here = world.browser();
  await here.register(email);
  await here.takeCsrfToken();
  const elsewhere = world.browser();
  await elsewhere.post('/api/auth/login', { email, password: 'secret-1' });
  await elsewhere.takeCsrfToken();
  return { email, here, elsewhere };
}

const statusOf = async (browser: Browser): Promise<number> => (await browser.get('/api/me')).status;

describe('PUT /api/me/password', () => {
  it('goes on under a new token in this browser, and ends the session in every other', async () => {
    const { email, here, elsewhere } = await twoBrowsers();
    const former = new Map(here.cookies);
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 200]);
    const answer = await here.put('/api/me/password', PASSWORDS);
    expect([answer.status, answer.json.email]).toEqual([200, email]);
    expect(here.sessionToken()).not.toBe(former.get('linkway_session'));
    expect(await statusOf(here)).toBe(200);
    const thief = world.browser();
    for (const [name, value] of former) thief.cookies.set(name, value);
    expect(await statusOf(thief)).toBe(401);
    await eventually(async () => (await statusOf(elsewhere)) === 401, { timeoutMs: 1_000 });
    expect((await world.browser().post('/api/auth/login', { email, password: 'secret-1' })).status).toBe(401);
    expect((await here.post('/api/links', { url: 'https://example.com' })).status).toBe(201);
  });

  it('tells identity where it comes from, by the cookie that the browser is known by', async () => {
    const { here } = await twoBrowsers();
    await here.put('/api/me/password', PASSWORDS);
    expect(world.identity.lastOrigin).toMatchObject({ ip: '127.0.0.1', device: here.cookies.get('linkway_device') });
  });

  it('names the field that is wrong, and leaves the session alone', async () => {
    const { here } = await twoBrowsers();
    const token = here.sessionToken();
    const wrong = await here.put(
      '/api/me/password',
      { ...PASSWORDS, current_password: 'x' },
      { 'accept-language': 'vi' },
    );
    expect([wrong.status, wrong.json.code]).toEqual([400, 'auth.current_password_wrong']);
    expect(wrong.json.errors).toEqual([
      { field: 'current_password', code: 'auth.current_password_wrong', detail: 'Mật khẩu hiện tại không đúng' },
    ]);
    const short = await here.put('/api/me/password', { ...PASSWORDS, new_password: 'x' });
    expect(short.json.errors).toEqual([expect.objectContaining({ field: 'new_password', code: 'auth.password_weak' })]);
    expect(here.sessionToken()).toBe(token);
    expect(await statusOf(here)).toBe(200);
  });
});

describe('the profile', () => {
  it('is changed field by field, and the next question who somebody is tells it, at every gateway', async () => {
    const { email, here, elsewhere } = await twoBrowsers();
    const second = new Browser((await world.another()).httpUrl ?? '');
    for (const [name, value] of elsewhere.cookies) second.cookies.set(name, value);
    expect([await statusOf(here), await statusOf(second)]).toEqual([200, 200]);
    const changed = await here.patch('/api/me/profile', { full_name: 'Ada Lovelace', phone: '+84 912 345 678' });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ email, full_name: 'Ada Lovelace', chosen_timezone: null });
    expect((await here.get('/api/me')).json.full_name).toBe('Ada Lovelace');
    await eventually(async () => (await second.get('/api/me')).json.full_name === 'Ada Lovelace', { timeoutMs: 1_000 });
    await here.patch('/api/me/profile', { timezone: 'Europe/Paris' });
    const { json } = await here.get('/api/me/profile');
    expect(json).toMatchObject({
      full_name: 'Ada Lovelace',
      phone: '+84 912 345 678',
      chosen_timezone: 'Europe/Paris',
    });
    expect((await here.patch('/api/me/profile', { timezone: null })).json.chosen_timezone).toBeNull();
  });

  it.each([
    [{ full_name: '  ' }, 'full_name', 'auth.full_name_required'],
    [{ full_name: null }, 'full_name', 'request.field_type'],
    [{ phone: '0912 345 678' }, 'phone', 'profile.phone_invalid'],
    [{ phone: 84912345678 }, 'phone', 'request.field_type'],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'profile.timezone_invalid'],
    [{ timezone: '+07:00' }, 'timezone', 'profile.timezone_invalid'],
    [{ timezone: '' }, 'timezone', 'profile.timezone_invalid'],
    [{ email: 'other@example.com' }, 'email', 'request.field_unknown'],
    [{ role: 'admin' }, 'role', 'request.field_unknown'],
  ])('refuses %j', async (body, field, code) => {
    const { here } = await twoBrowsers();
    const answer = await here.patch('/api/me/profile', body);
    expect([answer.status, answer.json.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
  });
});

describe('settings', () => {
  it('are changed one by one, and told to every browser of the account from then on', async () => {
    const { here, elsewhere } = await twoBrowsers();
    expect((await elsewhere.get('/api/me')).json.chosen).toBeUndefined();
    const nothing = { language: null, display_mode: null, timezone: null };
    expect((await here.get('/api/me/settings')).json).toEqual(nothing);
    const { status, json } = await here.patch('/api/me/settings', { language: 'vi' });
    expect([status, json]).toEqual([200, { ...nothing, language: 'vi' }]);
    await here.patch('/api/me/settings', { display_mode: 'dark', timezone: 'Europe/Paris', chosen_seconds_ago: 60 });
    const chosen = { language: 'vi', display_mode: 'dark', timezone: 'Europe/Paris' };
    for (const browser of [here, elsewhere]) expect((await browser.get('/api/me')).json.chosen).toEqual(chosen);
    await here.patch('/api/me/settings', { timezone: null });
    expect((await here.get('/api/me/settings')).json).toEqual({ ...chosen, timezone: null });
  });

  it.each([
    [{ language: 'fr' }, 'language', 'request.field_type'],
    [{ language: null }, 'language', 'request.field_type'],
    [{ display_mode: 'pink' }, 'display_mode', 'request.field_type'],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'profile.timezone_invalid'],
    [{ language: 'vi', chosen_seconds_ago: -1 }, 'chosen_seconds_ago', 'request.field_type'],
    [{ two_factor_secret: 'x' }, 'two_factor_secret', 'request.field_unknown'],
  ])('refuse %j', async (body, field, code) => {
    const { here } = await twoBrowsers();
    const answer = await here.patch('/api/me/settings', body);
    expect([answer.status, answer.json.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
  });
});

describe('the sessions of an account', () => {
  const idsOf = async (browser: Browser) => {
    const { json } = await browser.get('/api/me/sessions');
    const data = json.data as { id: string; current: boolean }[];
    return {
      all: data.map(({ id }) => id),
      current: data.find(({ current }) => current)?.id ?? '',
      other: data.find(({ current }) => !current)?.id ?? '',
    };
  };

  it('are listed with the place of the address that they were used from', async () => {
    const { here } = await twoBrowsers();
    await here.get('/api/me');
    world.identity.addresses.set((await idsOf(here)).other, 'unknown');
    const { status, json } = await here.get('/api/me/sessions');
    expect(status).toBe(200);
    const own = expect.objectContaining({ ip_address: '127.0.0.1', country: 'VN', city: 'Hanoi', current: true });
    expect(json.data).toEqual([own, expect.objectContaining({ ip_address: 'unknown', country: null, current: false })]);
    expect(JSON.stringify(json)).not.toContain(here.sessionToken());
  });

  it('end one by one, at once at every gateway', async () => {
    const { here, elsewhere } = await twoBrowsers();
    const second = new Browser((await world.another()).httpUrl ?? '');
    for (const [name, value] of elsewhere.cookies) second.cookies.set(name, value);
    expect([await statusOf(elsewhere), await statusOf(second)]).toEqual([200, 200]);
    const { other } = await idsOf(here);
    const ended = await here.delete(`/api/me/sessions/${other}`);
    expect([ended.status, ended.text]).toEqual([204, '']);
    expect(await statusOf(elsewhere)).toBe(401);
    await eventually(async () => (await statusOf(second)) === 401, { timeoutMs: 1_000 });
    expect(await statusOf(here)).toBe(200);
    const { current } = await idsOf(here);
    expect((await here.delete(`/api/me/sessions/${current}`)).status).toBe(204);
    expect(here.sessionToken()).toBe('');
  });

  it('end all but this one', async () => {
    const { here, elsewhere } = await twoBrowsers();
    const answer = await here.delete('/api/me/sessions');
    expect([answer.status, answer.json]).toEqual([200, { ended: 1 }]);
    await eventually(async () => (await statusOf(elsewhere)) === 401, { timeoutMs: 1_000 });
    expect((await idsOf(here)).all).toHaveLength(1);
    expect((await here.delete('/api/me/sessions')).json).toEqual({ ended: 0 });
  });

  it('of others are none', async () => {
    const [{ here }, stranger] = [await twoBrowsers(), await world.signedIn()];
    const theirs = (await idsOf(stranger)).current;
    for (const id of [theirs, theirs.replace(/.$/, 'z'), '01900000-0000-7000-8000-000000000009']) {
      const answer = await here.delete(`/api/me/sessions/${id}`);
      expect([answer.status, answer.json.code]).toEqual([404, 'session.not_found']);
    }
    expect(await statusOf(stranger)).toBe(200);
  });
});

describe('what belongs to an account', () => {
  const operations = [
    { method: 'PUT', path: '/api/me/password', body: PASSWORDS },
    { method: 'GET', path: '/api/me/profile' },
    { method: 'PATCH', path: '/api/me/profile', body: { full_name: 'Ada Lovelace' } },
    { method: 'PUT', path: '/api/me/avatar', body: 'a picture', headers: { 'content-type': 'image/png' } },
    { method: 'DELETE', path: '/api/me/avatar' },
    { method: 'GET', path: '/api/me/settings' },
    { method: 'PATCH', path: '/api/me/settings', body: { language: 'vi' } },
    { method: 'GET', path: '/api/me/sessions' },
    { method: 'DELETE', path: '/api/me/sessions' },
    { method: 'DELETE', path: '/api/me/sessions/01900000-0000-7000-8000-000000000009' },
  ];
  const changes = operations.filter(({ method }) => method !== 'GET');

  it.each(operations)(
    '$method $path is for nobody without a session, or with one that was revoked',
    async ({ method, path, body, headers }) => {
      const none = await world.browser().send(method, path, body, headers);
      expect([none.status, none.json.code]).toEqual([401, 'auth.unauthenticated']);
      const { here } = await twoBrowsers();
      await world.identity.revoke(here.sessionToken());
      await eventually(async () => {
        const revoked = await here.send(method, path, body, headers);
        expect([revoked.status, revoked.json.code]).toEqual([401, 'auth.unauthenticated']);
      });
    },
  );

  it.each(changes)('$method $path is for no other site', async ({ method, path, body, headers }) => {
    const { here } = await twoBrowsers();
    const foreign = await here.send(method, path, body, { ...headers, origin: 'https://evil.example' });
    expect([foreign.status, foreign.json.code]).toEqual([403, 'request.origin_forbidden']);
    here.dropCsrfToken();
    const without = await here.send(method, path, body, headers);
    expect([without.status, without.json.code]).toEqual([403, 'request.csrf_invalid']);
  });

  it.each(changes.filter(({ body }) => typeof body === 'object'))(
    '$method $path takes no other body',
    async ({ method, path, body }) => {
      const { here } = await twoBrowsers();
      const answers: [unknown, number, string][] = [
        ['{"', 400, 'request.malformed'],
        [{ ...(body as object), more: 'x'.repeat(70_000) }, 413, 'request.too_large'],
        [{ ...(body as object), user_id: 'x' }, 400, 'request.invalid'],
        ['[]', 400, 'request.invalid'],
      ];
      for (const [sent, status, code] of answers) {
        const answer = await here.send(method, path, sent);
        expect([answer.status, answer.json.code]).toEqual([status, code]);
      }
    },
  );
});

describe('where identity’s events are still on their way', () => {
  beforeEach(() => {
    world.identity.isSlowToTell = true;
  });
  afterEach(() => {
    world.identity.isSlowToTell = false;
  });

  it('a changed profile and picture are told at once by the gateway that they were changed at', async () => {
    const { here } = await twoBrowsers();
    expect((await here.get('/api/me')).json.full_name).not.toBe('Ada Lovelace');
    await here.patch('/api/me/profile', { full_name: 'Ada Lovelace' });
    expect((await here.get('/api/me')).json.full_name).toBe('Ada Lovelace');
    const { json } = await here.send('PUT', '/api/me/avatar', await halves(20, 20).png(), {
      'content-type': 'image/png',
    });
    expect((await here.get('/api/me')).json.avatar_url).toBe(json.avatar_url);
    await here.delete('/api/me/avatar');
    expect((await here.get('/api/me')).json.avatar_url).toBeNull();
  });

  it('a session is over at once at the gateway that it was ended at', async () => {
    const { here, elsewhere } = await twoBrowsers();
    expect(await statusOf(elsewhere)).toBe(200);
    const { json } = await here.get('/api/me/sessions');
    const other = (json.data as { id: string; current: boolean }[]).find(({ current }) => !current);
    expect((await here.delete(`/api/me/sessions/${other?.id}`)).status).toBe(204);
    expect(await statusOf(elsewhere)).toBe(401);
  });

  it.each([
    ['a new password', (here: Browser) => here.put('/api/me/password', PASSWORDS)],
    ['the end of all others', (here: Browser) => here.delete('/api/me/sessions')],
  ] as const)('%s ends the other sessions at once at the gateway that it came from', async (_what, act) => {
    const { here, elsewhere } = await twoBrowsers();
    expect(await statusOf(elsewhere)).toBe(200);
    expect((await act(here)).status).toBe(200);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await statusOf(here)).toBe(200);
  });
});

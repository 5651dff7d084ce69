import { describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();

describe('registration and sign-in', () => {
  it('opens an account with a session in a cookie that scripts cannot read', async () => {
    const browser = world.browser();
    const answer = await browser.register(freshEmail());
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ full_name: 'Ada L.', role: 'user' });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('linkway_session='));
    expect(cookie).toMatch(/; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    expect((await browser.get('/api/me')).json).toMatchObject({ monthly_links_limit: 50, monthly_links_used: 0 });
  });

  it('signs in, and tells nothing more of a wrong password', async () => {
    const email = freshEmail();
    await world.browser().register(email);
    const right = await world.browser().post('/api/auth/login', { email: ` ${email} `, password: 'secret-1' });
    expect(right.status).toBe(200);
    expect(right.json.email).toBe(email);
    const wrong = await world.browser().post('/api/auth/login', { email, password: 'secret-2' });
    expect([wrong.status, wrong.json.code]).toEqual([401, 'auth.bad_credentials']);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('passes a refusal of identity on with its waiting time', async () => {
    const body = { email: 'throttled@example.com', password: 'x' };
    const answer = await world
      .browser()
      .post('/api/auth/login', body, { 'accept-language': 'vi-VN,vi;q=0.9,en;q=0.8' });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(answer.json).toMatchObject({
      code: 'auth.throttled',
      detail: 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau 30 giây.',
      params: { retry_after: 30 },
    });
  });

  it('does not believe a forwarded address of a client that is no trusted proxy', async () => {
    await world
      .browser()
      .post('/api/auth/login', { email: 'a@example.com', password: 'x' }, { 'x-forwarded-for': '203.0.113.9' });
    expect(world.identity.lastOrigin?.ip).toBe('127.0.0.1');
  });
});

describe('the browser that somebody enters with', () => {
  it('keeps one number once it has been let in, and none before', async () => {
    const browser = world.browser();
    const device = () => browser.cookies.get('linkway_device');
    const email = freshEmail();
    await browser.post('/api/auth/login', { email, password: 'x' });
    expect(device()).toBeUndefined();
    const { headers } = await browser.register(email);
    const cookie = headers.getSetCookie().find((line) => line.startsWith('linkway_device='));
    expect(cookie).toMatch(/^linkway_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(world.identity.lastOrigin?.device).toBe(device());
    const kept = device();
    await browser.post('/api/auth/logout');
    expect(device()).toBe(kept);
    await browser.post('/api/auth/login', { email, password: 'secret-1' });
    expect([device(), world.identity.lastOrigin?.device]).toEqual([kept, kept]);
    browser.cookies.set('linkway_device', 'of my own');
    await browser.takeCsrfToken();
    await browser.post('/api/auth/login', { email, password: 'secret-1' });
    expect(device()).toMatch(/^[\w-]{43}$/);
    expect(device()).not.toBe(kept);
  });

  it('tells identity which session it was in, and believes that one no more', async () => {
    const browser = await world.signedIn();
    expect((await browser.get('/api/me')).status).toBe(200);
    const former = new Map(browser.cookies);
    const known = browser.sessionToken();
    const { formerSessions } = world.identity;
    const before = formerSessions.length;
    await browser.post('/api/auth/login', { email: 'nobody@example.com', password: 'x' });
    expect((await browser.get('/api/me')).status).toBe(200);
    await browser.register(freshEmail());
    expect(formerSessions.slice(before)).toEqual([known]);
    const left = world.browser();
    for (const [name, value] of former) left.cookies.set(name, value);
    expect((await left.get('/api/me')).status).toBe(401);
    expect((await browser.get('/api/me')).status).toBe(200);
  });
});

describe('a session that is over', () => {
  it('is refused after signing out', async () => {
    const browser = await world.signedIn();
    const cookies = new Map(browser.cookies);
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    expect(browser.sessionToken()).toBe('');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  it('is refused within a second when it was revoked elsewhere', async () => {
    const browser = await world.signedIn();
    expect((await browser.get('/api/me')).status).toBe(200);
    const asked = world.identity.lookups;
    expect((await browser.get('/api/me')).status).toBe(200);
    // The second answer came from the cache, which the event now has to clear.
    expect(world.identity.lookups).toBe(asked);
    await world.identity.revoke(browser.sessionToken());
    await eventually(async () => (await browser.get('/api/me')).status === 401, { timeoutMs: 1_000 });
  });

  it('is told apart from a missing permission, and its cookie is dropped', async () => {
    const browser = world.browser();
    browser.cookies.set('linkway_session', 'unknown-token');
    const answer = await browser.get('/api/links');
    expect([answer.status, answer.json.code]).toEqual([401, 'auth.unauthenticated']);
    expect(browser.sessionToken()).toBe('');
  });

  it('asks visitors to sign in before they create links', async () => {
    const answer = await world.browser().post('/api/links', { url: 'https://example.com' });
    expect([answer.status, answer.json.code]).toEqual([401, 'links.login_required']);
    expect((await world.browser().get('/api/me')).json.code).toBe('auth.unauthenticated');
  });
});

describe('a page of one account in a browser where another has signed in', () => {
  it('reads and changes nothing of the other, whatever it asks for', async () => {
    const browser = world.browser();
    await browser.takeCsrfToken();
    const former = (await browser.register(freshEmail())).json.id as string;
    const page = { 'x-linkway-account': former };
    expect((await browser.post('/api/links', { url: 'https://example.com' }, page)).status).toBe(201);
    await browser.post('/api/auth/logout', undefined, page);
    const now = (await browser.register(freshEmail())).json.id as string;

    for (const answer of [
      await browser.get('/api/me', page),
      await browser.get('/api/links', page),
      await browser.post('/api/links', { url: 'https://example.com' }, page),
      await browser.post('/api/auth/logout', undefined, page),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([409, 'session.other_account']);
    }
    const told = await browser.get('/api/me', { ...page, 'accept-language': 'vi' });
    expect(told.json.detail).toMatch(/^Trình duyệt này hiện đăng nhập bằng tài khoản khác/);
    expect((await browser.get('/api/me', { 'x-linkway-account': now })).status).toBe(200);
    expect((await browser.get('/api/me')).json.id).toBe(now);

    // A change from elsewhere is no page of anybody: it is refused as such.
    browser.dropCsrfToken();
    expect((await browser.post('/api/auth/logout', undefined, page)).json.code).toBe('request.csrf_invalid');
  });

  it('is told that nobody is signed in where nobody is', async () => {
    const page = { 'x-linkway-account': '01900000-0000-7000-8000-000000000001' };
    expect((await world.browser().get('/api/me', page)).json.code).toBe('auth.unauthenticated');
    expect((await world.browser().get('/api/auth/csrf', page)).status).toBe(200);
  });
});

describe('CSRF', () => {
  it('takes no token that was asked for with another session, or before there was one', async () => {
    const [mine, other] = [await world.signedIn(), await world.signedIn()];
    // A sibling of the host may have put its own cookie into this browser.
    mine.cookies.set('linkway_csrf', other.cookies.get('linkway_csrf') ?? '');
    const { json } = await other.get('/api/auth/csrf');
    const planted = await mine.post('/api/auth/logout', undefined, { 'x-csrf-token': String(json.csrf_token) });
    expect([planted.status, planted.json.code]).toEqual([403, 'request.csrf_invalid']);
    await mine.takeCsrfToken();
    expect((await mine.post('/api/auth/logout')).status).toBe(204);
    const late = world.browser();
    const { json: early } = await late.get('/api/auth/csrf');
    await late.register(freshEmail());
    const stale = await late.post('/api/auth/logout', undefined, { 'x-csrf-token': String(early.csrf_token) });
    expect([stale.status, stale.json.code]).toEqual([403, 'request.csrf_invalid']);
  });

  it('takes no secret that this installation has not signed', async () => {
    const browser = await world.signedIn();
    const [name, value] = [...browser.cookies].find(([key]) => key.endsWith('csrf')) ?? ['', ''];
    const { json } = await browser.get('/api/auth/csrf');
    browser.cookies.set(name, value.replace(/\..*$/, ''));
    const unsigned = await browser.post('/api/auth/logout', undefined, { 'x-csrf-token': String(json.csrf_token) });
    expect([unsigned.status, unsigned.json.code]).toEqual([403, 'request.csrf_invalid']);
  });

  it('wants the token on every change of a browser with a session', async () => {
    const browser = await world.signedIn();
    expect((await browser.post('/api/links', { url: 'https://example.com' })).status).toBe(201);
    browser.dropCsrfToken();
    const without = await browser.post('/api/links', { url: 'https://example.com' });
    expect([without.status, without.json.code]).toEqual([403, 'request.csrf_invalid']);
    const forged = await browser.post('/api/auth/logout', undefined, { 'x-csrf-token': 'forged' });
    expect([forged.status, forged.json.code]).toEqual([403, 'request.csrf_invalid']);
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  it('is not got round by another way to write the address', async () => {
    const browser = await world.signedIn();
    browser.dropCsrfToken();
    expect((await browser.post('/%61pi/auth/logout')).json.code).toBe('request.csrf_invalid');
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  it('has a token of its own for the session that begins with a sign-in', async () => {
    const browser = world.browser();
    await browser.takeCsrfToken();
    expect((await browser.register(freshEmail())).status).toBe(201);
    expect((await browser.post('/api/links', { url: 'https://example.com' })).status).toBe(201);
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses %s, token or not', async (_name, headers) => {
    const browser = await world.signedIn();
    const change = await browser.post('/api/links', { url: 'https://example.com' }, headers);
    expect([change.status, change.json.code]).toEqual([403, 'request.origin_forbidden']);
    const login = await world.browser().post('/api/auth/login', { email: 'a@b.co', password: 'x' }, headers);
    expect(login.json.code).toBe('request.origin_forbidden');
  });

  it('takes its own origin', async () => {
    const browser = await world.signedIn();
    const headers = { origin: world.url, 'sec-fetch-site': 'same-origin' };
    expect((await browser.post('/api/links', { url: 'https://example.com' }, headers)).status).toBe(201);
  });
});

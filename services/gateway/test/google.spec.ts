import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenIdProvider, type Person } from '@linkway/platform/testkit';
import { Browser } from './support/browser.js';
import { freshEmail, useWorld } from './support/world.js';

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await OpenIdProvider.start();
});
afterAll(() => provider.stop());
const settings = (of: OpenIdProvider = provider) => ({
  GOOGLE_CLIENT_ID: of.clientId,
  GOOGLE_CLIENT_SECRET: of.clientSecret,
  GOOGLE_ISSUER: of.issuer,
});
const world = useWorld(settings);

const START = '/api/auth/google/start';
const FINISH = '/api/auth/google/finish';
const person = (over: Partial<Person> = {}): Person => ({
  sub: '1122334455',
  email: freshEmail(),
  email_verified: true,
  name: 'Lan Trần',
  ...over,
});
const begin = async (browser: Browser, body: object = { page: 'login' }): Promise<string> => {
  const { status, json } = await browser.post(START, body);
  expect(status).toBe(200);
  return String(json.authorization_url);
};
const pathOf = (address: string): string => new URL(address).pathname + new URL(address).search;
/** Where the page is that the browser comes to. */
const comeBack = async (browser: Browser, address: string): Promise<string> => {
  const { status, headers, text } = await browser.get(pathOf(address));
  expect([status, text]).toEqual([303, '']);
  return String(headers.get('location'));
};
const visit = async (browser: Browser, who: Person | null, body?: object): Promise<string> =>
  comeBack(browser, await provider.visit(await begin(browser, body), who));

describe('signing in with Google', () => {
  it('goes there with PKCE, state and nonce, and comes back to the page where it began', async () => {
    const browser = world.browser();
    expect((await browser.get('/api/auth/google')).json).toEqual({ configured: true });
    const authorization = new URL(
      await begin(browser, {
        page: 'login',
        return: '/dashboard?tab=api',
        plan: 'premium',
        invite: 'a token',
        utm_source: 'mail',
      }),
    );
    expect(authorization.origin).toBe(provider.issuer);
    const asked = Object.fromEntries(authorization.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: `${world.url}/api/auth/google/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    const who = person();
    const page = await comeBack(browser, await provider.visit(authorization.href, who));
    expect(page).toBe(
      '/login?plan=premium&return=%2Fdashboard%3Ftab%3Dapi&invite=a+token&utm_source=mail&google=finish',
    );
    expect(world.identity.claims()).toMatchObject({ ...who, iss: provider.issuer, nonce: asked.nonce });
    // Nobody is signed in by the way back.
    expect([...browser.cookies.keys()]).toEqual(['linkway_google_ticket']);
  });

  it('begins a session when the page asks for it, which ends the one that the browser was in', async () => {
    const email = freshEmail();
    await world.browser().register(email);
    const browser = await world.signedIn();
    const former = browser.sessionToken();
    await visit(browser, person({ email }));
    const finished = await browser.post(FINISH, {}, { 'accept-language': 'vi' });
    expect([finished.status, finished.json.asks]).toEqual([200, null]);
    expect(finished.json.user).toMatchObject({ email });
    expect(Object.keys(finished.json).sort()).toEqual(['asks', 'email', 'full_name', 'opened', 'user']);
    expect(world.identity.lastFinish).toMatchObject({ language: 'vi', former_session_token: former });
    expect(world.identity.lastFinish?.origin).toMatchObject({ ip: '127.0.0.1' });
    expect((await browser.get('/api/me')).json.email).toBe(email);
    expect(browser.cookies.has('linkway_google_ticket')).toBe(false);
  });

  it('is asked for what is missing, and says it once more with the same ticket', async () => {
    const browser = world.browser();
    const who = person();
    await visit(browser, who);
    const asked = await browser.post(FINISH, {});
    const { email, name: full_name } = who;
    expect(asked.json).toEqual({ user: null, asks: 'terms', opened: false, email, full_name });
    expect(browser.sessionToken()).toBe('');
    await browser.post(FINISH, { accept_terms: true, code: ' 123 456 ' });
    expect(world.identity.lastFinish).toMatchObject({ accept_terms: true, code: '123456' });
    expect((await browser.post(FINISH, { accept_terms: false })).json.code).toBe('auth.terms_required');
  });

  it('takes the terms along of who has accepted them, and begins no sign-up without', async () => {
    const browser = world.browser();
    for (const body of [{ page: 'register' }, { page: 'register', accept_terms: false }]) {
      const { status, json } = await browser.post(START, body);
      expect([status, json.code]).toEqual([400, 'auth.terms_required']);
      expect(json.errors).toEqual([expect.objectContaining({ field: 'accept_terms' })]);
    }
    expect(await visit(browser, person(), { page: 'register', accept_terms: true })).toBe('/register?google=finish');
    expect([...world.identity.kept.values()].at(-1)?.accept_terms).toBe(true);
  });

  it('says that somebody went back', async () => {
    const browser = world.browser();
    expect(await visit(browser, null, { page: 'login', plan: 'x' })).toBe('/login?plan=x&google=cancelled');
    expect((await browser.post(FINISH, {})).json.code).toBe('google.sign_in_over');
  });

  it('may end at another gateway than it began', async () => {
    const address = { PUBLIC_URL: world.url };
    const [one, other] = await Promise.all([world.another(address), world.another(address)]);
    const browser = new Browser(one.httpUrl ?? '');
    const back = await provider.visit(await begin(browser), person());
    // As behind one address.
    const elsewhere = new Browser(other.httpUrl ?? '');
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect(await comeBack(elsewhere, back)).toBe('/login?google=finish');
    await Promise.all([one.stop(), other.stop()]);
  });

  it.each([
    ['an address of another site', { page: 'https://evil.example' }],
    ['what nobody knows', { page: 'login', to: '//evil.example' }],
    ['too much', { page: 'login', return: 'x'.repeat(501) }],
    ['more than a cookie holds', { page: 'login', return: 'ế'.repeat(400), invite: 'ế'.repeat(400) }],
    ['no page', {}],
  ])('takes %s along to nowhere', async (_what, body) => {
    expect((await world.browser().post(START, body)).status).toBe(400);
  });

  it('is begun and finished by pages of this site alone', async () => {
    const foreign = { origin: 'https://evil.example' };
    for (const path of [START, FINISH]) {
      const { status, json } = await world.browser().post(path, { page: 'login' }, foreign);
      expect([status, json.code]).toEqual([403, 'request.origin_forbidden']);
    }
    const here = await world.signedIn();
    here.dropCsrfToken();
    expect((await here.post(FINISH, {})).json.code).toBe('request.csrf_invalid');
  });
});

describe('what comes back', () => {
  const OVER = '/login?google=google.sign_in_over';
  const INVALID = '/login?google=google.sign_in_invalid';

  it('is taken once', async () => {
    const browser = world.browser();
    const authorization = await begin(browser);
    const cookies = new Map(browser.cookies);
    const back = await provider.visit(authorization, person());
    expect(await comeBack(browser, back)).toBe('/login?google=finish');
    expect(await comeBack(browser, back)).toBe(OVER);
    // Also where somebody has kept the cookie: the provider gives out nothing for a code that was used.
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await comeBack(browser, back)).toBe(INVALID);
  });

  it('is of no use in another browser, which did not begin it', async () => {
    const mine = world.browser();
    const back = await provider.visit(await begin(mine), person());
    expect(await comeBack(world.browser(), back)).toBe(OVER);
    const other = world.browser();
    await begin(other);
    expect(await comeBack(other, back)).toBe(INVALID);
    expect([...other.cookies.keys()]).toEqual([]);
    expect((await other.post(FINISH, {})).json.code).toBe('google.sign_in_over');
  });

  it.each([
    ['another state', (back: URL) => back.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (back: URL) => back.searchParams.delete('state')],
    ['another code', (back: URL) => back.searchParams.set('code', 'x'.repeat(43))],
    ['no code', (back: URL) => back.searchParams.delete('code')],
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example')],
  ])('is refused with %s', async (_what, change) => {
    const browser = world.browser();
    const back = new URL(await provider.visit(await begin(browser), person()));
    change(back);
    expect(await comeBack(browser, back.href)).toBe(INVALID);
  });

  it('is refused with a cookie that this server has not signed', async () => {
    const browser = world.browser();
    const back = await provider.visit(await begin(browser), person());
    const [value = ''] = (browser.cookies.get('linkway_google_trip') ?? '').split('.');
    browser.cookies.set('linkway_google_trip', `${value}.${'x'.repeat(43)}`);
    expect(await comeBack(browser, back)).toBe(OVER);
  });

  it('is not believed where identity does not, nor where it is signed with another key', async () => {
    expect(await visit(world.browser(), person({ sub: 'nobody' }))).toBe(INVALID);
    const forger = await OpenIdProvider.start({ wrongKeys: true });
    const gateway = await world.another(settings(forger));
    const browser = new Browser(gateway.httpUrl ?? '');
    const back = await forger.visit(await begin(browser), person());
    expect(await comeBack(browser, back)).toBe(INVALID);
    await gateway.stop();
    await forger.stop();
  });
});

describe('without Google', () => {
  it('says that it cannot be reached, and goes on by itself once it can', async () => {
    const away = await OpenIdProvider.start();
    const gateway = await world.another(settings(away));
    const browser = new Browser(gateway.httpUrl ?? '');
    const back = await away.visit(await begin(browser), person());
    await away.stop();
    expect(await comeBack(browser, back)).toBe('/login?google=google.unavailable');
    await gateway.stop();
    const late = await world.another({ ...settings(), GOOGLE_ISSUER: away.issuer });
    const { status, json } = await new Browser(late.httpUrl ?? '').post(
      START,
      { page: 'login' },
      { 'accept-language': 'vi' },
    );
    expect([status, json.code]).toEqual([503, 'google.unavailable']);
    expect(json.detail).toBe('Hiện không kết nối được với Google. Vui lòng thử lại, hoặc dùng email và mật khẩu.');
    await late.stop();
  });

  it('says that it is not set up', async () => {
    const gateway = await world.another({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
    const browser = new Browser(gateway.httpUrl ?? '');
    expect((await browser.get('/api/auth/google')).json).toEqual({ configured: false });
    for (const [path, body] of [
      [START, { page: 'login' }],
      [START, { page: 'register' }],
      [FINISH, {}],
    ] as const) {
      const { status, json } = await browser.post(path, body);
      expect([status, json.code]).toEqual([403, 'google.not_configured']);
    }
    const { status, headers } = await browser.get('/api/auth/google/callback?code=1&state=2');
    expect([status, headers.get('location')]).toEqual([303, '/login?google=google.sign_in_over']);
    await gateway.stop();
  });
});

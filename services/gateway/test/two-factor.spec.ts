import { describe, expect, it } from '@jest/globals';
import type { Browser } from './support/browser.js';
import { CODE } from './support/two-factor.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();
const AT = '/api/me/two-factor';
const PASSWORD = 'secret-1';

async function withTwoFactor(): Promise<{ email: string; here: Browser }> {
  const email = freshEmail();
  const here = world.browser();
  await here.register(email);
  await here.takeCsrfToken();
  await here.post(`${AT}/setup`, { current_password: PASSWORD });
  expect((await here.post(`${AT}/enable`, { code: CODE })).status).toBe(200);
  return { email, here };
}

describe('POST /api/auth/login with two-factor authentication', () => {
  it('asks for the code, and takes it with the same address and password', async () => {
    const { email } = await withTwoFactor();
    const browser = world.browser();
    const asked = await browser.post('/api/auth/login', { email, password: PASSWORD }, { 'accept-language': 'vi' });
    expect([asked.status, asked.json.code]).toEqual([401, 'two_factor.required']);
    expect(asked.json.detail).toBe('Vui lòng nhập mã xác thực trong ứng dụng xác thực của bạn');
    const wrong = await browser.post('/api/auth/login', { email, password: PASSWORD, code: '654321' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'two_factor.code_invalid']);
    const detail = 'Invalid verification code';
    expect(wrong.json).toMatchObject({ detail, errors: [{ field: 'code', code: 'two_factor.code_invalid', detail }] });
    expect([...browser.cookies.keys()]).toEqual([]);

    const entered = await browser.post('/api/auth/login', { email, password: PASSWORD, code: ' 123 456 ' });
    expect([entered.status, entered.json.email]).toEqual([200, email]);
    expect(world.identity.lastSignIn).toMatchObject({ email, code: CODE });
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  it('takes a recovery code as it was written down', async () => {
    const { email } = await withTwoFactor();
    const entered = await world.browser().post('/api/auth/login', { email, password: PASSWORD, code: 'K3V9D Oxq73' });
    expect(entered.status).toBe(200);
    expect(world.identity.lastSignIn?.code).toBe('k3v9d-0xq73');
  });

  it.each([
    ['', 'two_factor.code_required', 'Please enter verification code'],
    ['12345', 'two_factor.code_or_recovery_format', 'Enter the 6 digits, or a recovery code such as k3v9d-0xq7m'],
    [123456, 'request.invalid', undefined],
  ])('refuses %j with %s, whatever the account, and asks nobody', async (code, error, detail) => {
    const before = world.identity.lastSignIn;
    const answer = await world.browser().post('/api/auth/login', { email: freshEmail(), password: PASSWORD, code });
    expect([answer.status, answer.json.code]).toEqual([400, error]);
    if (detail) expect(answer.json.detail).toBe(detail);
    expect(world.identity.lastSignIn).toBe(before);
  });

  it('sends no code where the page sent none: an identity of the former release would refuse it', async () => {
    const email = freshEmail();
    await world.browser().register(email);
    expect((await world.browser().post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    expect(Object.keys(world.identity.lastSignIn ?? {}).sort()).toEqual(['email', 'origin', 'password']);
  });
});

describe('/api/me/two-factor', () => {
  it('is set up, turned on, and off again', async () => {
    const { here } = await withTwoFactor();
    const on = await here.get(AT);
    expect(on.json).toEqual({ enabled: true, enabled_at: expect.any(String), recovery_codes_left: 10 });
    const proof = { current_password: PASSWORD, code: CODE };
    const renewed = await here.post(`${AT}/recovery-codes`, proof);
    expect([renewed.status, renewed.json.recovery_codes]).toEqual([200, expect.arrayContaining(['k3v9d-0xq70'])]);
    expect((await here.post(`${AT}/enable`, { code: CODE })).json.code).toBe('two_factor.already_enabled');
    const off = await here.post(`${AT}/disable`, proof);
    expect([off.status, off.text]).toEqual([204, '']);
    expect((await here.get(AT)).json).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
    const again = await here.post(`${AT}/disable`, proof);
    expect([again.status, again.json.code]).toEqual([409, 'two_factor.not_enabled']);
  });

  it('tells the secret once, which nobody keeps on the way', async () => {
    const here = await world.signedIn();
    const { status, json, headers } = await here.post(`${AT}/setup`, { current_password: PASSWORD });
    expect([status, Object.keys(json).sort()]).toEqual([200, ['otpauth_url', 'secret']]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(['setup', 'recovery-codes', 'disable'])('tells identity where %s comes from', async (what) => {
    const { here } = await withTwoFactor();
    world.identity.lastOrigin = null;
    await here.post(`${AT}/${what}`, { current_password: PASSWORD, ...(what !== 'setup' && { code: CODE }) });
    expect(world.identity.lastOrigin).toMatchObject({ ip: '127.0.0.1', device: here.cookies.get('linkway_device') });
  });

  it.each([
    ['setup', {}, 'auth.password_required'],
    ['enable', { code: '' }, 'two_factor.code_required'],
    ['enable', { code: '12 34' }, 'two_factor.code_format'],
    ['enable', { code: 'k3v9d-0xq7m' }, 'two_factor.code_format'],
    ['disable', { current_password: PASSWORD }, 'two_factor.code_required'],
    ['disable', { current_password: PASSWORD, code: 'k3v9d' }, 'two_factor.code_or_recovery_format'],
    ['recovery-codes', { code: CODE }, 'auth.password_required'],
  ])('%s of %j is refused with %s', async (what, body, code) => {
    const here = await world.signedIn();
    const { status, json } = await here.post(`${AT}/${what}`, body);
    expect([status, json.code]).toEqual([400, code]);
    if (code === 'two_factor.code_format') expect(json.detail).toBe('Verification code must be 6 digits');
  });

  it('is for whoever is signed in, by a page of this site', async () => {
    const stranger = world.browser();
    const here = await world.signedIn();
    here.dropCsrfToken();
    expect((await stranger.get(AT)).status).toBe(401);
    for (const what of ['setup', 'enable', 'disable', 'recovery-codes']) {
      const body = { current_password: PASSWORD, code: CODE };
      expect((await stranger.post(`${AT}/${what}`, body)).status).toBe(401);
      expect((await here.post(`${AT}/${what}`, body)).json.code).toBe('request.csrf_invalid');
    }
  });
});

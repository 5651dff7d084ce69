import { describe, expect, it } from '@jest/globals';
import {
  changePasswordRpc,
  confirmEmailRpc,
  forgotPasswordRpc,
  getProfileRpc,
  getSessionRpc,
  resetPasswordRpc,
  sessionEnded,
  setUpTwoFactorRpc,
  userRegistered,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { allLookedAt, mailAbout, mailServerOf, ownersConfirm, tokenIn } from './account-mails.js';
import { claimsOf, finish, GOOGLE, keep, withGoogle } from './google.js';
import { ask, BROWSER, enter, metricsOf, outcomeOf, PASSWORD, register, sql, start, tally } from './identity.js';
import { overtaken } from './overtaken.js';
import { codeOf, forgetSteps, inSession, turnOn, wrongCodeOf } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const begin = (name: string, env: Record<string, string> = {}) => start({ ...servers.env(name), ...GOOGLE, ...env });
const TERMS = { accept_terms: true } as const;

const users = (running: RunningService) =>
  sql<{ id: string; email: string; full_name: string; has: boolean; verified: boolean }>(
    running,
    `SELECT id, email, full_name, password_hash IS NOT NULL AS has, email_verified_at IS NOT NULL AS verified
     FROM users ORDER BY created_at`,
  );
const openSessions = async (running: RunningService) =>
  (await sql(running, 'SELECT id FROM sessions WHERE ended_at IS NULL')).length;
const links = (running: RunningService) => sql(running, 'SELECT issuer, subject, user_id FROM google_accounts');

describe('somebody new who comes from Google', () => {
  it('is asked for the terms first, and then has an account with a confirmed address and no password', async () => {
    const running = await begin('new');
    const mails = await mailServerOf(running);
    const { ticket } = await keep(running);
    const asked = await finish(running, ticket);
    const shown = { email: 'An@example.com', full_name: 'An Nguyễn' };
    expect(asked).toEqual({ started: null, asks: 'terms', opened: false, ...shown });
    expect(await users(running)).toEqual([]);

    const { started, ...rest } = await finish(running, ticket, { ...TERMS, language: 'vi' });
    expect(rest).toEqual({ asks: null, opened: true, ...shown });
    expect(started?.user).toMatchObject({ ...shown, role: 'user', subscription_type: 'basic', email_verified: true });
    const [user] = await users(running);
    expect(user).toMatchObject({ has: false, verified: true });
    const session = await ask(running, getSessionRpc, { session_token: started?.session_token ?? '' });
    expect(session?.user.id).toBe(user?.id);
    await eventually(async () =>
      expect(await storedEvents(running, userRegistered, (data) => data.user_id === user?.id)).toHaveLength(1),
    );
    // Nothing has to be confirmed, and nobody is told what they have just done.
    await allLookedAt(running);
    expect(mails.to('An@example.com')).toEqual([]);

    // From then on Google is enough, by its subject: the address there may become another one.
    const again = await withGoogle(running, { email: 'other@example.com', email_verified: false });
    expect(again).toMatchObject({ asks: null, opened: false, email: 'An@example.com' });
    expect(again.started?.user.id).toBe(user?.id);
    expect(await links(running)).toEqual([
      { issuer: 'https://accounts.google.com', subject: 'google-an', user_id: user?.id },
    ]);
    expect(await metricsOf(running)).toMatch(/identity_google_sign_ins_total\{[^}]*outcome="success"[^}]*\} 3/);
  });

  it('is not asked again who accepted the terms before the round trip', async () => {
    const running = await begin('accepted');
    const { ticket } = await keep(running, claimsOf({ name: undefined }), true);
    const { opened, full_name } = await finish(running, ticket);
    expect([opened, full_name]).toEqual([true, 'An']);
  });

  it('has no account by an address that Google has not verified', async () => {
    const running = await begin('unverified');
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }])
      expect(await outcomeOf(withGoogle(running, claims, TERMS))).toBe('google.email_unverified');
    expect(await users(running)).toEqual([]);
  });

  it('has none where registration is closed, nor where Google is not set up', async () => {
    const closed = await begin('closed', { REGISTRATION_ENABLED: 'false' });
    expect(await outcomeOf(withGoogle(closed, {}, TERMS))).toBe('auth.registration_disabled');
    await closed.stop();
    const without = await start(servers.env('without'));
    expect(await outcomeOf(keep(without))).toBe('google.not_configured');
    expect(await outcomeOf(finish(without, 'ticket'))).toBe('google.not_configured');
  });

  it('has one account, also when two tabs finish at the same moment', async () => {
    const running = await begin('tabs');
    const tickets = [await keep(running), await keep(running), await keep(running)];
    const all = await Promise.all(tickets.map(({ ticket }) => finish(running, ticket, TERMS)));
    expect(all.filter(({ opened }) => opened)).toHaveLength(1);
    expect(new Set(all.map(({ started }) => started?.user.id)).size).toBe(1);
    expect(await users(running)).toHaveLength(1);
    expect(await openSessions(running)).toBe(3);
  });
});

describe('what Google said', () => {
  it('is taken once for each round trip, and signs in once', async () => {
    const running = await begin('once');
    const claims = claimsOf();
    const { ticket } = await keep(running, claims);
    expect(await outcomeOf(keep(running, claims))).toBe('google.sign_in_over');
    const all = Array.from({ length: 4 }, () => outcomeOf(finish(running, ticket, TERMS)));
    expect(tally(await Promise.all(all))).toEqual({ success: 1, 'google.sign_in_over': 3 });
    expect(await outcomeOf(finish(running, ticket))).toBe('google.sign_in_over');
    expect(await openSessions(running)).toBe(1);
    // Nothing of it is left but that it was there.
    const [row] = await sql(running, 'SELECT email, full_name, ticket_hash FROM google_sign_ins');
    expect(row).toMatchObject({ email: null, full_name: null });
    expect(Buffer.from(row?.ticket_hash as Buffer).toString('base64url')).not.toContain(ticket);
  });

  it('holds for a quarter of an hour, and is known again for an hour more', async () => {
    const running = await begin('expires');
    const claims = claimsOf();
    const { ticket } = await keep(running, claims, true);
    const backdate = (time: string) =>
      sql(running, `UPDATE google_sign_ins SET expires_at = now() + interval '15 minutes' - interval '${time}'`);
    await backdate('15 minutes');
    expect(await outcomeOf(finish(running, ticket))).toBe('google.sign_in_over');
    const tidy = () => running.get<HousekeepingService>(HousekeepingService).tidy();
    await backdate('74 minutes');
    await tidy();
    expect(await outcomeOf(keep(running, claims))).toBe('google.sign_in_over');
    await backdate('76 minutes');
    await tidy();
    expect(await sql(running, 'SELECT 1 FROM google_sign_ins')).toEqual([]);
    expect(await outcomeOf(finish(running, 'x'.repeat(43)))).toBe('google.sign_in_over');
  });

  it.each([
    ['by somebody else', { iss: 'https://accounts.example.com' }],
    ['to somebody else', { aud: 'another-client' }],
    ['long ago', { exp: Date.now() / 1_000 - 120 }],
  ])('is not believed when it was said %s', async (_how, claims) => {
    const running = await begin('not-believed');
    expect(await outcomeOf(keep(running, claimsOf(claims)))).toBe('google.sign_in_invalid');
    await running.stop();
  });
});

describe('somebody who has an account, and comes from Google with its address', () => {
  it('is let in where the address is confirmed, and is told by mail that Google opens it now', async () => {
    const running = await begin('confirmed');
    const mails = await mailServerOf(running);
    const session = await register(running, { language: 'vi' });
    await ownersConfirm(running);
    const { started, opened } = await withGoogle(running, {}, { former_session_token: session.session_token });
    expect([started?.user.id, opened]).toEqual([session.user.id, false]);
    const mail = await mailAbout(mails, 'Bạn có thể đăng nhập bằng Google');
    expect(mail.content).toContain('Xin chào Nguyễn An,');
    // The session that the browser was in has ended by it; the password goes on.
    expect(await ask(running, getSessionRpc, { session_token: session.session_token })).toBeNull();
    await eventually(async () => expect(await storedEvents(running, sessionEnded, () => true)).toHaveLength(1));
    expect(await outcomeOf(enter(running))).toBe('success');
    await withGoogle(running);
    await allLookedAt(running);
    expect(mails.to('an@example.com').filter(({ subject }) => subject.includes('Google'))).toHaveLength(1);
  });

  it('is refused where nobody has confirmed the address, until its owner has taken the account over', async () => {
    const running = await begin('hijacked');
    const mails = await mailServerOf(running);
    // Somebody else has opened it with the address of An, and stays in it.
    const session = await register(running);
    expect(await outcomeOf(withGoogle(running, {}, TERMS))).toBe('google.address_unconfirmed');
    expect(await links(running)).toEqual([]);

    await ask(running, forgotPasswordRpc, { email: 'an@example.com', ip: BROWSER.ip, language: 'en' });
    const token = tokenIn(await mailAbout(mails, /password/));
    await ask(running, resetPasswordRpc, { token, password: 'quite another 1', ip: BROWSER.ip, language: 'en' });
    expect((await withGoogle(running)).started?.user.id).toBe(session.user.id);
    expect(await ask(running, getSessionRpc, { session_token: session.session_token })).toBeNull();
    expect(await outcomeOf(enter(running))).toBe('auth.bad_credentials');
  });

  it('is refused where the address was confirmed in a browser that nobody has entered the account with', async () => {
    const running = await begin('confirmed-elsewhere');
    const mails = await mailServerOf(running);
    await register(running, { origin: { ...BROWSER, device: 'd'.repeat(43) } });
    const token = tokenIn(await mailAbout(mails, 'Confirm your email address'));
    await ask(running, confirmEmailRpc, { token, device: 'p'.repeat(43) });
    expect(await users(running)).toMatchObject([{ verified: true }]);
    expect(await outcomeOf(withGoogle(running))).toBe('google.address_unconfirmed');
    expect(await links(running)).toEqual([]);
    // As soon as the link is opened where somebody is signed in, which is possible while it lasts.
    await ask(running, confirmEmailRpc, { token, device: 'd'.repeat(43) });
    expect(await outcomeOf(withGoogle(running))).toBe('success');
  });

  it('is refused where Google has not verified the address, confirmed or not', async () => {
    const running = await begin('unverified-there');
    await register(running);
    expect(await outcomeOf(withGoogle(running, { email_verified: false }))).toBe('google.email_unverified');
    await ownersConfirm(running);
    expect(await outcomeOf(withGoogle(running, { email_verified: false }))).toBe('google.email_unverified');
    expect(await links(running)).toEqual([]);
  });

  it.each([
    ['disabled', 'auth.account_disabled'],
    ['suspended', 'auth.account_suspended'],
  ])('is told that it is %s, linked or not', async (status, code) => {
    const running = await begin(status);
    await register(running);
    await ownersConfirm(running);
    await sql(running, 'UPDATE users SET status = $1', [status]);
    expect(await outcomeOf(withGoogle(running, {}, TERMS))).toBe(code);
    await sql(running, "UPDATE users SET status = 'active'");
    await withGoogle(running);
    await sql(running, 'UPDATE users SET status = $1', [status]);
    const before = await openSessions(running);
    expect(await outcomeOf(withGoogle(running))).toBe(code);
    expect(await openSessions(running)).toBe(before);
    await running.stop();
  });

  it('may come with another Google account of that address, and with none that opens another account', async () => {
    const running = await begin('subjects');
    const { user } = await register(running);
    await ownersConfirm(running);
    await withGoogle(running);
    expect((await withGoogle(running, { sub: 'google-an-again' })).started?.user.id).toBe(user.id);
    expect(await links(running)).toHaveLength(2);
    // The subject decides, whatever address it has by now.
    await register(running, { email: 'binh@example.com' });
    await ownersConfirm(running);
    expect((await withGoogle(running, { email: 'binh@example.com' })).started?.user.id).toBe(user.id);
  });

  it('is let in nowhere when that Google account has come to open another one meanwhile', async () => {
    const running = await begin('meanwhile');
    const { user } = await register(running);
    const { user: other } = await register(running, { email: 'binh@example.com' });
    await ownersConfirm(running);
    const before = await openSessions(running);
    const outcome = await overtaken(
      running,
      [
        ['SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.id]],
        [
          "INSERT INTO google_accounts (issuer, subject, user_id) VALUES ('https://accounts.google.com', 'google-an', $1)",
          [other.id],
        ],
      ],
      () => outcomeOf(withGoogle(running)),
    );
    expect(outcome).toBe('google.sign_in_over');
    expect(await openSessions(running)).toBe(before);
    expect(await links(running)).toMatchObject([{ user_id: other.id }]);
  });
});

describe('an account with two-factor authentication', () => {
  it('is asked for its code after Google as after a password, which links nothing before', async () => {
    const running = await begin('code');
    const session = await register(running);
    await ownersConfirm(running);
    const { secret, recovery } = await turnOn(running, session);
    const before = await openSessions(running);
    const { ticket } = await keep(running);
    expect(await finish(running, ticket)).toMatchObject({ started: null, asks: 'code', email: 'an@example.com' });
    expect(await outcomeOf(finish(running, ticket, { code: wrongCodeOf(secret) }))).toBe('two_factor.code_invalid');
    expect([await links(running), await openSessions(running)]).toEqual([[], before]);

    const code = codeOf(secret);
    expect((await finish(running, ticket, { code })).started?.user.id).toBe(session.user.id);
    expect(await links(running)).toHaveLength(1);
    // A code and a round trip work once each.
    const next = await keep(running);
    expect(await outcomeOf(finish(running, next.ticket, { code }))).toBe('two_factor.code_invalid');
    expect((await finish(running, next.ticket, { code: recovery })).started).not.toBeNull();
  });

  it('counts wrong codes with those after a password', async () => {
    const running = await begin('codes');
    const { secret } = await turnOn(running, await register(running));
    await ownersConfirm(running);
    const origin = { ...BROWSER, ip: '203.0.113.7' };
    for (let tries = 0; tries < 20; tries += 1) {
      const { ticket } = await keep(running);
      await sql(running, "DELETE FROM attempts WHERE key LIKE 'sign-in%'");
      expect(await outcomeOf(finish(running, ticket, { code: wrongCodeOf(secret), origin }))).toBe(
        'two_factor.code_invalid',
      );
    }
    const { ticket } = await keep(running);
    await forgetSteps(running);
    expect(await outcomeOf(finish(running, ticket, { code: codeOf(secret), origin }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { code: codeOf(secret), origin }))).toBe('auth.throttled');
  });
});

describe('an account without a password', () => {
  it('says so where a password is asked for, but to nobody who is not signed in, and is given one by a mail', async () => {
    const running = await begin('no-password');
    const mails = await mailServerOf(running);
    const { started } = await withGoogle(running, {}, TERMS);
    if (!started) throw new Error('nobody was signed in');
    expect((await inSession(running, started, getProfileRpc, {})).has_password).toBe(false);
    const given = { current_password: PASSWORD, origin: BROWSER };
    expect(await outcomeOf(inSession(running, started, setUpTwoFactorRpc, given))).toBe('auth.password_not_set');
    const change = { ...given, new_password: 'quite another 1' };
    expect(await outcomeOf(inSession(running, started, changePasswordRpc, change))).toBe('auth.password_not_set');
    for (const password of [PASSWORD, 'x'])
      expect(await outcomeOf(enter(running, { password }))).toBe('auth.bad_credentials');

    await ask(running, forgotPasswordRpc, { email: 'an@example.com', ip: BROWSER.ip, language: 'en' });
    const token = tokenIn(await mailAbout(mails, /password/, 'An@example.com'));
    await ask(running, resetPasswordRpc, { token, password: PASSWORD, ip: BROWSER.ip, language: 'en' });
    const session = await enter(running);
    expect((await inSession(running, session, getProfileRpc, {})).has_password).toBe(true);
    expect((await withGoogle(running)).started?.user.id).toBe(session.user.id);
  });
});

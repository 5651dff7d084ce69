import { describe, expect, it } from '@jest/globals';
import {
  accountClaimed,
  confirmEmailRpc,
  forgotPasswordRpc,
  getSessionRpc,
  resendConfirmationRpc,
  resetPasswordRpc,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { storedEvents, useServers } from '@linkway/platform/testkit';
import { hashDevice } from '../src/device/hash-device.js';
import { allLookedAt, mailAbout, mailServerOf, tokenIn } from './account-mails.js';
import { create as createKey, setPlan, use } from './api-keys.js';
import { GOOGLE, withGoogle } from './google.js';
import { ask, BROWSER, enter, outcomeOf, register, sql, start } from './identity.js';
import type { MailServer } from './mail-server.js';
import { overtaken } from './overtaken.js';
import { codeOf, turnOn } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const NEW = 'another sesame 2';

const from = (name: string, ip: string) => ({ ...BROWSER, ip, device: name.padEnd(43, '-') });
const laptop = from('laptop', '198.51.100.5');
const phone = from('phone', '198.51.100.6');
const strangers = from('stranger', '203.0.113.66');

const confirmIn = async (running: RunningService, mails: MailServer, { device }: { device?: string } = {}, nth = 0) => {
  const token = tokenIn(await mailAbout(mails, 'Confirm your email address', 'an@example.com', nth));
  await ask(running, confirmEmailRpc, { token, ...(device && { device }) });
};

async function reset(running: RunningService, mails: MailServer, { ip, device } = laptop, nth = 0): Promise<void> {
  await ask(running, forgotPasswordRpc, { email: 'an@example.com', ip, language: 'en' });
  const token = tokenIn(await mailAbout(mails, 'Reset your password', 'an@example.com', nth));
  await ask(running, resetPasswordRpc, { token, password: NEW, ip, device, language: 'en' });
}

/** Of each account, in the order of addresses: whether its holder is known, or in how many browsers the link was opened meanwhile. */
const holders = async (running: RunningService) => {
  const rows = await sql<{ state: number | 'known' | 'unconfirmed' }>(
    running,
    `SELECT CASE WHEN email_verified_at IS NULL THEN '"unconfirmed"' WHEN confirmed_devices IS NULL THEN '"known"'
       ELSE cardinality(confirmed_devices)::text END::jsonb AS state FROM users ORDER BY email_lower`,
  );
  return rows.map(({ state }) => state);
};
const hasSecondFactor = async (running: RunningService) => (await sql(running, 'SELECT 1 FROM two_factors')).length > 0;

describe('a stranger who has opened an account under the address of somebody', () => {
  it('has nothing left in it once its owner sets the password, though she has confirmed the address before', async () => {
    const running = await start({ ...servers.env('stranger'), ...GOOGLE });
    const mails = await mailServerOf(running);
    const session = await register(running, { origin: strangers });
    const { id } = session.user;
    await setPlan(running, 'premium');
    const { secret } = await turnOn(running, session);
    const { api_key } = await createKey(running, session);
    await sql(running, "INSERT INTO google_accounts (issuer, subject, user_id) VALUES ('g', 'stranger', $1)", [id]);
    await sql(
      running,
      `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, user_agent)
       VALUES ($1, $1, $2, 'https://push.example/', '\\x00', 'key', 'secret', '')`,
      [id, session.session_id],
    );

    await confirmIn(running, mails, laptop);
    // That he goes on signing in where he is shows nothing.
    const again = await enter(running, { origin: strangers, code: codeOf(secret) });
    expect(again.user.email_verified).toBe(true);
    expect(await holders(running)).toEqual([1]);
    expect(await outcomeOf(withGoogle(running))).toBe('google.address_unconfirmed');

    await reset(running, mails);
    for (const { session_token } of [session, again]) {
      expect(await ask(running, getSessionRpc, { session_token })).toBeNull();
    }
    expect(await outcomeOf(use(running, api_key))).toBe('auth.api_key_invalid');
    for (const table of ['two_factors', 'recovery_codes', 'google_accounts', 'push_subscriptions']) {
      expect([table, await sql(running, `SELECT 1 FROM ${table}`)]).toEqual([table, []]);
    }
    expect(await storedEvents(running, accountClaimed, ({ user_id }) => user_id === id)).toHaveLength(1);
    expect(await outcomeOf(enter(running, { origin: strangers, code: codeOf(secret) }))).toBe('auth.bad_credentials');
    expect(await outcomeOf(enter(running, { origin: laptop, password: NEW }))).toBe('success');
    expect(await holders(running)).toEqual(['known']);
    // With Google, too, from now on.
    expect((await withGoogle(running)).started?.user.id).toBe(id);
  });

  it('is not taken for her by a link that she opens again elsewhere, nor by an entry that tells of no browser', async () => {
    const running = await start(servers.env('elsewhere'));
    const mails = await mailServerOf(running);
    await register(running, { origin: strangers });
    await confirmIn(running, mails, laptop);
    await enter(running, { origin: { ip: strangers.ip, user_agent: strangers.user_agent } });
    await confirmIn(running, mails, phone);
    await confirmIn(running, mails, phone);
    await confirmIn(running, mails);
    await enter(running, { origin: strangers });
    expect(await holders(running)).toEqual([2]);
  });

  it('does not push out the browser in which she opens the link, however many others did before', async () => {
    const running = await start(servers.env('many'));
    const mails = await mailServerOf(running);
    await register(running, { origin: strangers });
    for (let nth = 0; nth < 10; nth += 1) await confirmIn(running, mails, from(`nth${nth}`, laptop.ip));
    await confirmIn(running, mails, phone);
    expect(await holders(running)).toEqual([8]);
    await enter(running, { origin: phone });
    expect(await holders(running)).toEqual(['known']);
  });
});

describe('the owner of an account', () => {
  it('keeps the second factor when the password is set anew, where the link was opened in their own browser', async () => {
    const running = await start(servers.env('own'));
    const mails = await mailServerOf(running);
    const session = await register(running, { origin: laptop });
    await confirmIn(running, mails, laptop);
    expect(await holders(running)).toEqual(['known']);
    const { secret } = await turnOn(running, session);
    await reset(running, mails);
    expect(await outcomeOf(enter(running, { origin: laptop, password: NEW }))).toBe('two_factor.required');
    expect(await outcomeOf(enter(running, { origin: laptop, password: NEW, code: codeOf(secret) }))).toBe('success');
  });

  it('is known by a sign-in with the telephone that the link was opened on, which the link alone did not make known', async () => {
    const running = await start(servers.env('phone'));
    const mails = await mailServerOf(running);
    const session = await register(running, { origin: laptop });
    await confirmIn(running, mails, phone);
    expect(await sql(running, 'SELECT 1 FROM known_devices')).toHaveLength(1);
    expect(await holders(running)).toEqual([1]);
    const { secret } = await turnOn(running, session);
    // A password without its code shows nothing.
    expect(await outcomeOf(enter(running, { origin: phone }))).toBe('two_factor.required');
    expect(await holders(running)).toEqual([1]);
    await enter(running, { origin: phone, code: codeOf(secret) });
    expect(await holders(running)).toEqual(['known']);
    // It is a new device at that sign-in.
    expect(await sql(running, "SELECT 1 FROM notifications WHERE kind = 'sign_in_new_device'")).toHaveLength(1);
    await reset(running, mails);
    expect(await hasSecondFactor(running)).toBe(true);
  });

  it('is not known by signing in with another browser alone, and is after the first reset', async () => {
    const running = await start(servers.env('other-browser'));
    const mails = await mailServerOf(running);
    const session = await register(running, { origin: laptop });
    await confirmIn(running, mails, phone);
    await turnOn(running, session);
    expect(await holders(running)).toEqual([1]);
    await reset(running, mails);
    expect(await hasSecondFactor(running)).toBe(false);
    expect(await holders(running)).toEqual(['known']);
    await turnOn(running, await enter(running, { origin: laptop, password: NEW }), { current_password: NEW });
    await reset(running, mails, laptop, 1);
    expect(await hasSecondFactor(running)).toBe(true);
  });

  it('is known by any of the browsers that the link was opened in, and by a link that is asked for again', async () => {
    const running = await start(servers.env('several'));
    const mails = await mailServerOf(running);
    await register(running, { origin: laptop });
    await confirmIn(running, mails, from('cafe', '198.51.100.7'));
    await confirmIn(running, mails, phone);
    expect(await holders(running)).toEqual([2]);
    await ask(running, resendConfirmationRpc, { email: 'an@example.com', ip: laptop.ip, language: 'en' });
    await confirmIn(running, mails, laptop, 1);
    expect(await holders(running)).toEqual(['known']);
    // Of whom it is known nothing more is asked.
    await ask(running, resendConfirmationRpc, { email: 'an@example.com', ip: laptop.ip, language: 'en' });
    await allLookedAt(running);
    expect(mails.received.filter(({ subject }) => subject === 'Confirm your email address')).toHaveLength(2);
  });

  it('is who comes from Google, the first administrator, and whoever was confirmed by a former release', async () => {
    const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'admin-secret' };
    const running = await start({ ...servers.env('made'), ...GOOGLE, ...admin });
    await withGoogle(running, {}, { accept_terms: true });
    await register(running, { email: 'binh@example.com' });
    expect(await holders(running)).toEqual(['known', 'known', 'unconfirmed']);
    // A process of the former release writes no more than that, and its gateway tells of no browser.
    await sql(running, "UPDATE users SET email_verified_at = now() WHERE email = 'binh@example.com'");
    const { started } = await withGoogle(running, { sub: 'google-binh', email: 'binh@example.com' });
    expect(started?.user.email).toBe('binh@example.com');
    const mails = await mailServerOf(running);
    await register(running, { email: 'chi@example.com' });
    await ask(running, confirmEmailRpc, {
      token: tokenIn(await mailAbout(mails, 'Confirm your email address', 'chi@example.com')),
    });
    expect(await holders(running)).toEqual(['known', 'known', 'known', 'known']);
  });

  it('is known where the link is opened while somebody enters the account in that browser', async () => {
    const running = await start(servers.env('at-once'));
    const mails = await mailServerOf(running);
    const { user } = await register(running, { origin: laptop });
    await confirmIn(running, mails, from('cafe', '198.51.100.7'));
    await overtaken(
      running,
      [
        // As an entry does, which was there first.
        ['SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.id]],
        ['INSERT INTO known_devices (user_id, device_hash) VALUES ($1, $2)', [user.id, hashDevice(phone.device)]],
      ],
      () => confirmIn(running, mails, phone),
    );
    expect(await holders(running)).toEqual(['known']);
  });
});

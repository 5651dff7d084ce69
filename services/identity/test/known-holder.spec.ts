import { describe, expect, it } from '@jest/globals';
import {
  accountClaimed,
  confirmEmailRpc,
  forgotPasswordRpc,
  getSessionRpc,
  resetPasswordRpc,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { FillKnownHolders1795797000190 } from '../src/migrations/1795797000190-fill-known-holders.js';
import { mailAbout, mailServerOf, tokenIn } from './account-mails.js';
import { create as createKey, setPlan, use } from './api-keys.js';
import { GOOGLE, withGoogle } from './google.js';
import { ask, BROWSER, enter, outcomeOf, register, sql, start } from './identity.js';
import type { MailServer } from './mail-server.js';
import { codeOf, turnOn } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const NEW = 'another sesame 2';

const from = (name: string, ip: string) => ({ ...BROWSER, ip, device: name.padEnd(43, '-') });
const laptop = from('laptop', '198.51.100.5');
const phone = from('phone', '198.51.100.6');
const strangers = from('stranger', '203.0.113.66');

const confirmIn = async (running: RunningService, mails: MailServer, { device }: { device?: string } = {}) => {
  const token = tokenIn(await mailAbout(mails, 'Confirm your email address'));
  await ask(running, confirmEmailRpc, { token, ...(device && { device }) });
};

async function reset(running: RunningService, mails: MailServer, { ip, device } = laptop, nth = 0): Promise<void> {
  await ask(running, forgotPasswordRpc, { email: 'an@example.com', ip, language: 'en' });
  const token = tokenIn(await mailAbout(mails, 'Reset your password', 'an@example.com', nth));
  await ask(running, resetPasswordRpc, { token, password: NEW, ip, device, language: 'en' });
}

const holders = (running: RunningService) =>
  sql<{ proven: boolean; waits: boolean }>(
    running,
    'SELECT holder_proven_at IS NOT NULL AS proven, confirmed_device_hash IS NOT NULL AS waits FROM users',
  );
const PROVEN = [{ proven: true, waits: false }];
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
    expect(await holders(running)).toEqual([{ proven: false, waits: true }]);
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
    expect(await holders(running)).toEqual(PROVEN);
    // With Google, too, from now on.
    expect((await withGoogle(running)).started?.user.id).toBe(id);
  });

  it('is not taken for her where her browser tells nothing, nor by a link that she opens again elsewhere', async () => {
    const running = await start(servers.env('nothing'));
    const mails = await mailServerOf(running);
    await register(running, { origin: strangers });
    await confirmIn(running, mails);
    expect(await holders(running)).toEqual([{ proven: false, waits: false }]);
    await enter(running, { origin: { ip: strangers.ip, user_agent: strangers.user_agent } });
    await confirmIn(running, mails, laptop);
    await confirmIn(running, mails, phone);
    await enter(running, { origin: strangers });
    expect(await holders(running)).toEqual([{ proven: false, waits: true }]);
  });
});

describe('the owner of an account', () => {
  it('keeps the second factor when the password is set anew, where the link was opened in their own browser', async () => {
    const running = await start(servers.env('own'));
    const mails = await mailServerOf(running);
    const session = await register(running, { origin: laptop });
    await confirmIn(running, mails, laptop);
    expect(await holders(running)).toEqual(PROVEN);
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
    expect(await holders(running)).toEqual([{ proven: false, waits: true }]);
    const { secret } = await turnOn(running, session);
    // A password without its code shows nothing.
    expect(await outcomeOf(enter(running, { origin: phone }))).toBe('two_factor.required');
    expect(await holders(running)).toEqual([{ proven: false, waits: true }]);
    await enter(running, { origin: phone, code: codeOf(secret) });
    expect(await holders(running)).toEqual(PROVEN);
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
    expect(await holders(running)).toEqual([{ proven: false, waits: true }]);
    await reset(running, mails);
    expect(await hasSecondFactor(running)).toBe(false);
    expect(await holders(running)).toEqual(PROVEN);
    await turnOn(running, await enter(running, { origin: laptop, password: NEW }), { current_password: NEW });
    await reset(running, mails, laptop, 1);
    expect(await hasSecondFactor(running)).toBe(true);
  });

  it('is who comes from Google, and the first administrator; whom somebody has confirmed by hand is not', async () => {
    const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'admin-secret' };
    const running = await start({ ...servers.env('made'), ...GOOGLE, ...admin });
    await withGoogle(running, {}, { accept_terms: true });
    expect(await holders(running)).toEqual([...PROVEN, ...PROVEN]);
    await register(running, { email: 'binh@example.com' });
    await sql(running, 'UPDATE users SET email_verified_at = now()');
    expect((await holders(running)).filter(({ proven }) => proven)).toHaveLength(2);
    expect(await outcomeOf(withGoogle(running, { sub: 'google-binh', email: 'binh@example.com' }))).toBe(
      'google.address_unconfirmed',
    );
  });
});

it('takes the holders of accounts for known that were confirmed before anybody looked at it', async () => {
  const running = await start(servers.env('before'));
  await register(running);
  await register(running, { email: 'binh@example.com' });
  await sql(running, "UPDATE users SET email_verified_at = '2026-01-01T00:00Z' WHERE email = 'an@example.com'");
  const runner = running.get<DataSource>(DataSource).createQueryRunner();
  try {
    await new FillKnownHolders1795797000190().up(runner);
  } finally {
    await runner.release();
  }
  expect(await sql(running, 'SELECT email, holder_proven_at FROM users ORDER BY email')).toEqual([
    { email: 'an@example.com', holder_proven_at: new Date('2026-01-01T00:00Z') },
    { email: 'binh@example.com', holder_proven_at: null },
  ]);
});

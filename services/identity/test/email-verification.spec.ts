import { describe, expect, it } from '@jest/globals';
import {
  changePasswordRpc,
  confirmEmailRpc,
  getSecuritySettingsRpc,
  getSessionRpc,
  listSessionsRpc,
  resendConfirmationRpc,
  type SessionStarted,
  securityChanged,
  updateSecuritySettingsRpc,
  updateSettingsRpc,
} from '@linkway/contracts';
import { AppError, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { mailAbout, mailServerOf, tokenIn } from './account-mails.js';
import { administrator } from './administrator.js';
import { create, premium, use } from './api-keys.js';
import { GOOGLE, withGoogle } from './google.js';
import { ask, BROWSER, enter, outcomeOf, PASSWORD, register, sql, start } from './identity.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const INBOX = { MAIL_INBOX: 'true' };
const BINH = { email: 'binh@example.com' };
const REFUSED = 'auth.email_confirmation_required';

const confirmed = (running: RunningService, email: string) =>
  sql(running, 'UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);

async function confirmedAdministrator(running: RunningService): Promise<SessionStarted> {
  const admin = await administrator(running);
  await confirmed(running, admin.user.email);
  return admin;
}
const demand = (running: RunningService, by: SessionStarted, email_verification_required: boolean) =>
  inSession(running, by, updateSecuritySettingsRpc, { email_verification_required, ip: BROWSER.ip });
/** By an administrator whose address is confirmed. */
async function turnedOn(running: RunningService): Promise<SessionStarted> {
  const admin = await confirmedAdministrator(running);
  await demand(running, admin, true);
  return admin;
}
const found = async (running: RunningService, { session_token }: SessionStarted) =>
  (await ask(running, getSessionRpc, { session_token }))?.user.must_confirm_email;
const devices = (running: RunningService, by: SessionStarted) => inSession(running, by, listSessionsRpc, {});
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error as AppError).errors?.map(({ field, code }) => `${field} ${code}`),
  );

describe('whoever has not confirmed their address', () => {
  it('acts as ever until an administrator says otherwise', async () => {
    const running = await start(servers.env('off', INBOX));
    const person = await register(running, BINH);
    expect(person.user).toMatchObject({ email_verified: false, must_confirm_email: false });
    expect(await found(running, person)).toBe(false);
    expect(await outcomeOf(devices(running, person))).toBe('success');
  });

  it('acts also where the settings are not there, as after a part of a backup was brought back', async () => {
    const running = await start(servers.env('missing', INBOX));
    const owner = await premium(running);
    const { api_key } = await create(running, owner);
    await sql(running, 'DELETE FROM security_settings');
    expect(await found(running, owner)).toBe(false);
    expect(await outcomeOf(devices(running, owner))).toBe('success');
    expect(await outcomeOf(use(running, api_key))).toBe('success');
    expect((await enter(running, { email: owner.user.email })).user.must_confirm_email).toBe(false);
  });

  it('has a session then, in which nothing of the account is done, also one that was open before', async () => {
    const running = await start(servers.env('held', INBOX));
    const before = await register(running, BINH);
    const admin = await turnedOn(running);
    const after = await register(running, { email: 'chi@example.com' });
    const again = await enter(running, BINH);
    for (const { user } of [after, again]) expect(user.must_confirm_email).toBe(true);
    for (const session of [before, after, again]) {
      expect(await found(running, session)).toBe(true);
      expect(await outcomeOf(devices(running, session))).toBe(REFUSED);
    }
    const input = { current_password: PASSWORD, new_password: 'another one of mine', origin: BROWSER };
    expect(await outcomeOf(inSession(running, after, changePasswordRpc, input))).toBe(REFUSED);
    const choice = { language: 'vi', chosen_seconds_ago: 0 } as const;
    expect(await outcomeOf(inSession(running, after, updateSettingsRpc, choice))).toBe(REFUSED);
    expect(await found(running, admin)).toBe(false);
    expect(await outcomeOf(devices(running, admin))).toBe('success');
    await demand(running, admin, false);
    for (const session of [before, after, again]) {
      expect(await found(running, session)).toBe(false);
      expect(await outcomeOf(devices(running, session))).toBe('success');
    }
  });

  it('asks for the mail again, and goes on in the same session once its link was followed', async () => {
    const running = await start(servers.env('confirms', INBOX));
    const mails = await mailServerOf(running);
    await turnedOn(running);
    const session = await register(running, BINH);
    const first = await mailAbout(mails, 'Confirm your email address', BINH.email);
    await ask(running, resendConfirmationRpc, { ...BINH, ip: BROWSER.ip, language: 'vi' });
    const second = await mailAbout(mails, 'Xác nhận địa chỉ email của bạn', BINH.email);
    expect(tokenIn(second)).not.toBe(tokenIn(first));
    await ask(running, confirmEmailRpc, { token: tokenIn(second) });
    expect(await found(running, session)).toBe(false);
    expect(await outcomeOf(devices(running, session))).toBe('success');
    expect((await enter(running, BINH)).user.must_confirm_email).toBe(false);
  });

  it('is not let in by a key of theirs, which works again afterwards', async () => {
    const running = await start(servers.env('keys', INBOX));
    const owner = await premium(running);
    const { api_key } = await create(running, owner);
    const admin = await turnedOn(running);
    expect(await outcomeOf(use(running, api_key))).toBe(REFUSED);
    await confirmed(running, owner.user.email);
    expect(await outcomeOf(use(running, api_key))).toBe('success');
    await sql(running, 'UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.user.id]);
    await demand(running, admin, false);
    expect(await outcomeOf(use(running, api_key))).toBe('success');
  });

  it('is nobody of whom Google has said that the address is theirs', async () => {
    const running = await start(servers.env('google', { ...INBOX, ...GOOGLE }));
    await turnedOn(running);
    const { started } = await withGoogle(running, {}, { accept_terms: true });
    expect(started?.user).toMatchObject({ email_verified: true, must_confirm_email: false });
  });
});

describe('asking for confirmed addresses', () => {
  it('is refused to an administrator whose own is not, and to nobody who stops asking', async () => {
    const running = await start(servers.env('own', INBOX));
    const admin = await administrator(running);
    expect(await faultOf(demand(running, admin, true))).toEqual([
      'email_verification_required security.own_email_unconfirmed',
    ]);
    expect(await inSession(running, admin, getSecuritySettingsRpc, {})).toMatchObject({
      email_verification_required: false,
    });
    await confirmed(running, admin.user.email);
    expect(await demand(running, admin, true)).toMatchObject({ email_verification_required: true });
    expect(await demand(running, admin, false)).toMatchObject({ email_verification_required: false });
  });

  it('is refused where no mail leaves, and is not once a server is set', async () => {
    const running = await start(servers.env('mute', { DATABASE_POOL_SIZE: '1' }));
    const admin = await confirmedAdministrator(running);
    expect(await faultOf(demand(running, admin, true))).toEqual([
      'email_verification_required security.mail_unavailable',
    ]);
    await mailServerOf(running);
    expect(await demand(running, admin, true)).toMatchObject({ email_verification_required: true });
    // What is so already is judged no more.
    await sql(running, 'UPDATE smtp_settings SET enabled = false');
    const other = { requests_per_minute: 30, email_verification_required: true, ip: BROWSER.ip };
    expect(await inSession(running, admin, updateSecuritySettingsRpc, other)).toMatchObject({
      requests_per_minute: 30,
    });
  });

  it('is open to the first administrator, whose address is taken as it was configured', async () => {
    const first = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: 'admin-secret' };
    const running = await start(servers.env('first', { ...INBOX, ...first }));
    const admin = await enter(running, { email: first.ADMIN_EMAIL, password: first.ADMIN_PASSWORD });
    expect(await demand(running, admin, true)).toMatchObject({ email_verification_required: true });
    expect(await found(running, admin)).toBe(false);
  });

  it('is told of to every node', async () => {
    const running = await start(servers.env('told', INBOX));
    await turnedOn(running);
    await eventually(async () => {
      const events = await storedEvents(running, securityChanged, () => true);
      expect(events.at(-1)?.data).toMatchObject({ email_verification_required: true });
    });
  });
});

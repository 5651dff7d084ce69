import { describe, expect, it } from '@jest/globals';
import {
  accountClaimed,
  changePasswordRpc,
  confirmEmailRpc,
  forgotPasswordRpc,
  getSessionRpc,
  identityAuditRecorded,
  resetPasswordRpc,
  sessionEnded,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { requestDeletion } from './account-deletion.js';
import { allLookedAt, mailAbout, mailServerOf, ownersConfirm, statementsOf, tokenIn } from './account-mails.js';
import { create as createKey, setPlan, use } from './api-keys.js';
import { GOOGLE, withGoogle } from './google.js';
import { ask, BROWSER, callerOf, enter, outcomeOf, PASSWORD, register, sql, start, tally } from './identity.js';
import type { MailServer } from './mail-server.js';
import { overtaken } from './overtaken.js';
import { codeOf, turnOn } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const SUBJECT = 'Reset your password';
const NEW = 'another sesame 2';
const INVALID = 'auth.reset_link_invalid';

const forgot = (running: RunningService, email = 'an@example.com', ip = BROWSER.ip, language: 'en' | 'vi' = 'en') =>
  ask(running, forgotPasswordRpc, { email, ip, language });
const reset = (running: RunningService, token: string, password = NEW, device?: string) =>
  ask(running, resetPasswordRpc, { token, password, ip: BROWSER.ip, language: 'en', ...(device && { device }) });
/** By a mail that is asked for, as whoever has the mailbox does it. */
async function resetByMail(running: RunningService, mails: MailServer, device?: string): Promise<void> {
  await forgot(running);
  await reset(running, tokenIn(await mailAbout(mails, SUBJECT)), NEW, device);
}
/** Strangers have used up all tries that the account gives them. */
async function useUpTries(running: RunningService): Promise<void> {
  await outcomeOf(enter(running, { password: 'wrong-one', origin: { ...BROWSER, ip: '203.0.113.66' } }));
  await sql(running, "UPDATE attempts SET count = 100 WHERE key LIKE 'sign-in-account%'");
}

describe('a forgotten password', () => {
  it('is set anew by a link that works once, ends every session, and tells the owner', async () => {
    const running = await start(servers.env('reset'));
    const mails = await mailServerOf(running);
    const { user, session_token, session_id } = await register(running);
    const other = await enter(running);
    await forgot(running, ' AN@Example.com ');
    const mail = await mailAbout(mails, SUBJECT);
    expect(mail.links).toEqual([expect.stringMatching(/^https:\/\/linkway\.example\/reset-password#token=[\w-]{43}$/)]);
    const token = tokenIn(mail);
    const [row] = await sql<{ minutes: number }>(
      running,
      "SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM account_links WHERE purpose = 'reset_password'",
    );
    expect(row?.minutes).toBe(60);

    await sql(running, 'UPDATE users SET must_change_password = true');
    await sql(running, "INSERT INTO known_devices (user_id, device_hash) VALUES ($1, sha256('a device'))", [user.id]);
    await reset(running, token);
    // A sign-in with the former password that is under way starts nothing, and who knew it has no guesses of their own.
    expect(
      await sql(running, 'SELECT password_changes, must_change_password FROM users WHERE id = $1', [user.id]),
    ).toEqual([{ password_changes: 1, must_change_password: false }]);
    expect(await sql(running, 'SELECT 1 FROM known_devices WHERE user_id = $1', [user.id])).toEqual([]);
    for (const { session_token } of [other, await register(running, { email: 'binh@example.com' })]) {
      const session = await ask(running, getSessionRpc, { session_token });
      expect(session === null).toBe(session_token === other.session_token);
    }
    expect(await ask(running, getSessionRpc, { session_token })).toBeNull();
    await eventually(async () => {
      const ended = await storedEvents(running, sessionEnded, (data) => data.user_id === user.id);
      expect(ended.map(({ data }) => data.session_id).sort()).toEqual([session_id, other.session_id].sort());
    });
    expect(await outcomeOf(enter(running))).toBe('auth.bad_credentials');
    const entered = await enter(running, { password: NEW });
    // Whoever got the link has the address.
    expect(entered.user.email_verified).toBe(true);
    const notice = await mailAbout(mails, 'Your password was changed');
    expect(notice.links).toEqual(['https://linkway.example/forgot-password']);

    expect(await outcomeOf(reset(running, token, 'a third sesame 3'))).toBe(INVALID);
    expect(await outcomeOf(enter(running, { password: NEW }))).toBe('success');
  });

  it('answers alike whether there is an account or not, and does the same until then', async () => {
    const running = await start(servers.env('alike'));
    const mails = await mailServerOf(running);
    await register(running);
    const known = await statementsOf(running, () => forgot(running));
    const unknown = await statementsOf(running, () => forgot(running, 'nobody@example.com'));
    expect(known).toEqual(unknown);
    expect(known).toHaveLength(2);
    expect(await forgot(running)).toEqual(await forgot(running, 'nobody@example.com'));
    await allLookedAt(running);
    expect(mails.to('nobody@example.com')).toEqual([]);
  });

  it('is asked for in the language of the page', async () => {
    const running = await start(servers.env('language'));
    const mails = await mailServerOf(running);
    await register(running);
    await forgot(running, 'an@example.com', BROWSER.ip, 'vi');
    const { content } = await mailAbout(mails, 'Đặt lại mật khẩu của bạn');
    expect(content).toContain('Liên kết chỉ dùng được một lần và hết hạn sau 1 giờ');
  });

  it('has one link that works: the last one', async () => {
    const running = await start(servers.env('last'));
    const mails = await mailServerOf(running);
    await register(running);
    await forgot(running);
    const first = tokenIn(await mailAbout(mails, SUBJECT));
    await forgot(running);
    const last = tokenIn(await mailAbout(mails, SUBJECT, 'an@example.com', 1));
    expect(await outcomeOf(reset(running, first))).toBe(INVALID);
    expect(await outcomeOf(reset(running, last))).toBe('success');
  });

  it('has one link that works, also where it is asked for many times at once', async () => {
    const env = servers.env('asked-at-once', { LOG_LEVEL: 'fatal' });
    const processes = [await start(env), await start(env), await start(env)];
    const [running] = processes;
    if (!running) throw new Error('no process');
    await register(running);
    for (let round = 1; round <= 5; round += 1) {
      await Promise.all(processes.map((each) => forgot(each, 'an@example.com', `203.0.113.${round}`)));
      await eventually(async () => expect(await sql(running, 'SELECT 1 FROM mail_requests')).toEqual([]));
      expect(await sql(running, "SELECT 1 FROM account_links WHERE purpose = 'reset_password'")).toHaveLength(1);
      await sql(running, 'DELETE FROM attempts');
    }
  });

  it('has no link any more once there is another password', async () => {
    const running = await start(servers.env('changed'));
    const mails = await mailServerOf(running);
    const session = await register(running);
    await forgot(running);
    const token = tokenIn(await mailAbout(mails, SUBJECT));
    const confirmation = tokenIn(await mailAbout(mails, 'Confirm your email address'));
    const change = { current_password: PASSWORD, new_password: NEW, origin: BROWSER };
    await running.get<RpcClient>(RpcClient).call(changePasswordRpc, change, { caller: callerOf(session) });
    expect(await outcomeOf(reset(running, token, 'a third sesame 3'))).toBe(INVALID);
    expect(await outcomeOf(enter(running, { password: NEW }))).toBe('success');
    // What was sent for something else stays good.
    expect(await outcomeOf(ask(running, confirmEmailRpc, { token: confirmation }))).toBe('success');
  });

  it('is set by one of many who use the link at once', async () => {
    const running = await start(servers.env('at-once', { HASH_CONCURRENCY: '8' }));
    const mails = await mailServerOf(running);
    await register(running);
    await forgot(running);
    const token = tokenIn(await mailAbout(mails, SUBJECT));
    const outcomes = Array.from({ length: 6 }, (_, nth) => outcomeOf(reset(running, token, `sesame number ${nth}`)));
    expect(tally(await Promise.all(outcomes))).toEqual({ success: 1, [INVALID]: 5 });
  });

  it('takes no link that has expired, is for something else, or whose account is disabled', async () => {
    const running = await start(servers.env('invalid'));
    const mails = await mailServerOf(running);
    await register(running);
    const confirmation = tokenIn(await mailAbout(mails, 'Confirm your email address'));
    expect(await outcomeOf(reset(running, confirmation))).toBe(INVALID);
    expect(await outcomeOf(reset(running, 'unknown'))).toBe(INVALID);
    await forgot(running);
    const token = tokenIn(await mailAbout(mails, SUBJECT));
    await sql(running, "UPDATE users SET status = 'disabled'");
    expect(await outcomeOf(reset(running, token))).toBe(INVALID);
    await forgot(running);
    await allLookedAt(running);
    expect(mails.received).toHaveLength(2);
    await sql(running, "UPDATE users SET status = 'active'");
    await sql(running, 'UPDATE account_links SET expires_at = now()');
    expect(await outcomeOf(reset(running, token))).toBe(INVALID);
    expect(await outcomeOf(enter(running))).toBe('success');
  });

  it('keeps to the rules of passwords, and a refused one leaves the link as it was', async () => {
    const running = await start(servers.env('rules'));
    const mails = await mailServerOf(running);
    await register(running);
    await forgot(running);
    const token = tokenIn(await mailAbout(mails, SUBJECT));
    expect(await outcomeOf(reset(running, token, '12345'))).toBe('auth.password_weak');
    expect(await outcomeOf(reset(running, token, 'qwerty'))).toBe('auth.password_common');
    expect(await outcomeOf(reset(running, token, 'Nguyen An 1990'))).toBe('auth.password_personal');
    expect(await outcomeOf(reset(running, token, 'An@Example.com'))).toBe('auth.password_personal');
    expect(await outcomeOf(reset(running, token))).toBe('success');
  });

  it('lets an owner in again who was locked out, from wherever the wrong passwords came', async () => {
    const running = await start(servers.env('locked'));
    const mails = await mailServerOf(running);
    const device = 'a-browser-that-is-known';
    await register(running, { origin: { ...BROWSER, device } });
    await register(running, { email: 'binh@example.com' });
    const origins = [BROWSER, { ...BROWSER, ip: '203.0.113.7' }, { ...BROWSER, device }];
    for (const origin of origins) {
      await outcomeOf(enter(running, { origin, password: 'wrong-one' }));
      await outcomeOf(enter(running, { origin, email: 'binh@example.com', password: 'wrong-one' }));
    }
    await sql(
      running,
      "UPDATE attempts SET count = 100 WHERE key LIKE 'sign-in-%' AND key NOT LIKE 'sign-in-network%'",
    );
    for (const origin of origins) expect(await outcomeOf(enter(running, { origin }))).toBe('auth.throttled');
    await forgot(running);
    await reset(running, tokenIn(await mailAbout(mails, SUBJECT)));
    for (const origin of origins) expect(await outcomeOf(enter(running, { origin, password: NEW }))).toBe('success');
    // Of others nothing is forgotten.
    expect(await outcomeOf(enter(running, { email: 'binh@example.com', password: PASSWORD }))).toBe('auth.throttled');
  });

  it('leaves the browser that it is set in known, and no other, so that whoever goes on guessing locks nobody out', async () => {
    const running = await start(servers.env('goes-on'));
    const mails = await mailServerOf(running);
    const [mine, former] = ['the-browser-of-the-owner', 'a-browser-of-somebody'];
    await register(running, { origin: { ...BROWSER, device: mine } });
    await enter(running, { origin: { ...BROWSER, device: former } });
    await useUpTries(running);
    await resetByMail(running, mails, mine);
    await useUpTries(running);
    const entering = (device: string) => outcomeOf(enter(running, { password: NEW, origin: { ...BROWSER, device } }));
    expect(await entering(former)).toBe('auth.throttled');
    expect(await entering(mine)).toBe('success');
  });

  it('is asked for a few times only', async () => {
    const running = await start(servers.env('throttled'));
    for (let nth = 0; nth < 5; nth += 1) expect(await outcomeOf(forgot(running))).toBe('success');
    expect(await outcomeOf(forgot(running))).toBe('auth.throttled');
    expect(await outcomeOf(forgot(running, 'an@example.com', '203.0.113.7'))).toBe('success');
    expect(await outcomeOf(forgot(running, 'nobody@example.com'))).toBe('success');
    await sql(running, "UPDATE attempts SET count = 10 WHERE key LIKE 'forgot-password:%'");
    expect(await outcomeOf(forgot(running, 'an@example.com', '203.0.113.8'))).toBe('auth.throttled');
    expect(await outcomeOf(forgot(running, 'nobody'))).toBe('auth.email_invalid');
  });
});

describe('an address that nobody had confirmed', () => {
  const owner = { password: NEW, origin: { ...BROWSER, ip: '198.51.100.5' } };
  const stranger = { ...BROWSER, ip: '203.0.113.66' };

  it("is the owner's by the link, who finds nothing left by which a stranger kept them out or would get in again", async () => {
    const running = await start({ ...servers.env('squat'), ...GOOGLE });
    const mails = await mailServerOf(running);
    const session = await register(running, { origin: stranger });
    const { id } = session.user;
    await setPlan(running, 'premium');
    const keys = [await createKey(running, session), await createKey(running, session, { key_name: 'Other' })];
    const { secret } = await turnOn(running, session);
    await requestDeletion(running, session, { code: codeOf(secret) });
    await sql(running, "INSERT INTO google_accounts (issuer, subject, user_id) VALUES ('g', 'stranger', $1)", [id]);
    // Of a session that had run out already.
    await sql(
      running,
      `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, user_agent)
       VALUES ($1, $1, $2, 'https://push.example/', '\\x00', 'key', 'secret', '')`,
      [id, session.session_id],
    );
    await sql(running, "UPDATE sessions SET last_seen_at = now() - interval '31 days'");

    await resetByMail(running, mails);
    expect(await outcomeOf(enter(running, owner))).toBe('success');
    for (const { api_key } of keys) expect(await outcomeOf(use(running, api_key))).toBe('auth.api_key_invalid');
    for (const table of ['two_factors', 'recovery_codes', 'google_accounts', 'push_subscriptions']) {
      expect([table, await sql(running, `SELECT 1 FROM ${table}`)]).toEqual([table, []]);
    }
    expect(await sql(running, 'SELECT deletion_at FROM users')).toEqual([{ deletion_at: null }]);
    // With Google, too.
    expect((await withGoogle(running)).started?.user.id).toBe(id);
    await mailAbout(mails, 'Two-factor authentication is off');
    await mailAbout(mails, 'Your Linkway account stays');
    const acts = await actsOf(running, id);
    // So that nobody is told of it by webhooks either.
    expect(await claims(running, id)).toEqual([{ user_id: id, workspace_id: id, claimed_at: expect.any(String) }]);
    expect(
      acts
        .filter(({ details }) => details?.by === 'reset_link')
        .map(({ action }) => action)
        .sort(),
    ).toEqual([
      'account.deletion_cancelled',
      'account.email_confirmed',
      'api_key.deleted',
      'api_key.deleted',
      'two_factor.disabled',
    ]);
  });

  it('keeps what is there once it is confirmed by who has the account', async () => {
    const running = await start(servers.env('confirmed'));
    const mails = await mailServerOf(running);
    const session = await register(running);
    await ownersConfirm(running);
    await setPlan(running, 'premium');
    const { api_key } = await createKey(running, session);
    await turnOn(running, session);
    await resetByMail(running, mails);
    await eventually(async () => expect(await sql(running, 'SELECT id FROM outbox')).toEqual([]));
    expect(await claims(running, session.user.id)).toEqual([]);
    expect(await outcomeOf(enter(running, owner))).toBe('two_factor.required');
    expect(await outcomeOf(use(running, api_key))).toBe('success');
  });

  it('has no key that was about to be made in the meantime', async () => {
    const running = await start(servers.env('meanwhile'));
    const session = await register(running);
    await setPlan(running, 'premium');
    // As the link does, which holds the account first and ends its sessions then.
    const made = await overtaken(
      running,
      [['SELECT 1 FROM users FOR NO KEY UPDATE'], ['UPDATE sessions SET ended_at = now()']],
      () => outcomeOf(createKey(running, session)),
    );
    expect(made).toBe('auth.unauthenticated');
    expect(await sql(running, 'SELECT 1 FROM api_keys')).toEqual([]);
  });
});

const claims = async (running: RunningService, userId: string) =>
  (await storedEvents(running, accountClaimed, ({ user_id }) => user_id === userId)).map(({ data }) => data);

async function actsOf(running: RunningService, userId: string) {
  await eventually(async () => expect(await sql(running, 'SELECT id FROM outbox')).toEqual([]));
  const events = await storedEvents(running, identityAuditRecorded, ({ user_id }) => user_id === userId);
  return events.map(({ data }) => data);
}

import { describe, expect, it } from '@jest/globals';
import { confirmEmailRpc, getSessionRpc, resendConfirmationRpc, userChanged } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { allLookedAt, mailAbout, mailServerOf, ownersConfirm, statementsOf, tokenIn } from './account-mails.js';
import { ask, BROWSER, enter, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const SUBJECT = 'Confirm your email address';

const confirm = (running: RunningService, token: string) => ask(running, confirmEmailRpc, { token });
const resend = (running: RunningService, email: string, ip = BROWSER.ip) =>
  ask(running, resendConfirmationRpc, { email, ip, language: 'en' });
const isVerified = async (running: RunningService, session_token: string) =>
  (await ask(running, getSessionRpc, { session_token }))?.user.email_verified;

describe('the confirmation of an address', () => {
  it('goes out with the registration, in the language of the page, and is shown once the link was used', async () => {
    const running = await start(servers.env('confirmed'));
    const mails = await mailServerOf(running);
    const { user, session_token } = await register(running, { language: 'vi' });
    expect(user.email_verified).toBe(false);
    // It may be used unconfirmed.
    expect((await enter(running)).user.email_verified).toBe(false);
    const mail = await mailAbout(mails, 'Xác nhận địa chỉ email của bạn');
    expect(mail.content).toContain('Xin chào Nguyễn An,');
    expect(mail.links).toEqual([expect.stringMatching(/^https:\/\/linkway\.example\/confirm-email#token=[\w-]{43}$/)]);
    const token = tokenIn(mail);
    const [row] = await sql<{ token_hash: Buffer; hours: number }>(
      running,
      'SELECT token_hash, extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM account_links',
    );
    expect(row?.token_hash.equals(Buffer.from(token, 'base64url'))).toBe(false);
    expect(row?.hours).toBe(24);

    await confirm(running, token);
    expect(await isVerified(running, session_token)).toBe(true);
    await eventually(async () => {
      const events = await storedEvents(running, userChanged, (data) => data.user_id === user.id);
      expect(events.map(({ data }) => data)).toEqual([{ user_id: user.id }]);
    });
    // A page that is loaded twice confirms twice.
    await confirm(running, token);
    expect(await storedEvents(running, userChanged, (data) => data.user_id === user.id)).toHaveLength(1);
  });

  it('takes no other token, none that has expired, and none of an address that is not the account’s any more', async () => {
    const running = await start(servers.env('invalid'));
    const mails = await mailServerOf(running);
    await register(running);
    const token = tokenIn(await mailAbout(mails, SUBJECT));
    const invalid = 'auth.confirmation_link_invalid';
    expect(await outcomeOf(confirm(running, `${token}x`))).toBe(invalid);
    expect(await outcomeOf(confirm(running, ''))).toBe('request.invalid');
    await sql(running, "UPDATE users SET email_lower = 'other@example.com'");
    expect(await outcomeOf(confirm(running, token))).toBe(invalid);
    await sql(running, "UPDATE users SET email_lower = 'an@example.com', status = 'disabled'");
    expect(await outcomeOf(confirm(running, token))).toBe(invalid);
    await sql(running, "UPDATE users SET status = 'active'");
    await sql(running, 'UPDATE account_links SET expires_at = now()');
    expect(await outcomeOf(confirm(running, token))).toBe(invalid);
    await sql(running, "UPDATE account_links SET expires_at = now() + interval '1 minute', purpose = 'reset_password'");
    expect(await outcomeOf(confirm(running, token))).toBe(invalid);
    expect(await sql(running, 'SELECT email_verified_at FROM users')).toEqual([{ email_verified_at: null }]);
  });

  it('has an effect once', async () => {
    const running = await start(servers.env('effect'));
    const mails = await mailServerOf(running);
    await register(running);
    const token = tokenIn(await mailAbout(mails, SUBJECT));
    await Promise.all(Array.from({ length: 5 }, () => confirm(running, token)));
    await sql(running, 'UPDATE users SET email_verified_at = NULL');
    expect(await outcomeOf(confirm(running, token))).toBe('auth.confirmation_link_invalid');
  });

  it('goes out once more when it is asked for, and those before it stay good', async () => {
    const running = await start(servers.env('again'));
    const mails = await mailServerOf(running);
    const { session_token } = await register(running);
    const first = tokenIn(await mailAbout(mails, SUBJECT));
    await resend(running, ' AN@example.com ');
    expect(tokenIn(await mailAbout(mails, SUBJECT, 'an@example.com', 1))).not.toBe(first);
    await confirm(running, first);
    expect(await isVerified(running, session_token)).toBe(true);
    await ownersConfirm(running);
    await resend(running, 'an@example.com');
    await resend(running, 'nobody@example.com');
    await allLookedAt(running);
    expect(mails.received).toHaveLength(2);
  });

  it('tells nobody who has an account, by what it answers or by what it does before that', async () => {
    const running = await start(servers.env('alike'));
    const mails = await mailServerOf(running);
    await register(running);
    await mailAbout(mails, SUBJECT);
    const known = await statementsOf(running, () => resend(running, 'an@example.com'));
    const unknown = await statementsOf(running, () => resend(running, 'nobody@example.com'));
    expect(known).toEqual(unknown);
    expect(known).toHaveLength(2);
    expect(await resend(running, 'an@example.com')).toEqual(await resend(running, 'nobody@example.com'));
  });

  it('is asked for a few times only, for an address and from a network', async () => {
    const running = await start(servers.env('throttled'));
    for (let nth = 0; nth < 5; nth += 1) expect(await outcomeOf(resend(running, 'a@example.com'))).toBe('success');
    expect(await outcomeOf(resend(running, 'A@example.com'))).toBe('auth.throttled');
    for (let nth = 0; nth < 4; nth += 1) {
      expect(await outcomeOf(resend(running, 'a@example.com', `203.0.113.${nth}`))).toBe('success');
    }
    // The one that was refused counts as well.
    expect(await outcomeOf(resend(running, 'a@example.com', '203.0.113.99'))).toBe('auth.throttled');
    await sql(running, "UPDATE attempts SET count = 50 WHERE key LIKE 'resend-confirmation-network:%'");
    expect(await outcomeOf(resend(running, 'b@example.com', '203.0.113.0'))).toBe('auth.throttled');
    expect(await outcomeOf(resend(running, 'b@example.com', '203.0.113.200'))).toBe('success');
  });

  it('is not asked for by a registration that fails', async () => {
    const running = await start(servers.env('failed'));
    const mails = await mailServerOf(running);
    await register(running);
    await mailAbout(mails, SUBJECT);
    await outcomeOf(register(running, { email: 'An@Example.com' }));
    await allLookedAt(running);
    expect(mails.received).toHaveLength(1);
  });

  it('calls nobody by a name that reads as a web address', async () => {
    const running = await start(servers.env('named'));
    const mails = await mailServerOf(running);
    await register(running, { full_name: 'Win a prize at evil.example' });
    const { content } = await mailAbout(mails, SUBJECT);
    expect(content).toContain('Hello an@example.com,');
    expect(content).not.toContain('evil');
  });

  it('is done by another process where the one that was asked is gone, and a request that fails holds up no other', async () => {
    const env = servers.env('gone', { LOG_LEVEL: 'fatal' });
    const first = await start(env);
    await register(first);
    await eventually(async () => expect(await sql(first, 'SELECT * FROM mail_requests')).toEqual([]));
    await sql(first, 'DELETE FROM mails');
    await first.stop();
    const second = await start(env);
    const mails = await mailServerOf(second);
    await sql(
      second,
      `INSERT INTO mail_requests (id, purpose, email_lower, language, created_at)
       VALUES (gen_random_uuid(), 'confirmation', 'an@example.com', 'xx', now() - interval '1 hour'),
         (gen_random_uuid(), 'confirmation', 'an@example.com', 'en', now())`,
    );
    await resend(second, 'nobody@example.com');
    await resend(second, 'nobody@example.com');
    await mailAbout(mails, SUBJECT);
    await sql(second, 'UPDATE mail_requests SET attempts = 9');
    await resend(second, 'nobody@example.com');
    await eventually(async () => expect(await sql(second, 'SELECT * FROM mail_requests')).toEqual([]));
    expect(mails.received).toHaveLength(1);
  });

  it('leaves what only a newer release writes to its processes', async () => {
    const running = await start(servers.env('newer'));
    await sql(
      running,
      `INSERT INTO mail_requests (id, purpose, email_lower, created_at)
       VALUES (gen_random_uuid(), 'birthday', 'an@example.com', now() - interval '1 hour')`,
    );
    await resend(running, 'nobody@example.com');
    await eventually(async () =>
      expect(await sql(running, 'SELECT purpose FROM mail_requests')).toEqual([{ purpose: 'birthday' }]),
    );
  });

  it('leaves nothing behind once its link has long expired', async () => {
    const running = await start(servers.env('tidy'));
    const mails = await mailServerOf(running);
    await register(running);
    await mailAbout(mails, SUBJECT);
    await sql(running, "UPDATE account_links SET expires_at = now() - interval '25 hours'");
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT * FROM account_links')).toEqual([]);
  });

  it('is not asked of the first admin', async () => {
    const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'admin-secret' };
    const running = await start(servers.env('admin', admin));
    const { user } = await enter(running, { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
    expect(user.email_verified).toBe(true);
    expect(await sql(running, 'SELECT * FROM mail_requests')).toEqual([]);
  });
});

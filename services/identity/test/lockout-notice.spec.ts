import { describe, expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { MailRequests } from '../src/mail-request/mail-requests.service.js';
import { allLookedAt, mailAbout, mailServerOf, statementsOf } from './account-mails.js';
import { BROWSER, enter, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const SUBJECT = 'Too many attempts to sign in to your account';

const guess = (running: RunningService, email = 'an@example.com', origin: Parameters<typeof enter>[1] = {}) =>
  outcomeOf(enter(running, { email, password: 'wrong-one', ...origin }));
/** All but the last of the tries. */
const almost = (running: RunningService, what = 'sign-in-pair') =>
  sql(
    running,
    `UPDATE attempts SET count = CASE WHEN key LIKE 'sign-in-account%' THEN 99 ELSE 9 END WHERE key LIKE '${what}:%'`,
  );
const notices = (running: RunningService) =>
  sql<{ recipient: string }>(running, "SELECT recipient FROM mails WHERE mail = 'lockout_notice'");

describe('the notice of a lockout', () => {
  it('goes to the owner when no more tries are taken, once an hour at most', async () => {
    const running = await start(servers.env('lockout'));
    const mails = await mailServerOf(running);
    await register(running, { language: 'en' });
    for (let nth = 1; nth <= 9; nth += 1) await guess(running);
    await allLookedAt(running);
    expect(await notices(running)).toEqual([]);
    await guess(running);
    const mail = await mailAbout(mails, SUBJECT);
    expect(mail.content).toMatch(/refused until \d\d\/\d\d\/\d{4} \d\d:\d\d \(GMT\+7\)/);
    expect(mail.links).toEqual(['https://linkway.example/forgot-password']);

    for (let nth = 0; nth < 3; nth += 1) expect(await guess(running)).toBe('auth.throttled');
    for (const ip of ['203.0.113.7', '203.0.113.8']) {
      await guess(running, 'an@example.com', { origin: { ...BROWSER, ip } });
      await almost(running);
      await guess(running, 'an@example.com', { origin: { ...BROWSER, ip } });
    }
    await allLookedAt(running);
    expect(await notices(running)).toHaveLength(1);

    await sql(running, "UPDATE mails SET created_at = now() - interval '61 minutes' WHERE mail = 'lockout_notice'");
    await sql(running, 'DELETE FROM attempts');
    await guess(running);
    await almost(running);
    await guess(running);
    await eventually(async () => expect(await notices(running)).toHaveLength(2));
  });

  it('is one, also when the last tries come at once to two processes', async () => {
    const env = servers.env('at-once', { HASH_CONCURRENCY: '64', HASH_QUEUE: '200', LOG_LEVEL: 'fatal' });
    const [one, two] = [await start(env), await start(env)];
    const mails = await mailServerOf(one);
    await register(one);
    const origins = Array.from({ length: 6 }, (_, nth) => ({ origin: { ...BROWSER, ip: `203.0.113.${nth}` } }));
    await Promise.all(origins.map((origin) => guess(one, 'an@example.com', origin)));
    await almost(one);
    await almost(one, 'sign-in-account');
    await Promise.all(origins.map((origin, nth) => guess(nth % 2 ? one : two, 'an@example.com', origin)));
    await mailAbout(mails, SUBJECT);
    await allLookedAt(one);
    expect(await notices(one)).toHaveLength(1);
  });

  it('goes out for a browser that is known, and for an account that is tried from everywhere', async () => {
    const running = await start(servers.env('others', { LOG_LEVEL: 'fatal' }));
    const device = 'a-browser-that-is-known';
    await register(running, { origin: { ...BROWSER, device } });
    await register(running, { email: 'binh@example.com' });
    await guess(running, 'an@example.com', { origin: { ...BROWSER, device } });
    await almost(running, 'sign-in-device');
    await guess(running, 'an@example.com', { origin: { ...BROWSER, device } });
    await guess(running, 'binh@example.com');
    await almost(running, 'sign-in-account');
    await guess(running, 'binh@example.com');
    await eventually(async () =>
      expect((await notices(running)).map(({ recipient }) => recipient).sort()).toEqual([
        'an@example.com',
        'binh@example.com',
      ]),
    );
  });

  it('tells whoever guesses nothing, and goes to nobody for a network that is refused', async () => {
    const running = await start(servers.env('alike'));
    const mails = await mailServerOf(running);
    await register(running);
    const last = async (email: string) => {
      await guess(running, email);
      await almost(running);
      return statementsOf(running, () => guess(running, email));
    };
    expect(await last('an@example.com')).toEqual(await last('nobody@example.com'));
    const origin = { ...BROWSER, ip: '203.0.113.7' };
    await register(running, { email: 'binh@example.com' });
    await guess(running, 'binh@example.com', { origin });
    await sql(running, "UPDATE attempts SET count = 49 WHERE key LIKE 'sign-in-network%'");
    await guess(running, 'binh@example.com', { origin });
    expect(await guess(running, 'binh@example.com', { origin })).toBe('auth.throttled');
    await allLookedAt(running);
    expect((await notices(running)).map(({ recipient }) => recipient)).toEqual(['an@example.com']);
    expect(mails.to('nobody@example.com')).toEqual([]);
  });

  it('is not written any more once tries are taken again', async () => {
    const running = await start(servers.env('over', { LOG_LEVEL: 'fatal' }));
    await register(running);
    for (const [nth, seconds] of [-60, -1, 300].entries()) {
      await sql(
        running,
        `INSERT INTO mail_requests (id, purpose, email_lower, until) VALUES ($1, 'lockout_notice', 'an@example.com', now() + make_interval(secs => $2))`,
        [`0199a1b2-0000-7000-8000-00000000000${nth}`, seconds],
      );
      running.get<MailRequests>(MailRequests).wake();
      await eventually(async () => expect(await sql(running, 'SELECT 1 FROM mail_requests')).toEqual([]));
      expect(await notices(running)).toHaveLength(seconds > 0 ? 1 : 0);
    }
  });
});

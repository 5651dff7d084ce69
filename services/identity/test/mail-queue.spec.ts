import { describe, expect, it } from '@jest/globals';
import { invitation, mailRequest, type RpcRequest, sendMailRpc } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { type LeasedMail, MailRepository } from '../src/mail/queue/mail.repository.js';
import { MailQueue } from '../src/mail/queue/mail-queue.service.js';
import { ask, metricsOf, outcomeOf, register, sql, start } from './identity.js';
import { MailServer, sendBy } from './mail-server.js';

const servers = useServers({ postgres: true, nats: true });
/** On a machine that has much else to do. */
const PATIENCE = { timeoutMs: 20_000 };
const SECRET = 'https://linkway.example/register?invite=a-secret';

const wish = (over: Partial<Parameters<typeof mailRequest<typeof invitation>>[1]> = {}) =>
  mailRequest(invitation, {
    key: 'teams.invitation:1',
    to: { email: 'binh@example.com' },
    variables: {
      user_name: 'Nguyễn An',
      team_name: 'R&D <Hà Nội>',
      role: 'editor',
      registration_link: SECRET,
      expires_at: '2030-01-31T09:00:00Z',
    },
    ...over,
  });
const send = (running: RunningService, request: RpcRequest<typeof sendMailRpc>) => ask(running, sendMailRpc, request);

interface Row {
  id: string;
  state: string;
  error: string | null;
  attempts: number;
  holds: boolean;
  /** Seconds. */
  due_in: number;
}
const rows = (running: RunningService) =>
  sql<Row>(
    running,
    `SELECT id, state, error, attempts, variables IS NOT NULL OR content IS NOT NULL AS holds,
       extract(epoch FROM next_attempt_at - now())::float8 AS due_in
     FROM mails WHERE mail = 'invitation' ORDER BY created_at`,
  );
const stateOf = async (running: RunningService) => (await rows(running)).map(({ state, error }) => [state, error]);
/** As if the time for it had come. */
async function hurry(running: RunningService): Promise<void> {
  await sql(running, "UPDATE mails SET next_attempt_at = now() WHERE state = 'waiting'");
  running.get<MailQueue>(MailQueue).wake();
}

describe('the queue of mails', () => {
  it('sends a mail once, whoever asks for it again, and keeps nothing of what was in it', async () => {
    const running = await start(servers.env('once'));
    const mails = await MailServer.start();
    await sendBy(running, mails);
    const first = await send(running, wish());
    expect(first).toEqual({ mail_id: expect.any(String), queued: true });
    await eventually(async () => expect(await stateOf(running)).toEqual([['sent', null]]));
    expect(await send(running, wish({ language: 'vi' }))).toEqual({ mail_id: first.mail_id, queued: false });

    expect(mails.received).toHaveLength(1);
    const [mail] = mails.received;
    expect(mail).toMatchObject({
      to: 'binh@example.com',
      from: 'hello@linkway.example',
      subject: 'Nguyễn An invites you to R&D <Hà Nội>',
      messageId: `<${first.mail_id}@linkway.example>`,
      links: [SECRET],
    });
    expect(mail?.content).toContain('the team R&amp;D &lt;Hà Nội&gt; on Linkway');
    expect(mail?.content).toContain('the team R&D <Hà Nội> on Linkway');
    expect(mail?.content).toContain('31/01/2030 16:00 (GMT+7)');
    expect((await rows(running))[0]?.holds).toBe(false);
    expect(await metricsOf(running)).toMatch(/identity_mails_total\{[^}]*mail="invitation",outcome="sent"[^}]*\} 1/);
  });

  it('seals what a mail is filled in with while it waits', async () => {
    const running = await start(servers.env('sealed', { LOG_LEVEL: 'fatal' }));
    await send(running, wish());
    await eventually(async () => expect(await stateOf(running)).toEqual([['waiting', 'mail.smtp_disabled']]));
    const [row] = await sql<{ variables: Buffer }>(running, 'SELECT variables FROM mails');
    expect(row?.variables.includes('secret')).toBe(false);
    expect(row?.variables.includes('Nguyễn')).toBe(false);
  });

  it('writes to a user in their language and time zone, and in another where that is asked for', async () => {
    const running = await start(servers.env('user'));
    const mails = await MailServer.start();
    const { user } = await register(running);
    await sql(running, "UPDATE profiles SET timezone = 'America/New_York'");
    await sql(running, "UPDATE users SET language = 'vi'");
    await sendBy(running, mails);
    const to = { user_id: user.id };
    await send(running, wish({ to }));
    await send(running, wish({ to, key: 'another', language: 'en' }));
    const invitations = () => mails.to(user.email).filter(({ content }) => content.includes('invite=a-secret'));
    await eventually(() => expect(invitations()).toHaveLength(2));
    const [vi, en] = invitations().sort((one) => (one.subject.includes('mời') ? -1 : 1));
    expect(vi?.subject).toBe('Nguyễn An mời bạn tham gia R&D <Hà Nội>');
    expect(vi?.content).toContain('31/01/2030 04:00 (GMT-5)');
    expect(en?.subject).toBe('Nguyễn An invites you to R&D <Hà Nội>');
  });

  it('refuses what is no mail, has no recipient, or does not fit', async () => {
    const running = await start(servers.env('refused'));
    const code = (over: Partial<RpcRequest<typeof sendMailRpc>>) => outcomeOf(send(running, { ...wish(), ...over }));
    const { variables } = wish();
    expect(await code({ mail: 'newsletter' })).toBe('mail.not_found');
    expect(await code({ to: { user_id: '0199a1b2-0000-7000-8000-00000000ffff' } })).toBe('mail.recipient_unknown');
    expect(await code({ variables: { ...variables, registration_link: 'javascript:alert(1)' } })).toBe(
      'mail.link_invalid',
    );
    expect(await code({ variables: { ...variables, team_name: 'a\r\nBcc: b@example.com' } })).toBe('request.invalid');
    expect(await code({ variables: {} })).toBe('request.invalid');
    expect(await rows(running)).toEqual([]);
  });

  it('tries again, later and later, while the server is away, and then sends it under the same name', async () => {
    const running = await start(servers.env('away', { LOG_LEVEL: 'fatal' }));
    const mails = await MailServer.start();
    await sendBy(running, mails);
    await mails.stop();
    const { mail_id } = await send(running, wish());
    for (const [tries, least, most] of [
      [1, 50, 67],
      [2, 105, 133],
      [3, 210, 265],
    ] as const) {
      await eventually(async () => {
        const [row, ...others] = await rows(running);
        expect([row?.state, row?.error, row?.attempts, others]).toEqual([
          'waiting',
          'mail.connection_failed',
          tries,
          [],
        ]);
        expect(row?.due_in).toBeGreaterThan(least);
        expect(row?.due_in).toBeLessThan(most);
      });
      if (tries < 3) await hurry(running);
    }
    const back = await MailServer.start({}, mails.port);
    await hurry(running);
    await eventually(() =>
      expect(back.received.map(({ messageId }) => messageId)).toEqual([`<${mail_id}@linkway.example>`]),
    );
    await eventually(async () => expect(await stateOf(running)).toEqual([['sent', null]]));
  }, 60_000);

  it('gives up at once where no other try would help, and after a day otherwise', async () => {
    const running = await start(servers.env('given-up', { LOG_LEVEL: 'fatal' }));
    const mails = await MailServer.start();
    mails.refuse = (to) => {
      if (to === 'gone@example.com') return { code: 550, text: '5.1.1 No such user' };
      if (to === 'relay@example.com') return { code: 554, text: '5.7.1 Relay access denied' };
      return { code: 451, text: '4.7.1 Greylisted' };
    };
    await sendBy(running, mails);
    for (const name of ['gone', 'relay', 'grey']) {
      await send(running, wish({ key: name, to: { email: `${name}@example.com` } }));
    }
    await eventually(async () =>
      expect((await stateOf(running)).sort()).toEqual([
        ['failed', 'mail.recipient_refused'],
        ['waiting', 'mail.recipient_refused'],
        ['waiting', 'mail.recipient_refused'],
      ]),
    );
    await sql(running, "UPDATE mails SET send_before = now() WHERE state = 'waiting'");
    await hurry(running);
    await eventually(async () => {
      const all = await rows(running);
      expect(all.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
      expect(all.map(({ error }) => error).sort()).toEqual(['mail.late', 'mail.late', 'mail.recipient_refused']);
      expect(all.map(({ holds }) => holds)).toEqual([false, false, false]);
    });
    expect(mails.received).toEqual([]);
  }, 60_000);

  it('sends nothing that is of no use any more, and tries nothing for longer than a day', async () => {
    const running = await start(servers.env('late', { LOG_LEVEL: 'fatal' }));
    await send(running, wish({ send_before: '2020-01-01T00:00:00Z' }));
    await send(running, wish({ key: 'far', send_before: '2099-01-01T00:00:00Z' }));
    await eventually(async () =>
      expect(await stateOf(running)).toEqual([
        ['failed', 'mail.late'],
        ['waiting', 'mail.smtp_disabled'],
      ]),
    );
    const [far] = await sql<{ hours: number }>(
      running,
      "SELECT round(extract(epoch FROM send_before - created_at) / 3600)::int AS hours FROM mails WHERE key = 'far'",
    );
    expect(far?.hours).toBe(24);
  });

  it('sends what waited as soon as a server is set', async () => {
    const running = await start(servers.env('enabled', { LOG_LEVEL: 'fatal' }));
    const mails = await MailServer.start();
    for (const key of ['one', 'two', 'three', 'four', 'five', 'six']) await send(running, wish({ key }));
    await eventually(
      async () =>
        expect((await stateOf(running)).map(([, error]) => error)).toEqual(
          Array.from({ length: 6 }, () => 'mail.smtp_disabled'),
        ),
      // What came while all hands were full is tried in the next round, 30 s later.
      { timeoutMs: 45_000 },
    );
    expect(await metricsOf(running)).toMatch(/identity_mails_waiting\{[^}]*\} [1-6]/);
    await sendBy(running, mails);
    // Sooner than each would be tried again by itself.
    await eventually(() => expect(mails.received).toHaveLength(6), PATIENCE);
  }, 90_000);

  it('leaves a mail that only a newer release knows to its processes', async () => {
    const running = await start(servers.env('newer', { LOG_LEVEL: 'fatal' }));
    await sql(
      running,
      `INSERT INTO mails (id, key, mail, language, recipient, variables, send_before)
       VALUES (gen_random_uuid(), 'newer', 'receipt', 'en', 'an@example.com', 'x', now() + interval '1 hour')`,
    );
    await send(running, wish());
    await eventually(async () => expect(await stateOf(running)).toEqual([['waiting', 'mail.smtp_disabled']]));
    expect(await sql(running, "SELECT state, attempts FROM mails WHERE key = 'newer'")).toEqual([
      { state: 'waiting', attempts: 0 },
    ]);
  });

  it('forgets mails after 30 days', async () => {
    const running = await start(servers.env('old', { LOG_LEVEL: 'fatal' }));
    await send(running, wish());
    await send(running, wish({ key: 'young' }));
    await sql(running, "UPDATE mails SET created_at = now() - interval '30 days 1 minute' WHERE key <> 'young'");
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT key FROM mails')).toEqual([{ key: 'young' }]);
  });
});

describe('a mail in the hands of a process', () => {
  // Of a name that no worker knows, so that no other hands are there.
  const NAMES = ['greeting'];
  const add = async (running: RunningService, send_before: Date | null = null): Promise<MailRepository> => {
    const mails = running.get<MailRepository>(MailRepository);
    await mails.add({
      id: '0199a1b2-0000-7000-8000-00000000000a',
      key: 'one',
      mail: 'greeting',
      language: 'en',
      user_id: null,
      recipient: 'an@example.com',
      time_zone: null,
      variables: Buffer.from('sealed'),
      send_before,
    });
    return mails;
  };
  const take = async (mails: MailRepository): Promise<LeasedMail> => {
    const [mail] = await mails.lease(1, NAMES);
    if (!mail) throw new Error('there is none to take');
    return mail;
  };
  const found = (running: RunningService) =>
    sql<{ state: string; error: string | null; due_in: number }>(
      running,
      'SELECT state, error, extract(epoch FROM next_attempt_at - now())::float8 AS due_in FROM mails',
    );

  it('is its own no more once another has it: what the former says of it counts for nothing', async () => {
    const running = await start(servers.env('hands', { LOG_LEVEL: 'fatal' }));
    const mails = await add(running);
    const former = await take(mails);
    expect(await mails.lease(1, NAMES)).toEqual([]);
    await sql(running, 'UPDATE mails SET leased_until = now()');
    const later = await take(mails);
    await mails.finish(former, 'failed', { error: 'mail.unreadable' });
    await mails.postpone(former, 'mail.connection_failed', 60_000);
    expect(await found(running)).toMatchObject([{ state: 'waiting', error: null }]);
    expect(await mails.lease(1, NAMES)).toEqual([]);
    await mails.finish(later, 'sent');
    expect(await found(running)).toMatchObject([{ state: 'sent' }]);
  });

  it('is looked at no later than when it is of no use any more', async () => {
    const running = await start(servers.env('in-time', { LOG_LEVEL: 'fatal' }));
    const mails = await add(running, new Date(Date.now() + 600_000));
    await mails.postpone(await take(mails), 'mail.connection_failed', 7_200_000);
    const [row] = await found(running);
    expect(row?.due_in).toBeGreaterThan(500);
    expect(row?.due_in).toBeLessThanOrEqual(601);
  });

  it('is tried again at once where the settings were mended meanwhile, however often it was tried', async () => {
    const running = await start(servers.env('mended', { LOG_LEVEL: 'fatal' }));
    const mails = await add(running);
    const mail = await take(mails);
    await mails.tryAllNow();
    // It is not taken out of these hands.
    expect(await mails.lease(1, NAMES)).toEqual([]);
    await mails.postpone(mail, 'mail.connection_failed', 7_200_000);
    const again = await take(mails);
    await mails.postpone(again, 'mail.connection_failed', 7_200_000);
    expect(await mails.lease(1, NAMES)).toEqual([]);
  });
});

import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  getMailSettingsRpc,
  type MailSettings,
  sendTestMailRpc,
  type UpdateMailSettings,
  updateMailSettingsRpc,
} from '@linkway/contracts';
import { AppError, type RunningService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { generate } from 'selfsigned';
import type { SMTPServerOptions } from 'smtp-server';
import { askAs, outcomeOf, SETTINGS, sql, start } from './identity.js';
import { MailServer, sendBy, settingsFor } from './mail-server.js';

const servers = useServers({ postgres: true, nats: true });
const PASSWORD = 'smtp secret 1';
const MAILER = { username: 'mailer', password: PASSWORD };

/** Of 127.0.0.1, and trusted by whoever is told of it. */
let certificate: { key: string; cert: string };
beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      { name: 'basicConstraints', cA: true },
    ],
  });
  certificate = { key, cert };
});
/** Takes that password alone. */
const signedIn = (): SMTPServerOptions => ({
  ...certificate,
  authOptional: false,
  onAuth: ({ username, password }, _session, done) =>
    username === MAILER.username && password === PASSWORD
      ? done(null, { user: username })
      : done(Object.assign(new Error('5.7.8 Authentication credentials invalid'), { responseCode: 535 })),
});

const update = (running: RunningService, settings: UpdateMailSettings) =>
  askAs(running, 'admin', updateMailSettingsRpc, settings);
const test = (running: RunningService, to = 'an@example.com', language: 'en' | 'vi' = 'en') =>
  askAs(running, 'admin', sendTestMailRpc, { to, language });
/** Code and reason. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return [error.code, error.params.reason];
      throw error;
    },
  );

describe('SMTP settings', () => {
  it('have the defaults until they are saved, and never give the password out', async () => {
    const running = await start(servers.env('settings'));
    const get = (): Promise<MailSettings> => askAs(running, 'admin', getMailSettingsRpc, {});
    expect(await get()).toEqual({
      host: '',
      port: 587,
      secure: false,
      username: '',
      password_set: false,
      from_email: '',
      from_name: 'Linkway',
      enabled: false,
      updated_at: null,
    });
    const given = settingsFor(2525, { ...MAILER, host: 'smtp.example.com', from_name: 'Công ty An' });
    const saved = await update(running, given);
    const { password: _, ...shown } = given;
    expect(saved).toEqual({ ...shown, password_set: true, updated_at: expect.any(String) });
    expect(await get()).toEqual(saved);
    expect(JSON.stringify(saved)).not.toContain(PASSWORD);
    const [row] = await sql<{ password: Buffer }>(running, 'SELECT password FROM smtp_settings');
    expect(row?.password.includes(PASSWORD)).toBe(false);
    expect(row?.password.length).toBeGreaterThan(PASSWORD.length + 28);
  });

  it('are for administrators alone', async () => {
    const running = await start(servers.env('settings'));
    const asUser = [
      askAs(running, 'user', getMailSettingsRpc, {}),
      askAs(running, 'user', updateMailSettingsRpc, settingsFor(25)),
      askAs(running, 'user', sendTestMailRpc, { to: 'an@example.com', language: 'en' }),
    ];
    expect(await Promise.all(asUser.map(outcomeOf))).toEqual(Array.from({ length: 3 }, () => 'auth.forbidden'));
  });

  it('keep the password for its own server, and ask for it again for any other', async () => {
    const running = await start(servers.env('again'));
    const { username } = MAILER;
    const saved = settingsFor(2525, { ...MAILER, host: 'smtp.example.com' });
    await update(running, saved);
    const kept = settingsFor(2525, { username, host: 'smtp.example.com' });
    expect((await update(running, { ...kept, from_name: 'Other' })).password_set).toBe(true);
    for (const other of [{ host: 'evil.example' }, { port: 25 }, { secure: true }, { username: 'other' }]) {
      expect(await outcomeOf(update(running, { ...kept, ...other }))).toBe('mail.password_needed_again');
    }
    expect((await update(running, { ...kept, port: 25, password: 'another' })).password_set).toBe(true);
    expect((await update(running, { ...kept, port: 26, username: '' })).password_set).toBe(false);
    expect((await update(running, { ...saved, password: '' })).password_set).toBe(false);
  });

  it('are checked, field by field', async () => {
    const running = await start(servers.env('checked'));
    const code = (over: Partial<UpdateMailSettings>) => outcomeOf(update(running, settingsFor(25, over)));
    expect(await code({ host: '' })).toBe('mail.host_required');
    expect(await code({ host: 'smtp://example.com' })).toBe('mail.host_invalid');
    expect(await code({ port: 0 })).toBe('mail.port_invalid');
    expect(await code({ from_email: '' })).toBe('mail.from_email_required');
    expect(await code({ from_email: 'nobody' })).toBe('auth.email_invalid');
    expect(await code({ from_name: 'two\r\nlines' })).toBe('request.invalid');
    // What is switched off may be incomplete. An address within the operator's own network is a mail server as any other.
    expect(await code({ enabled: false, host: '', from_email: '' })).toBe('success');
    for (const host of ['10.0.0.5', 'mail', '::1']) expect(await code({ host })).toBe('success');
  });
});

describe('the test mail', () => {
  it('is sent encrypted and signed in, and tells what the server said', async () => {
    const running = await start(servers.env('test', { MAIL_CA: certificate.cert }));
    expect(await outcomeOf(test(running))).toBe('mail.smtp_disabled');
    const mails = await MailServer.start(signedIn());
    await sendBy(running, mails, MAILER);
    expect(await test(running)).toEqual({ to: 'an@example.com', reply: expect.stringContaining('250 taken') });
    await test(running, 'an@example.com', 'vi');
    expect(mails.received.map(({ to, from, subject, user, isSecure }) => [to, from, subject, user, isSecure])).toEqual([
      ['an@example.com', 'hello@linkway.example', 'Test email from Linkway', 'mailer', true],
      ['an@example.com', 'hello@linkway.example', 'Email kiểm tra từ Linkway', 'mailer', true],
    ]);
    expect(mails.received[0]?.content).toContain('From: Linkway <hello@linkway.example>');
    expect(mails.received[0]?.content).toContain('Auto-Submitted: auto-generated');
    await sendBy(running, { port: mails.port }, { enabled: false });
    expect(await outcomeOf(test(running))).toBe('mail.smtp_disabled');
  });

  it('speaks TLS from the first byte where it is told to', async () => {
    const running = await start(servers.env('secure', { MAIL_CA: certificate.cert }));
    const mails = await MailServer.start({ ...signedIn(), secure: true });
    await sendBy(running, mails, { ...MAILER, secure: true });
    expect(await outcomeOf(test(running))).toBe('success');
    expect(mails.received[0]?.isSecure).toBe(true);
  });

  it('tells what is wrong', async () => {
    const running = await start(servers.env('wrong', { MAIL_CA: certificate.cert }));
    const mails = await MailServer.start(signedIn());
    await sendBy(running, mails, { ...MAILER, password: 'another' });
    expect(await failureOf(test(running))).toEqual([
      'mail.authentication_failed',
      expect.stringMatching(/^535 5\.7\.8/),
    ]);
    await sendBy(running, mails, MAILER);
    mails.refuse = (to) => (to === 'nobody@example.com' ? { code: 550, text: '5.1.1 No such user' } : null);
    expect(await failureOf(test(running, 'nobody@example.com'))).toEqual([
      'mail.recipient_refused',
      '550 5.1.1 No such user',
    ]);
    await sendBy(running, { port: mails.port }, { username: '' });
    expect(await failureOf(test(running))).toEqual(['mail.sender_refused', expect.stringMatching(/^530 /)]);
    await mails.stop();
    expect(await failureOf(test(running))).toEqual(['mail.connection_failed', undefined]);
    expect(mails.received).toEqual([]);
  });

  it('tells nothing of what is no mail server', async () => {
    const running = await start(servers.env('other'));
    const web = createServer((socket) => socket.end('HTTP/1.1 400 a secret of the inside\r\n\r\n'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    await sendBy(running, web.address() as { port: number });
    const refusal = await test(running).catch((error: AppError) => error);
    expect(refusal).toMatchObject({ code: 'mail.connection_failed', params: {} });
    expect((refusal as AppError).message).toBe('SMTP connection failed. Check the configuration.');
    web.close();
  });

  it('trusts no certificate that nobody vouches for, and sends no password in the clear', async () => {
    const running = await start(servers.env('trust'));
    const mails = await MailServer.start(signedIn());
    await sendBy(running, mails, MAILER);
    expect((await failureOf(test(running)))?.[0]).toBe('mail.tls_failed');
    const plain = await MailServer.start({ ...signedIn(), hideSTARTTLS: true, allowInsecureAuth: true });
    await sendBy(running, plain, MAILER);
    expect((await failureOf(test(running)))?.[0]).toBe('mail.tls_failed');
    expect([...mails.received, ...plain.received]).toEqual([]);
  });

  it('does not wait for a server that says nothing longer than the administrator does', async () => {
    const running = await start(servers.env('silent'));
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await sendBy(running, silent.address() as { port: number });
    const began = performance.now();
    expect(await failureOf(test(running))).toEqual(['mail.connection_failed', undefined]);
    expect(performance.now() - began).toBeLessThan(18_000);
    silent.close();
  }, 30_000);

  it('asks for the password again once its key is gone', async () => {
    const first = await start(servers.env('key', { MAIL_CA: certificate.cert }));
    const mails = await MailServer.start(signedIn());
    await sendBy(first, mails, MAILER);
    await first.stop();
    const another = { ENCRYPTION_KEY: 'another key for tests, of many characters', MAIL_CA: certificate.cert };
    const second = await start(servers.env('key', another));
    expect(await outcomeOf(test(second))).toBe('mail.password_unreadable');
    await second.stop();
    const renewed = { ...another, ENCRYPTION_KEY_PREVIOUS: SETTINGS.ENCRYPTION_KEY };
    expect(await outcomeOf(test(await start(servers.env('key', renewed))))).toBe('success');
  });

  it('is no way to send many', async () => {
    const running = await start(servers.env('many'));
    await outcomeOf(test(running));
    await sql(running, "UPDATE attempts SET count = 30 WHERE key LIKE 'test-mail%'");
    expect(await outcomeOf(test(running))).toBe('auth.throttled');
  });
});

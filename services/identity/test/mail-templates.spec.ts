import { describe, expect, it } from '@jest/globals';
import {
  allMails,
  getInboxMailRpc,
  getMailTemplateRpc,
  invitation,
  listInboxMailsRpc,
  listMailTemplatesRpc,
  mailRequest,
  previewMailTemplateRpc,
  resetMailTemplateRpc,
  resetPasswordMail,
  sendMailRpc,
  smtpTest,
  updateMailTemplateRpc,
} from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { ask, askAs, outcomeOf, sql, start } from './identity.js';
import { MailServer, sendBy } from './mail-server.js';

const servers = useServers({ postgres: true, nats: true });
const own = {
  subject: 'Gửi {{user_name}}',
  html_content: '<h1>{{user_name}}</h1><a href="{{reset_link}}">Đặt lại</a>',
  text_content: '{{user_name}}: {{reset_link}}',
};
const which = { name: 'reset_password', language: 'vi' } as const;
const request = (key: string, language: 'en' | 'vi', user_name = '<An>') =>
  mailRequest(resetPasswordMail, {
    key,
    language,
    to: { email: `${key}@example.com` },
    variables: {
      user_name,
      reset_link: 'https://linkway.example/reset-password#token=secret',
      expires_at: '2030-01-31T09:00:00Z',
    },
  });

describe('templates', () => {
  it('are all mails of the registry, with their variables and texts', async () => {
    const running = await start(servers.env('templates'));
    const { data } = await askAs(running, 'admin', listMailTemplatesRpc, {});
    expect(data.map(({ name }) => name)).toEqual(allMails.map(({ name }) => name));
    const one = await askAs(running, 'admin', getMailTemplateRpc, { name: 'invitation' });
    expect(data).toContainEqual(one);
    expect(one.en).toEqual({ ...invitation.texts.en, edited: false, updated_at: null });
    expect(one.variables).toContainEqual({
      name: 'registration_link',
      kind: 'link',
      example: expect.stringContaining('https://'),
      required: true,
    });
    expect(await outcomeOf(askAs(running, 'admin', getMailTemplateRpc, { name: 'newsletter' }))).toBe('mail.not_found');
  });

  it('are sent as an administrator words them, in that language, until they are set back', async () => {
    const running = await start(servers.env('worded'));
    const mails = await MailServer.start();
    await sendBy(running, mails);
    const edited = await askAs(running, 'admin', updateMailTemplateRpc, { ...which, ...own });
    expect(edited.vi).toEqual({ ...own, edited: true, updated_at: expect.any(String) });
    expect(edited.en).toEqual({ ...resetPasswordMail.texts.en, edited: false, updated_at: null });
    await ask(running, sendMailRpc, request('one', 'vi'));
    await ask(running, sendMailRpc, request('two', 'en'));
    await eventually(() => expect(mails.received).toHaveLength(2));
    const [one] = mails.to('one@example.com');
    expect(one?.subject).toBe('Gửi <An>');
    expect(one?.content).toContain(
      '<h1>&lt;An&gt;</h1><a href="https://linkway.example/reset-password#token=secret">Đặt lại</a>',
    );
    expect(mails.to('two@example.com')[0]?.subject).toBe('Reset your password');

    const reset = await askAs(running, 'admin', resetMailTemplateRpc, which);
    expect(reset.vi).toEqual({ ...resetPasswordMail.texts.vi, edited: false, updated_at: null });
    expect(await askAs(running, 'admin', resetMailTemplateRpc, which)).toEqual(reset);
    await ask(running, sendMailRpc, request('three', 'vi'));
    await eventually(() => expect(mails.to('three@example.com')[0]?.subject).toBe('Đặt lại mật khẩu của bạn'));
  });

  it('are refused with what the mail does not have, without what it needs, or with a value out of place', async () => {
    const running = await start(servers.env('refused'));
    const code = (over: Partial<typeof own>) => {
      const asked = { ...which, ...own, ...over };
      const calls = [updateMailTemplateRpc, previewMailTemplateRpc].map((rpc) =>
        outcomeOf(askAs(running, 'admin', rpc, asked)),
      );
      return Promise.all(calls);
    };
    const both = (one: string) => [one, one];
    expect(await code({ subject: '{{team_name}}' })).toEqual(both('mail.template_variable_unknown'));
    expect(await code({ text_content: 'without' })).toEqual(both('mail.template_variable_missing'));
    expect(await code({ html_content: '<a href={{reset_link}}>x</a>' })).toEqual(
      both('mail.template_variable_misplaced'),
    );
    expect(await code({ subject: 'a\nb' })).toEqual(both('request.invalid'));
    expect(await sql(running, 'SELECT * FROM mail_templates')).toEqual([]);
    const elsewhere = { ...which, ...own, name: 'newsletter' };
    expect(await outcomeOf(askAs(running, 'admin', updateMailTemplateRpc, elsewhere))).toBe('mail.not_found');
  });

  it('are looked at with the examples, in a document that loads and runs nothing', async () => {
    const running = await start(servers.env('preview'));
    const html_content = `<img src="https://spy.example/"><script>alert(1)</script>${own.html_content}`;
    const preview = await askAs(running, 'admin', previewMailTemplateRpc, { ...which, ...own, html_content });
    expect(preview.subject).toBe('Gửi Nguyễn An');
    expect(preview.text).toBe('Nguyễn An: https://linkway.example/reset-password#token=example');
    expect(preview.html).toMatch(
      /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
    );
    expect(preview.html).toContain('<h1>Nguyễn An</h1>');
  });

  it('are for administrators alone, and so is the inbox', async () => {
    const running = await start(servers.env('preview'));
    const id = '0199a1b2-0000-7000-8000-00000000ffff';
    const calls = [
      askAs(running, 'user', listMailTemplatesRpc, {}),
      askAs(running, 'user', getMailTemplateRpc, { name: 'invitation' }),
      askAs(running, 'user', updateMailTemplateRpc, { ...which, ...own }),
      askAs(running, 'user', resetMailTemplateRpc, which),
      askAs(running, 'user', previewMailTemplateRpc, { ...which, ...own }),
      askAs(running, 'user', listInboxMailsRpc, { page: 1, limit: 20 }),
      askAs(running, 'user', getInboxMailRpc, { id }),
    ];
    expect(await Promise.all(calls.map(outcomeOf))).toEqual(calls.map(() => 'auth.forbidden'));
  });
});

describe('the inbox', () => {
  it('keeps mails where there is no server, sealed, for 30 days', async () => {
    const running = await start(servers.env('inbox', { MAIL_INBOX: 'true' }));
    for (const key of ['one', 'two', 'three']) {
      await ask(running, sendMailRpc, request(key, 'en', `Name of ${key}`));
      await eventually(async () =>
        expect(await sql(running, "SELECT 1 FROM mails WHERE key = $1 AND state = 'kept'", [key])).toHaveLength(1),
      );
    }
    const page = (number: number) => askAs(running, 'admin', listInboxMailsRpc, { page: number, limit: 2 });
    const first = await page(1);
    expect(first.pagination).toEqual({ page: 1, limit: 2, total: 3, total_pages: 2 });
    expect(first.data.map(({ to }) => to)).toEqual(['three@example.com', 'two@example.com']);
    expect((await page(2)).data.map(({ to }) => to)).toEqual(['one@example.com']);
    const [entry] = first.data;
    expect(entry).toEqual({
      id: expect.any(String),
      mail: 'reset_password',
      language: 'en',
      to: 'three@example.com',
      subject: 'Reset your password',
      created_at: expect.any(String),
    });
    const mail = await askAs(running, 'admin', getInboxMailRpc, { id: entry?.id ?? '' });
    expect(mail).toMatchObject({ ...entry, text: expect.stringContaining('Hello Name of three,') });
    expect(mail.text).toContain('https://linkway.example/reset-password#token=secret');
    expect(mail.html).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy"/);
    const [row] = await sql<{ content: Buffer; variables: null }>(running, 'SELECT content, variables FROM mails');
    expect(row?.content.includes('secret')).toBe(false);
    expect(row?.variables).toBeNull();

    await sql(running, "UPDATE mails SET created_at = now() - interval '30 days 1 minute' WHERE key = 'three'");
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await outcomeOf(askAs(running, 'admin', getInboxMailRpc, { id: entry?.id ?? '' }))).toBe('mail.not_found');
    expect((await page(1)).pagination.total).toBe(2);
  });

  it('gets nothing any more once a server is set, and gives away nothing that it has', async () => {
    const running = await start(servers.env('then-sent', { MAIL_INBOX: 'true' }));
    const mails = await MailServer.start();
    const wish = (key: string) =>
      mailRequest(smtpTest, {
        key,
        to: { email: `${key}@example.com` },
        variables: { sent_at: '2030-01-31T09:00:00Z' },
      });
    const total = async () =>
      (await askAs(running, 'admin', listInboxMailsRpc, { page: 1, limit: 20 })).pagination.total;
    await ask(running, sendMailRpc, wish('kept'));
    await eventually(async () => expect(await total()).toBe(1));
    await sendBy(running, mails);
    await ask(running, sendMailRpc, wish('sent'));
    await eventually(() => expect(mails.received.map(({ to }) => to)).toEqual(['sent@example.com']));
    expect(await total()).toBe(1);
    const [sent] = await sql<{ id: string }>(running, "SELECT id FROM mails WHERE key = 'sent'");
    expect(await outcomeOf(askAs(running, 'admin', getInboxMailRpc, { id: sent?.id ?? '' }))).toBe('mail.not_found');
  });
});

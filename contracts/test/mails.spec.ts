import { describe, expect, it } from '@jest/globals';
import { mailRequest, sendMailRpc } from '../src/commands/mail.js';
import { allMails, findMail, invitation, mailValuesSchema, smtpTest } from '../src/mails/index.js';

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
const texts = allMails.flatMap((mail) =>
  (['en', 'vi'] as const).map((language) => ({ mail, name: mail.name, language, text: mail.texts[language] })),
);

describe('the registry of mails', () => {
  it('has the three types of the specification, and each name once', () => {
    const names = allMails.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['invitation', 'confirmation', 'reset_password', 'lockout_notice']));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(findMail('invitation')).toBe(invitation);
    expect(findMail('toString')).toBeNull();
  });

  it.each(texts)('$name in $language says all that it is told, and nothing else', ({ mail, text }) => {
    const known = Object.keys(mail.variables);
    for (const part of [text.html_content, text.text_content]) {
      expect([...new Set(placeholders(part))].sort()).toEqual([...known].sort());
      expect(part.replace(/\{\{\w+\}\}/g, '')).not.toMatch(/\{\{|\}\}/);
    }
    for (const name of placeholders(text.subject)) expect(known).toContain(name);
    expect(text.subject).not.toMatch(/[\r\n]/);
  });

  it.each(allMails)('$name is translated, and its examples are values that it takes', (mail) => {
    const { en, vi } = mail.texts;
    expect(en.subject).not.toBe(vi.subject);
    expect(vi.text_content).not.toBe(en.text_content);
    const examples = Object.fromEntries(Object.entries(mail.variables).map(([name, { example }]) => [name, example]));
    expect(mailValuesSchema(mail).parse(examples)).toEqual(examples);
  });
});

describe('what a mail is filled in with', () => {
  const values = Object.fromEntries(
    Object.entries(invitation.variables).map(([name, { example }]) => [name, example]),
  ) as Record<keyof typeof invitation.variables, string>;
  const codeOf = (over: Record<string, string | undefined>) =>
    mailValuesSchema(invitation).safeParse({ ...values, ...over }).error?.issues[0]?.message;

  it('is checked by its kind', () => {
    expect(codeOf({})).toBeUndefined();
    expect(codeOf({ team_name: 'two\nlines' })).toBe('request.field_characters');
    expect(codeOf({ registration_link: 'javascript:alert(1)' })).toBe('mail.link_invalid');
    expect(codeOf({ registration_link: 'ftp://example.com/' })).toBe('mail.link_invalid');
    expect(codeOf({ expires_at: 'tomorrow' })).toBeDefined();
    expect(codeOf({ role: undefined })).toBeDefined();
  });

  it('has links as they stand in an address, and nothing that the mail has no variable for', () => {
    const parsed = mailValuesSchema(invitation).parse({
      ...values,
      registration_link: 'https://example.com/a b?c="d"',
      later: 'a newer release knows it',
    });
    expect(parsed).toEqual({ ...values, registration_link: 'https://example.com/a%20b?c=%22d%22' });
  });

  it('is asked for by a name, a recipient and the values', () => {
    const request = mailRequest(smtpTest, {
      key: 'a key',
      to: { email: 'an@example.com' },
      language: 'vi',
      variables: { sent_at: '2030-01-31T09:00:00Z' },
    });
    expect(sendMailRpc.request.parse(request)).toEqual({ ...request, mail: 'smtp_test' });
    expect(sendMailRpc.request.safeParse({ ...request, to: {} }).success).toBe(false);
    const wrong = { key: 'a key', to: { email: 'an@example.com' }, variables: { sent_at: 'now' } };
    expect(() => mailRequest(smtpTest, wrong)).toThrow();
  });
});

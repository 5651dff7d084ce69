import { describe, expect, it } from '@jest/globals';
import {
  allNotifications,
  apiKeyCreated,
  expiredLinksDeleted,
  findNotification,
  notificationMail,
  notificationText,
  notificationValuesSchema,
  signInNewDevice,
  threatDetected,
} from '../src/index.js';

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
const examplesOf = (variables: Readonly<Record<string, { example: string }>>) =>
  Object.fromEntries(Object.entries(variables).map(([name, { example }]) => [name, example]));

describe('the registry of notifications', () => {
  it('has each name once, and none that is not there', () => {
    const names = allNotifications.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(findNotification('api_key_created')).toBe(apiKeyCreated);
    expect(findNotification('toString')).toBeNull();
  });

  it.each(allNotifications)(
    '$name says all that it is told in both languages, leads into the app and fits a mail',
    (each) => {
      const known = Object.keys(each.variables).sort();
      const examples = examplesOf(each.variables);
      expect(notificationValuesSchema(each).parse(examples)).toEqual(examples);
      for (const language of ['en', 'vi'] as const) {
        const { title, text } = each.texts[language];
        expect([...new Set(placeholders(title + text))].sort()).toEqual(known);
        const said = notificationText(each, examples, language);
        expect(said.title + said.text).not.toMatch(/\{\{|\}\}/);
        expect(said.title.length).toBeLessThan(100);
        expect(said.text.length).toBeLessThan(300);
      }
      expect(each.texts.en.title).not.toBe(each.texts.vi.title);
      expect(each.path).toMatch(/^\/dashboard\?tab=[a-z-]+$/);
    },
  );

  it('does not tell by mail twice: what has a mail of its own goes by no other', () => {
    const byMail = allNotifications.filter(({ mail }) => mail).map(({ name }) => name);
    expect(byMail).not.toContain(notificationMail.name);
    expect(byMail.filter((name) => /^(password|two_factor|recovery|google|threat)/.test(name))).toEqual([]);
  });
});

describe('the text of a notification', () => {
  it('says numbers, browsers and threats in the language of whoever reads it', () => {
    const count = { count: '12345' };
    expect(notificationText(expiredLinksDeleted, count, 'en').title).toBe('Expired links deleted: 12,345');
    expect(notificationText(expiredLinksDeleted, count, 'vi').title).toBe('Đã xóa liên kết hết hạn: 12.345');
    const threat = { threat: 'spam', ip_address: '203.0.113.7' };
    expect(notificationText(threatDetected, threat, 'en').title).toBe('Suspicious activity: many new accounts');
    expect(notificationText(threatDetected, threat, 'vi').title).toContain('nhiều tài khoản mới');
    const device = { browser: 'firefox', os: 'macos', ip_address: '203.0.113.7' };
    expect(notificationText(signInNewDevice, device, 'en').text).toMatch(
      /^Browser: Firefox, system: macOS, address: 203/,
    );
    expect(notificationText(signInNewDevice, { ...device, browser: '' }, 'vi').text).toMatch(/^Trình duyệt: không rõ/);
  });

  it('takes what it is told for text, whatever it looks like', () => {
    const told = { key_name: '{{last_characters}} $& <b>', last_characters: 'a1B2' };
    expect(notificationText(apiKeyCreated, told, 'en').title).toBe('API key created: {{last_characters}} $& <b>');
  });

  it('refuses values of another kind', () => {
    const codeOf = (value: Record<string, string>) =>
      notificationValuesSchema(expiredLinksDeleted).safeParse(value).error?.issues[0]?.message;
    expect(codeOf({ count: '3' })).toBeUndefined();
    expect(codeOf({ count: 'many' })).toBe('request.field_type');
    expect(codeOf({})).toBeDefined();
  });
});

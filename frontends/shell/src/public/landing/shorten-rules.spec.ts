import { describe, expect, it } from '@jest/globals';
// oxlint-disable-next-line no-restricted-imports -- compared with the schemas here; nothing of a test ships
import { CUSTOM_CODE, createGuestLinkSchema } from '@linkway/contracts';
import { type ErrorCode, errorMessages } from '@linkway/contracts/errors';
import authEn from '../../locales/auth/en.json' with { type: 'json' };
import authVi from '../../locales/auth/vi.json' with { type: 'json' };
import en from '../../locales/public/en.json' with { type: 'json' };
import vi from '../../locales/public/vi.json' with { type: 'json' };
import { check, fieldMessages } from './shorten-rules';

const domain_id = '0198f3a0-0000-7000-8000-000000000001';
const device_id = 'device-of-a-guest';

const codeOf = (rule: string) => (rule === 'too_long' ? 'request.field_too_long' : `links.${rule}`) as ErrorCode;

describe('the rules of the form', () => {
  it.each([
    '',
    '  ',
    'example.com',
    'ftp://example.com',
    'http://',
    'https:///x',
    'https://a b.com',
    'https://exa\u0000mple.com',
    'javascript:alert(1)',
    'https://example.com',
    ' http://example.com/a?b=c#d ',
    'HTTPS://EXAMPLE.COM',
    'http://[::1]/x',
    'https://ví-dụ.vn/đường dẫn?x=ă',
    'https://a\nb.com/',
    `https://example.com/${'x'.repeat(4096 - 20)}`,
    `https://example.com/${'x'.repeat(4096 - 19)}`,
  ])('judge "%s" as the API does', (url) => {
    const broken = check({ url, custom_code: '', domain_id }).url;
    const { error } = createGuestLinkSchema.safeParse({ url, device_id });
    expect(broken && codeOf(broken)).toBe(error?.issues[0]?.message);
  });

  it.each(['ab', 'abc', 'a_b-C9', 'a b', 'ă', 'x'.repeat(50), 'x'.repeat(51)])(
    'judge the code "%s" as the API does',
    (code) => {
      const ok = check({ url: 'https://example.com', custom_code: code, domain_id }).custom_code === undefined;
      expect(ok).toBe(CUSTOM_CODE.test(code));
    },
  );

  it.each(['https://user:pw@example.com/', 'https://user@example.com/'])('name what is wrong with "%s"', (url) => {
    expect(check({ url, custom_code: '', domain_id })).toEqual({ url: 'url_credentials' });
  });

  it('want a domain', () => {
    expect(check({ url: 'https://example.com', custom_code: '', domain_id: '' })).toEqual({
      domain_id: 'domain_required',
    });
  });
});

it('says what the API would say, in both languages', () => {
  const said = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, '{$1}');
  for (const [texts, auth, api] of [
    [en, authEn, errorMessages.en],
    [vi, authVi, errorMessages.vi],
  ] as const) {
    for (const [rule, text] of Object.entries(texts.rule)) {
      expect(text).toBe(api[codeOf(rule)]);
    }
    expect(said(texts.limit.day)).toBe(api['links.guest_limit']);
    expect(said(texts.limit.month)).toBe(api['links.monthly_limit']);
    expect(auth.rule.email).toBe(api['auth.email_required']);
    expect(auth.rule.email_form).toBe(api['auth.email_invalid']);
    expect(auth.rule.password).toBe(api['auth.password_required']);
    expect(auth.rule.password_short).toBe(api['auth.password_weak']);
    expect(auth.rule.full_name).toBe(api['auth.full_name_required']);
    expect(auth.rule.too_long).toBe(api['request.field_too_long']);
    expect(auth.rule.terms).toBe(api['auth.terms_required']);
  }
});

describe('a refusal', () => {
  it('is told at the fields that it names', () => {
    const fields = { custom_code: 'Taken', other: 'Elsewhere' };
    expect(fieldMessages('links.code_taken', { detail: 'All', fields })).toEqual({ custom_code: 'Taken' });
  });

  it('is told at the field that its code is about, else at none', () => {
    const fields = {};
    expect(fieldMessages('links.url_loop', { detail: 'Loop', fields })).toEqual({ url: 'Loop' });
    expect(fieldMessages('links.domain_unavailable', { detail: 'Gone', fields })).toEqual({ domain_id: 'Gone' });
    expect(fieldMessages('service.unavailable', { detail: 'Down', fields })).toEqual({});
  });
});

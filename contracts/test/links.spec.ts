import { describe, expect, it } from '@jest/globals';
import { isErrorCode } from '../src/errors/index.js';
import { routeSchema } from '../src/events/links/route.js';
import { urlSchema } from '../src/fields/links.js';
import { explanationQuerySchema } from '../src/http/explanations.js';
import { createLinkSchema, customCodeSchema } from '../src/http/links.js';
import { countries, MAX_LOCATIONS } from '../src/rules/index.js';
import { lineOfText, linesOfText } from '../src/text.js';

const codeOf = (schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } }, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('urlSchema', () => {
  it.each([
    'http://example.com',
    'https://example.com/a/b?c=d#e',
    'HTTPS://EXAMPLE.COM',
    'https://user:secret@example.com:8443/',
    'https://münchen.example/straße',
    'https://ví-dụ.vn/đường dẫn?x=ă b',
    'https://[2001:db8::1]/',
    `https://example.com/${'a'.repeat(4000)}`,
  ])('takes %s', (url) => {
    expect(urlSchema.parse(url)).toBe(url);
  });

  it('cuts off white space around it', () => {
    expect(urlSchema.parse('  https://example.com \n')).toBe('https://example.com');
  });

  it.each([
    ['nothing', undefined, 'links.url_required'],
    ['an empty text', '', 'links.url_required'],
    ['only blanks', '   ', 'links.url_required'],
    ['null', null, 'request.field_type'],
    ['a number', 7, 'request.field_type'],
    ['a list', ['https://example.com'], 'request.field_type'],
    ['a host only', 'example.com', 'links.url_invalid'],
    ['another scheme', 'ftp://example.com', 'links.url_invalid'],
    ['a script', 'javascript:alert(1)', 'links.url_invalid'],
    ['a data address', 'data:text/html,hi', 'links.url_invalid'],
    ['no host', 'https://', 'links.url_invalid'],
    ['one slash, which browsers repair', 'https:/example.com', 'links.url_invalid'],
    ['three slashes, which browsers repair', 'https:///example.com', 'links.url_invalid'],
    ['a blank in the host', 'https://exa mple.com/', 'links.url_invalid'],
    ['a line separator', 'https://example.com/\u2028x', 'links.url_invalid'],
    ['a line end inside, which browsers drop', 'https://exam\nple.com', 'links.url_invalid'],
    ['a zero character', 'https://example.com/\0', 'links.url_invalid'],
    ['half a surrogate pair', 'https://example.com/\ud800', 'links.url_invalid'],
    ['a port that is none', 'https://example.com:99999', 'links.url_invalid'],
    ['more than 4096 characters', `https://example.com/${'a'.repeat(4097)}`, 'request.field_too_long'],
  ])('refuses %s', (_, value, code) => {
    expect(codeOf(urlSchema, value)).toBe(code);
    expect(isErrorCode(code)).toBe(true);
  });
});

describe('customCodeSchema', () => {
  it.each(['abc', 'A-b_9', 'x'.repeat(50), ''])('takes "%s"', (code) => {
    expect(customCodeSchema.parse(code)).toBe(code);
  });

  it('takes blanks for no code', () => {
    expect(customCodeSchema.parse('  ')).toBe('');
    expect(customCodeSchema.parse(' abc ')).toBe('abc');
  });

  it.each(['ab', 'x'.repeat(51), 'a b c', 'mã-của-tôi', 'abc!', 'a/b/c', '../..', 'abc\n!'])('refuses "%s"', (code) => {
    expect(codeOf(customCodeSchema, code)).toBe('links.code_invalid');
  });

  it.each([null, 7, {}])('refuses %p as a wrong type', (value) => {
    expect(codeOf(customCodeSchema, value)).toBe('request.field_type');
  });
});

describe('texts', () => {
  it('keeps a line to one line and lines to plain text', () => {
    expect(codeOf(lineOfText(20), 'two\nlines')).toBe('request.field_characters');
    expect(codeOf(lineOfText(20), 'bell\u0007')).toBe('request.field_characters');
    expect(linesOfText(20).parse('two\nlines')).toBe('two\nlines');
    expect(codeOf(linesOfText(20), 'bell\u0007')).toBe('request.field_characters');
    expect(codeOf(lineOfText(3), 'four')).toBe('request.field_too_long');
    expect(lineOfText(9).parse(' Chào bạn ')).toBe('Chào bạn');
  });

  it('keeps nothing that would turn other texts around, and all that a language is written with', () => {
    expect(lineOfText(20).parse('Sale \u202egnp.exe')).toBe('Sale gnp.exe');
    expect(lineOfText(4).parse('\u2066\u2067\u2068 four \u202a\u202b\u202c\u202d\u2069')).toBe('four');
    expect(linesOfText(20).parse('one\u202e\ntwo')).toBe('one\ntwo');
    expect(codeOf(lineOfText(9).min(1, { error: 'request.field_required' }), '\u202e')).toBe('request.field_required');
    for (const unseen of [
      '\u200b',
      '\u200d \u2060',
      '\u00ad',
      '\u0301',
      '\ufe0f',
      '\u3164',
      '\u115f\uffa0',
      '\u2800',
      '\u{e0041}',
    ])
      expect(codeOf(lineOfText(9).min(1, { error: 'request.field_required' }), unseen)).toBe('request.field_required');
    expect(linesOfText(9).parse('\u200b\n\u200b')).toBe('');
    for (const seen of ['❤\ufe0f', '👨\u200d👩\u200d👧', 'می\u200cخواهم', '₫', '%'])
      expect(lineOfText(20).parse(seen)).toBe(seen);
    for (const text of ['מבצע 50%', 'تخفيضات\u200f!', 'می\u200cخواهم', '👩\u200d💻'])
      expect(lineOfText(20).parse(text)).toBe(text);
  });
});

describe('location_targeting', () => {
  const url = 'https://example.com/';
  const faults = (location_targeting: unknown) =>
    createLinkSchema
      .safeParse({ url, location_targeting })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it.each([{}, { VN: url }, { VN: url, US: url, XK: url, other: url }])('takes %j', (targets) =>
    expect(faults(targets)).toBeUndefined(),
  );

  it.each([
    [{ vn: url }, 'location_targeting.vn', 'links.country_unknown'],
    [{ QQ: url }, 'location_targeting.QQ', 'links.country_unknown'],
    [{ vietnam: url }, 'location_targeting.vietnam', 'links.country_unknown'],
    [{ constructor: url }, 'location_targeting.constructor', 'links.country_unknown'],
    [{ VN: 'example.com' }, 'location_targeting.VN', 'links.url_invalid'],
    [{ VN: '' }, 'location_targeting.VN', 'links.url_required'],
    [{ VN: null }, 'location_targeting.VN', 'request.field_type'],
    [[url], 'location_targeting', 'request.field_type'],
    [null, 'location_targeting', 'request.field_type'],
    [
      Object.fromEntries(countries.slice(0, MAX_LOCATIONS + 1).map((country) => [country, url])),
      'location_targeting',
      'links.locations_too_many',
    ],
  ])('refuses %j', (targets, field, code) => {
    expect(faults(targets)).toEqual([[field, code]]);
    expect(isErrorCode(code)).toBe(true);
  });
});

describe('deep_links', () => {
  const faults = (deep_links: unknown) =>
    createLinkSchema
      .safeParse({ url: 'https://example.com/', deep_links })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it.each([
    {},
    { ios: 'myapp://page/1?a=b#c' },
    { android: ' com.example.app-2://open ', ios: 'https://example.com/app' },
  ])('takes %j', (links) => expect(faults(links)).toBeUndefined());

  it.each([
    'javascript://x/%0aalert(1)',
    'JavaScript://x',
    'data://a',
    'file:///etc/passwd',
    'blob://a',
    'vbscript://a',
    'about://blank',
    'view-source://a',
    'intent://a/#Intent;end',
    'ws://a',
    'itms-services://?action=a',
    'googlechrome://navigate?url=a',
    'x-safari-https://a',
    'content://a',
    'tel://1900',
    'SMS://1900',
    'shortcuts://run-shortcut?name=a',
    'yandexbrowser-open-url://https%3A%2F%2Fa',
    'myapp:page',
    'myapp://',
    'page',
    'java\tscript://a',
    'myapp://a b',
    'myapp://a"b',
    'myapp://\u202ea',
    'http:///',
    '',
  ])('refuses %j', (ios) => expect(faults({ ios })).toEqual([['deep_links.ios', 'links.deep_link_invalid']]));

  it('judges addresses of the web as destinations, and how long those of apps are', () => {
    expect(faults({ android: 'https://u:p@example.com/' })).toEqual([['deep_links.android', 'links.url_credentials']]);
    expect(faults({ ios: `myapp://${'a'.repeat(1_016)}` })).toBeUndefined();
    expect(faults({ ios: `myapp://${'a'.repeat(1_017)}` })).toEqual([['deep_links.ios', 'request.field_too_long']]);
    expect(faults({ ios: `myapp://a/${'ế'.repeat(200)}` })).toEqual([['deep_links.ios', 'request.field_too_long']]);
    expect(faults({ windows: 'myapp://a' })).toHaveLength(1);
  });
});

describe('a visit that is explained', () => {
  it.each(['nonsense', '10.0.0.256', '10.0.0.0/8', '::g', '999'])('comes from no address such as %s', (ip) =>
    expect(explanationQuerySchema.safeParse({ ip }).error?.issues[0]?.message).toBe('links.rule_ip_invalid'),
  );
  it.each(['203.0.113.7', '2001:db8::1'])('comes from %s', (ip) =>
    expect(explanationQuerySchema.safeParse({ ip }).success).toBe(true),
  );
});

describe('trackers', () => {
  const faults = (trackers: unknown) =>
    createLinkSchema
      .safeParse({ url: 'https://example.com/', trackers })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it.each([
    {},
    { google_analytics: 'G-ABC1234567', facebook_pixel: '123456789012345', tiktok_pixel: 'C4ABCDEFGHIJKLMNOPQ0' },
    { google_ads: 'AW-123456789' },
    { google_ads: 'AW-123456789/AbC-D_efG', custom: ' https://p.example.com/a.gif?b=1 ' },
  ])('takes %j', (trackers) => expect(faults(trackers)).toBeUndefined());

  it.each([
    ['google_analytics', 'GTM-ABC1234'],
    ['google_analytics', "G-ABC1234'"],
    ['google_ads', 'AW-123456789/a b'],
    ['facebook_pixel', '12345678a'],
    ['tiktok_pixel', 'c4abcdefghijk'],
    ['custom', 'http://p.example.com/a.gif'],
    ['custom', 'javascript:alert(1)'],
  ])('refuses %s %s', (provider, id) =>
    expect(faults({ [provider]: id })).toEqual([[`trackers.${provider}`, 'links.tracker_invalid']]),
  );
});

describe('rules', () => {
  const url = 'https://example.com/';
  const faults = (rules: unknown) =>
    createLinkSchema.safeParse({ url, rules }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  const ruleOf = (...all_of: unknown[]) => ({ url, any_of: [{ all_of }] });
  const zone = { time_zone: 'Asia/Ho_Chi_Minh' };

  it.each([
    { kind: 'language', values: ['vi', 'en-GB'], is_not: true },
    { kind: 'country', values: ['VN'] },
    { kind: 'city', values: ['Hanoi'] },
    { kind: 'device', values: ['mobile'] },
    { kind: 'system', values: ['chromeos'] },
    { kind: 'browser', values: ['other'] },
    { kind: 'time_of_day', from: '22:00', to: '06:00', ...zone },
    { kind: 'weekday', values: ['monday'], ...zone },
    { kind: 'date', from: '2026-01-01T00:00:00+07:00' },
    { kind: 'query', name: 'ref', op: 'contains', value: 'mail' },
    { kind: 'query', name: 'ref', op: 'no_value' },
    { kind: 'referrer', values: ['example.com', 'việt.vn'] },
    { kind: 'referrer', none: true },
    { kind: 'visit_number', at_least: 1, at_most: 100 },
    { kind: 'ip', values: ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32'] },
  ])('takes $kind', (condition) => expect(faults([ruleOf(condition)])).toBeUndefined());

  it.each([
    [{ kind: 'mood', values: ['good'] }, 'kind', 'links.rule_kind_unknown'],
    [{ kind: 'constructor' }, 'kind', 'links.rule_kind_unknown'],
    [{ kind: 'country', values: ['VN'], op: 'is' }, 'op', 'links.rule_field_unknown'],
    [{ kind: 'device', values: [] }, 'values', 'links.rule_values_invalid'],
    [{ kind: 'language', values: ['Vietnamese!'] }, 'values', 'links.rule_language_invalid'],
    [{ kind: 'country', values: ['other'] }, 'values', 'links.rule_country_invalid'],
    [{ kind: 'time_of_day', from: '9:00', to: '10:00', ...zone }, 'from', 'links.rule_time_invalid'],
    [{ kind: 'time_of_day', from: '09:00', to: '09:00', ...zone }, 'to', 'links.rule_time_invalid'],
    [{ kind: 'weekday', values: ['monday'], time_zone: '+07:00' }, 'time_zone', 'links.rule_time_zone_invalid'],
    [{ kind: 'date' }, 'from', 'links.rule_date_invalid'],
    [{ kind: 'query', name: 'a', op: 'is' }, 'value', 'links.rule_query_invalid'],
    [{ kind: 'referrer', values: ['https://example.com/'] }, 'values', 'links.rule_referrer_invalid'],
    [{ kind: 'visit_number', at_least: 3, at_most: 2 }, 'at_most', 'links.rule_visits_invalid'],
    [{ kind: 'ip', values: ['203.0.113.0/33'] }, 'values', 'links.rule_ip_invalid'],
  ])('refuses %j', (condition, field, code) => {
    expect(faults([ruleOf(condition)])).toEqual([[`rules.0.any_of.0.all_of.0.${field}`, code]]);
    expect(isErrorCode(code)).toBe(true);
  });

  it('has bounds, on its rules, groups, conditions and length', () => {
    const one = ruleOf({ kind: 'device', values: ['mobile'] });
    expect(faults(Array(20).fill(one))).toBeUndefined();
    expect(faults(Array(21).fill(one))).toEqual([['rules', 'links.rules_too_many']]);
    expect(faults([{ url, any_of: [] }])).toEqual([['rules.0.any_of', 'links.rule_conditions_count']]);
    expect(faults([ruleOf()])).toEqual([['rules.0.any_of.0.all_of', 'links.rule_conditions_count']]);
    const long = { kind: 'referrer', values: Array(20).fill(`${'x'.repeat(60)}.example.com`) };
    expect(faults(Array(12).fill(ruleOf(long)))).toEqual([['rules', 'links.rules_too_long']]);
    expect(faults([{ ...one, url: 'example' }])).toEqual([['rules.0.url', 'links.url_invalid']]);
  });
});

describe('expires_at', () => {
  const link = (expires_at: string) => createLinkSchema.safeParse({ url: 'https://example.com', expires_at });

  it.each(['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1970-01-01T07:00:00+07:00', '2030-01-31T09:00:00Z'])(
    'takes %s',
    (at) => expect(link(at).success).toBe(true),
  );

  it.each([
    '0000-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T06:59:59+07:00', // still 1969 in UTC
    '9999-12-31T23:59:59-23:59', // already 10000 in UTC
    '+010000-01-01T00:00:00Z',
    'tomorrow',
  ])('refuses %s', (at) => {
    const { error } = link(at);
    expect(error?.issues.map(({ message, path }) => [path[0], message])).toEqual([
      ['expires_at', 'links.expires_invalid'],
    ]);
  });

  it('of an older event is brought to what can be stored, so that the event is read', () => {
    const route = {
      link_id: '01a1f88e-6347-7143-9bcb-d4953ea7ddd5',
      workspace_id: null,
      host: '*',
      domain_name: null,
      code: 'abc',
      original_url: 'https://example.com/',
      is_active: false,
      password_hash: null,
      max_clicks: null,
      device_targeting: null,
      version: 2,
    };
    const read = (expires_at: string | null) => routeSchema.parse({ ...route, expires_at }).expires_at;
    expect(read('0000-01-01T00:00:00.000Z')).toBe('1970-01-01T00:00:00.000Z');
    expect(read('+010000-01-01T23:58:59.000Z')).toBe('9999-12-31T23:59:59.999Z');
    expect(read('2030-01-01T00:00:00.000Z')).toBe('2030-01-01T00:00:00.000Z');
    expect(read(null)).toBeNull();
    expect(routeSchema.safeParse({ ...route, expires_at: 'never' }).success).toBe(false);
  });
});

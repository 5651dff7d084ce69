import { describe, expect, it } from '@jest/globals';
import { clickSchema } from '@linkway/contracts';
import { type ClickSource, clickJson, cut, linkHash, linkJson, targetJson } from './click-record.js';

const source: ClickSource = {
  host: 'go.test',
  ip: '2001:db8::1',
  userAgent: 'Mozilla/5.0 "quoted" \\ é',
  referer: 'https://news.test/a?b="c"',
  acceptLanguage: 'vi',
  query: 'utm_source=mail&x=%22',
  purpose: '',
  method: 'GET',
  signedIn: true,
};
const link = { link_id: '0197a000-0000-7000-8000-000000000001', workspace_id: null, code: 'abc' };
const click = (more: Partial<ClickSource> = {}) =>
  clickSchema.parse(
    JSON.parse(
      clickJson(1_780_000_000_123, { ...source, ...more }, linkJson(link), targetJson('https://e.test/"', 'default')),
    ),
  );

describe('the JSON of a click', () => {
  it('fits its contract', () =>
    expect(click()).toMatchObject({
      clicked_at: new Date(1_780_000_000_123).toISOString(),
      link_id: link.link_id,
      workspace_id: null,
      user_agent: source.userAgent,
      referer: 'https://news.test/',
      rule: 'default',
      signed_in: true,
    }));
  it('tells of a visit that brings little what it tells of others', () => {
    const plain = { userAgent: '', referer: '', acceptLanguage: '', query: '', signedIn: false };
    const all = click({ host: 'first.test' });
    expect(click({ ...plain, host: 'second.test' })).toEqual({
      ...all,
      event_id: expect.any(String),
      host: 'second.test',
      user_agent: '',
      referer: '',
      accept_language: '',
      query: '',
      signed_in: false,
    });
    expect(click({ ...plain, purpose: 'prefetch' })).toMatchObject({ purpose: 'prefetch', method: 'GET' });
    expect(click({ ...plain, method: 'HEAD' })).toMatchObject({ purpose: '', method: 'HEAD' });
    expect(click({ ...plain, signedIn: true })).toMatchObject({ signed_in: true, method: 'GET' });
    expect(click({ ...plain, ip: '::1%"\\' }).ip).toBe('::1%"\\');
    expect(click({ acceptLanguage: 'a'.repeat(36) }).accept_language).toHaveLength(35);
  });
  it('does not carry the destination, but its campaign', () => {
    expect(click()).not.toHaveProperty('destination');
    expect(targetJson('https://e.test/a?x=1&utm_source=letter&utm_campaign=t%E1%BA%BFt#utm_term=no', 'default')).toBe(
      '"destination_utm":"utm_source=letter&utm_campaign=tết","rule":"default"',
    );
    expect(targetJson('https://e.test/utm_source=letter', 'device:mobile')).toBe('"rule":"device:mobile"');
  });

  it('cuts texts to what analytics keeps of them', () => {
    const long = 'é'.repeat(9_000);
    const cut = click({
      userAgent: long,
      referer: `https://${long}`,
      acceptLanguage: long,
      purpose: long,
      host: long,
      ip: long,
      query: `fill=${'é'.repeat(600)}&utm_source=${long}&utm_campaign=spring+%26+more&utm_nothing=1`,
    });
    expect(cut.user_agent).toHaveLength(512);
    expect(cut.query).toBe(`utm_source=${'é'.repeat(200)}&utm_campaign=spring %26 more`);
    expect(new URLSearchParams(cut.query).get('utm_campaign')).toBe('spring & more');
    expect(cut.host).toHaveLength(253);
    expect(JSON.stringify(cut).length).toBeLessThan(2_500);
    expect(click({ query: long }).query).toBe('');
  });

  it.each([
    ['https://news.test/a/b?c=d', 'https://news.test/'],
    ['https://news.test?c=d', 'https://news.test'],
    ['https://news.test#x', 'https://news.test'],
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('of the referer %s it keeps %s', (referer, kept) => expect(click({ referer }).referer).toBe(kept));

  it('keeps the first language', () =>
    expect(click({ acceptLanguage: 'vi-VN,vi;q=0.9,en;q=0.8' }).accept_language).toBe('vi-VN'));

  it('never cuts a character in two', () => {
    expect(cut('ab😀', 3)).toBe('ab');
    expect(cut('ab😀', 4)).toBe('ab😀');
    expect(click({ userAgent: 'x'.repeat(511) + '😀' }).user_agent.isWellFormed()).toBe(true);
  });
});

const idAt = (now: number): string =>
  (JSON.parse(clickJson(now, source, linkJson(link), targetJson('https://e.test/', 'default'))) as { event_id: string })
    .event_id;

describe('the id of a click', () => {
  it('holds the time and never repeats', () => {
    const ids = Array.from({ length: 2_000 }, () => idAt(1_780_000_000_123));
    expect(new Set(ids).size).toBe(2_000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(1_780_000_000_123);
  });
});

it('linkHash spreads links over the shards', () => {
  const shards = [0, 0, 0, 0];
  for (let index = 0; index < 4_000; index += 1) {
    const shard = linkHash(idAt(1_780_000_000_000 + index)) % 4;
    shards[shard] = (shards[shard] ?? 0) + 1;
  }
  for (const count of shards) expect(count).toBeGreaterThan(800);
});

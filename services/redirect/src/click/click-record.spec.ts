import { describe, expect, it } from '@jest/globals';
import { clickSchema } from '@linkway/contracts';
import { type ClickSource, clickJson, linkHash, linkJson, targetJson, uuidv7 } from './click-record.js';

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
      referer: source.referer,
      destination: 'https://e.test/"',
      signed_in: true,
    }));
  it('cuts headers that are too long', () =>
    expect(click({ userAgent: 'x'.repeat(9_000) }).user_agent).toHaveLength(1_024));
});

describe('uuidv7', () => {
  it('holds the time and never repeats', () => {
    const ids = Array.from({ length: 2_000 }, () => uuidv7(1_780_000_000_123));
    expect(new Set(ids).size).toBe(2_000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(1_780_000_000_123);
  });
});

it('linkHash spreads links over the shards', () => {
  const shards = [0, 0, 0, 0];
  for (let index = 0; index < 4_000; index += 1) {
    const shard = linkHash(uuidv7(1_780_000_000_000 + index)) % 4;
    shards[shard] = (shards[shard] ?? 0) + 1;
  }
  for (const count of shards) expect(count).toBeGreaterThan(800);
});

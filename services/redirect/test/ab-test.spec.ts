import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { hash } from '@node-rs/argon2';
import { variantOf } from '../src/ab-test/variant.js';
import { type Answer, CHROME, clicksOn, PHONE, type Redirect, startRedirect, type Visit } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
let one: Redirect;
let two: Redirect;
beforeAll(async () => {
  const settings = { TRUSTED_PROXIES: '127.0.0.1' };
  [one, two] = [await startRedirect(servers, settings), await startRedirect(servers, settings)];
}, 90_000);

const A = 'https://a.example.com/?own=1';
const B = 'https://b.example.com/?own=2';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const test = {
  url_b: B,
  percent_b: 50,
  sticky: false,
  goal_link_id: null,
  since: '2026-01-01T00:00:00.000Z',
};
const tested = (more: Partial<typeof test> = {}, link: Partial<Route> = {}) =>
  one.create({ original_url: A, ab_test: { ...test, ...more }, ...link });
const follow = (
  { code }: Route,
  ip: string,
  headers: Record<string, string> = {},
  more: Visit & { by?: Redirect } = {},
) =>
  (more.by ?? one).visit(`/${code}`, {
    ...more,
    headers: { 'x-forwarded-for': ip, 'accept-language': 'en', ...headers },
  });
const cookieOf = ({ headers }: Answer) => headers['set-cookie']?.map((cookie) => cookie.split(';')[0]) ?? [];
/** Of an address that a link leads so. */
const addressWith = ({ link_id, ab_test }: Route, wanted: 'a' | 'b', userAgent = CHROME): string => {
  for (let at = 1; at < 250; at += 1) {
    const ip = `203.0.113.${at}`;
    if (variantOf(link_id, ab_test?.percent_b ?? 0, { ip, userAgent }) === wanted) return ip;
  }
  throw new Error('no address of 250 is led so');
};
const rulesOf = async ({ link_id }: Route) =>
  (await clicksOn(servers)).clicks.filter((click) => click.link_id === link_id).map(({ rule }) => rule);

describe('an A/B test', () => {
  it('leads a thousand people as they are drawn, alike by each process and each time, and their clicks say so', async () => {
    const link = await tested({ percent_b: 30 });
    const people = Array.from({ length: 1_000 }, (_, at) => `198.51.${at >> 8}.${at & 255}`);
    const led = new Map<string, string | undefined>();
    for (let at = 0; at < people.length; at += 50) {
      await Promise.all(
        people.slice(at, at + 50).map(async (ip, index) => {
          const { headers } = await follow(link, ip, {}, { by: index % 2 === 0 ? one : two });
          led.set(ip, headers.location);
        }),
      );
    }
    const drawn = people.map((ip) => variantOf(link.link_id, 30, { ip, userAgent: CHROME }));
    expect(people.map((ip) => led.get(ip))).toEqual(drawn.map((variant) => (variant === 'b' ? B : A)));
    const withB = drawn.filter((variant) => variant === 'b').length;
    // Four standard deviations of 1,000 draws by 30 percent.
    expect(Math.abs(withB - 300)).toBeLessThanOrEqual(58);
    for (const ip of people.slice(0, 20)) {
      const again = await Promise.all([one, two].map((by) => follow(link, ip, {}, { by })));
      expect(again.map(({ headers }) => headers.location)).toEqual([led.get(ip), led.get(ip)]);
    }
    const ofFirst = drawn.slice(0, 20).filter((variant) => variant === 'b').length;
    await eventually(async () => {
      const rules = await rulesOf(link);
      expect(rules).toHaveLength(1_040);
      expect(rules.filter((rule) => rule === 'ab:b')).toHaveLength(withB + 2 * ofFirst);
      expect(rules.filter((rule) => rule === 'ab:a')).toHaveLength(1_040 - withB - 2 * ofFirst);
    });
  }, 120_000);

  it('leads nobody or everybody to B, by a split of 0 and 100', async () => {
    const ips = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6'];
    for (const [percent_b, destination] of [
      [0, A],
      [100, B],
    ] as const) {
      const link = await tested({ percent_b });
      const led = await Promise.all(ips.map(async (ip) => (await follow(link, ip)).headers.location));
      expect(new Set(led)).toEqual(new Set([destination]));
    }
  });

  it('shows programs what the link leads to, without their taking part', async () => {
    const link = await tested({ percent_b: 100, sticky: true });
    const agents = [CRAWLER, 'WhatsApp/2.24.1 A', 'curl/8.1.2'];
    for (const agent of agents) {
      const { headers } = await follow(link, '192.0.2.9', { 'user-agent': agent });
      expect([agent, headers.location, headers['set-cookie']]).toEqual([agent, A, undefined]);
    }
    expect((await follow(link, '192.0.2.9', {}, { method: 'HEAD' })).headers.location).toBe(A);
    expect((await follow(link, '192.0.2.9', { 'sec-purpose': 'prefetch' })).headers.location).toBe(A);
    await eventually(async () => expect(await rulesOf(link)).toEqual(Array(5).fill('default')));
  });

  it('comes after all targeting, which takes no part', async () => {
    const phones = 'https://m.example.com/';
    const link = await tested({ percent_b: 100, sticky: true }, { device_targeting: { mobile: phones } });
    const phone = await follow(link, '192.0.2.1', { 'user-agent': PHONE });
    expect([phone.headers.location, phone.headers['set-cookie']]).toEqual([phones, undefined]);
    expect((await follow(link, '192.0.2.1')).headers.location).toBe(B);
    await eventually(async () => expect((await rulesOf(link)).sort()).toEqual(['ab:b', 'device:mobile']));
  });

  it('keeps people with their variant by a cookie of the link alone, whatever their network', async () => {
    const link = await tested({ sticky: true });
    const [withA, withB] = [addressWith(link, 'a'), addressWith(link, 'b')];
    const first = await follow(link, withB);
    expect(first.headers['set-cookie']).toEqual([
      `linkway_ab=b.mjuohs00; Path=/${link.code}; Max-Age=7776000; HttpOnly; SameSite=Lax`,
    ]);
    const secure = await follow(link, withB, { 'x-forwarded-proto': 'https' });
    expect(String(secure.headers['set-cookie'])).toMatch(/; Secure$/);
    expect(first.headers['cache-control']).toBe('private, no-store');
    const cookie = cookieOf(first).join('; ');
    const moved = await follow(link, withA, { cookie: `theme=dark; ${cookie}` }, { by: two });
    expect([moved.headers.location, moved.headers['set-cookie']]).toEqual([B, undefined]);
    expect((await follow(link, withA)).headers.location).toBe(A);
    // Of a test that the link had before, or that somebody wrote themselves.
    for (const other of ['linkway_ab=b.1', 'linkway_ab=b', 'linkway_ab=c.mjuohs00']) {
      const { headers } = await follow(link, withA, { cookie: other });
      expect([headers.location, String(headers['set-cookie'])]).toEqual([A, expect.stringContaining('linkway_ab=a.')]);
    }
    const unkept = await tested({ sticky: false });
    const plain = await follow(unkept, addressWith(unkept, 'a'), { cookie });
    expect([plain.headers.location, plain.headers['set-cookie']]).toEqual([A, undefined]);
  });

  it.each(['dnt', 'sec-gpc'])('gives no cookie to who asks not to be tracked: %s', async (refusal) => {
    const link = await tested({ sticky: true });
    const { headers } = await follow(link, addressWith(link, 'b'), { [refusal]: '1' });
    expect([headers.location, headers['set-cookie']]).toEqual([B, undefined]);
  });

  it('passes the visit’s query on to either, and leads on by the pages of the link', async () => {
    const link = await tested({ percent_b: 100, sticky: true }, { query_passing: 'append' });
    const { headers } = await one.visit(`/${link.code}?x=1&own=9`);
    expect(headers.location).toBe('https://b.example.com/?own=2&x=1');
    const pages: [Partial<Route>, string][] = [
      [{ countdown_seconds: 5 }, 'content="5;url=https://b.example.com/?own=2"'],
      [{ is_cloaked: true }, '<iframe src="https://b.example.com/?own=2"'],
      [{ trackers: { facebook_pixel: '12345678' } }, 'content="1;url=https://b.example.com/?own=2"'],
    ];
    for (const [more, expected] of pages) {
      const page = await tested({ percent_b: 100, sticky: true }, more);
      const answer = await follow(page, '192.0.2.1');
      expect([answer.status, answer.body.includes(expected)]).toEqual([200, true]);
      expect(cookieOf(answer)).toEqual(['linkway_ab=b.mjuohs00']);
      await eventually(async () => expect(await rulesOf(page)).toEqual(['ab:b']));
    }
    const app = await tested({ percent_b: 100 }, { deep_links: { android: 'myapp://a' } });
    const opened = await follow(app, '192.0.2.1', { 'user-agent': PHONE });
    expect(opened.body).toContain('id="app" href="myapp://a"');
    expect(opened.body).toContain('id="on" href="https://b.example.com/?own=2"');
  });

  it('is drawn for who knows the password alone', async () => {
    const link = await tested({ percent_b: 100, sticky: true }, { password_hash: await hash('secret') });
    const asked = await follow(link, '192.0.2.1');
    expect([asked.status, asked.headers['set-cookie']]).toEqual([200, undefined]);
    const opened = await follow(link, '192.0.2.1', {}, { form: 'password=secret' });
    expect([opened.headers.location, cookieOf(opened)]).toEqual([B, ['linkway_ab=b.mjuohs00']]);
    await eventually(async () => expect(await rulesOf(link)).toEqual(['ab:b']));
  });

  it('uses up one click of a cap by a visit, whichever it is led to', async () => {
    const link = await tested({}, { max_clicks: 2 });
    const led = [];
    for (const variant of ['a', 'b', 'a'] as const)
      led.push((await follow(link, addressWith(link, variant))).headers.location);
    expect(led).toEqual([A, B, undefined]);
  });

  it('tells both addresses to who asks first, which is no visit', async () => {
    const link = await tested({ sticky: true });
    const ahead = (which: Route) => one.visit(`/${which.code}+`, { headers: { 'accept-language': 'en' } });
    const { status, headers, body } = await ahead(link);
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    expect(body).toContain('one of two addresses, by chance');
    expect(body).toContain(`<p>${A}</p>`);
    expect(body).toContain(`<p>${B}</p>`);
    const hidden = await ahead(await tested({}, { password_hash: 'x' }));
    expect(hidden.body).not.toContain('example.com');
    const after = await tested({ percent_b: 100 });
    expect((await ahead(after)).body).toContain('This link leads to b.example.com.');
    await follow(link, '192.0.2.1');
    await eventually(async () => expect(await rulesOf(link)).toHaveLength(1));
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { domainSaved, linkUpdated } from '@linkway/contracts';
import { eventually, type SentStatement, sentStatements, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { HostBook } from '../src/host/host-book.js';
import { RouteRepository } from '../src/route/route.repository.js';
import { RouteCache } from '../src/route/route-cache.js';
import { versionOf } from '../src/route/route-version.js';
import { aRoute, domain, type Redirect, startRedirect } from './harness.js';

const HOSTS = 2_000;
const servers = useServers({ postgres: true, nats: true });
let redirect: Redirect;
let database: DataSource;
let code: string;

beforeAll(async () => {
  redirect = await startRedirect(servers);
  database = redirect.running.get<DataSource>(DataSource);
  ({ code } = await redirect.create({ original_url: 'https://example.com/own' }));
  const rows = redirect.running.get(RouteRepository);
  const [first] = await rows.findByKeys([{ code, host: 'go.test' }]);
  const own = first?.route;
  if (!own) throw new Error('the link is not stored');
  await rows.apply(
    Array.from({ length: HOSTS }, (_, number) => {
      const host = `h${number}.test`;
      const route = { ...own, host, domain_name: host, original_url: `https://example.com/${number}`, version: 1 };
      return { code, host, version: 1, route };
    }),
  );
  await database.query('ANALYZE routes');
}, 90_000);

/** Every question to the table that the visits send. */
const statementsOf = async (visits: () => Promise<unknown>): Promise<SentStatement[]> =>
  (await sentStatements(visits)).filter(({ text }) => /^\s*SELECT.*FROM "?routes/s.test(text));

/** Rows of the table that a statement reads. */
async function rowsRead({ text, values }: SentStatement): Promise<number> {
  const answer: { 'QUERY PLAN': string }[] = await database.query(`EXPLAIN (ANALYZE) ${text}`, [...values]);
  const scans = answer.map((row) => row['QUERY PLAN']).filter((line) => / on routes/.test(line));
  expect(scans.join()).toMatch(/Index|Bitmap/);
  expect(scans.join()).not.toContain('Seq Scan');
  return scans
    .map((line) => /actual time=\S+ rows=([\d.]+) loops=(\d+)/.exec(line))
    .reduce((sum, match) => sum + Number(match?.[1] ?? 0) * Number(match?.[2] ?? 1), 0);
}

const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('a code on thousands of hosts', () => {
  it('costs a visit on one of them one row, in the table and in memory', async () => {
    const cache = redirect.running.get(RouteCache);
    const before = cache.size;
    const statements = await statementsOf(async () => {
      const answer = await redirect.visit(`/${code}`, { host: 'h7.test' });
      expect(answer).toMatchObject({ status: 302, headers: { location: 'https://example.com/7' } });
    });
    expect(statements).toHaveLength(1);
    for (const statement of statements) expect(await rowsRead(statement)).toBe(1);
    expect(cache.size).toBe(before + 1);
    expect(await statementsOf(() => redirect.visit(`/${code}`, { host: 'h7.test' }))).toEqual([]);
  });

  it('is answered on each host with its own link, and a change of one leaves the others', async () => {
    for (const host of ['h1.test', 'h2.test']) await redirect.visit(`/${code}`, { host });
    const [known] = await redirect.running.get(RouteRepository).findByKeys([{ code, host: 'h1.test' }]);
    if (!known?.route) throw new Error('the link is not stored');
    const route = { ...known.route, version: 2, original_url: 'https://example.com/changed' };
    await redirect.publish(linkUpdated, { route, previous: null });
    const locationOn = async (host: string) => (await redirect.visit(`/${code}`, { host })).headers.location;
    await eventually(async () => expect(await locationOn('h1.test')).toBe('https://example.com/changed'));
    expect(await locationOn('h2.test')).toBe('https://example.com/2');
  });

  it('names one of them on the page of a host that has none, for which few rows are read', async () => {
    const statements = await statementsOf(async () => {
      const answer = await redirect.visit(`/${code}`, { host: 'none.test', headers: { 'accept-language': 'en' } });
      expect(answer.status).toBe(403);
      expect(answer.body).toContain('This link only works on domain go.test');
    });
    // What is known of the other hosts may be looked at anew meanwhile.
    const own = statements.filter(({ values }) => values.flat().includes('none.test'));
    expect(own).toHaveLength(2);
    for (const statement of own) expect(await rowsRead(statement)).toBeLessThanOrEqual(12);
  });

  it('names rather one that is switched on', async () => {
    const rows = redirect.running.get(RouteRepository);
    const [own] = await rows.findByKeys([{ code, host: 'go.test' }]);
    if (!own?.route) throw new Error('the link is not stored');
    const paused = { ...own.route, version: 2, is_active: false };
    await rows.apply([{ ...own, version: 2, route: paused }]);
    const [[other] = []] = await rows.findElsewhere([{ code, host: 'none.test' }]);
    expect(other).toMatchObject({ is_active: true, host: expect.stringMatching(/^h\d+\.test$/) });
    const asked = { code, host: other?.host ?? '' };
    expect((await rows.findElsewhere([{ code: 'nobody-has', host: 'x' }, asked]))[0]).toEqual([]);
    expect((await rows.findElsewhere([asked]))[0]?.map(({ host }) => host)).not.toContain(asked.host);
  });

  it.each([
    ['expired', { expires_at: hoursFromNow(-1) }, {}],
    ['expired long ago', { expires_at: '2020-01-01T00:00:00Z' }, { expires_at: hoursFromNow(1), max_clicks: 3 }],
    ['is used up', { max_clicks: 2 }, {}],
    ['is used up exactly', { max_clicks: 2 }, { max_clicks: 3 }],
    ['is paused', { is_active: false }, {}],
  ])('names rather one that opens than one that %s', async (_why, ended, open) => {
    const living = aRoute({ ...open, host: 'z.test', domain_name: 'z.test' });
    const first = aRoute({ ...ended, code: living.code, host: 'a.test', domain_name: 'a.test' });
    await redirect.running.get(RouteRepository).apply([versionOf(first), versionOf(living)]);
    for (const { link_id } of [first, living]) {
      await database.query('INSERT INTO link_usage (link_id, used) VALUES ($1, 2)', [link_id]);
    }
    const answer = await redirect.visit(`/${living.code}`, {
      host: 'none.test',
      headers: { 'accept-language': 'en' },
    });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining('only works on domain z.test')]);
  });

  it('names none that is switched off, also where it was on a moment ago', async () => {
    const living = aRoute({ host: 'on.test', domain_name: 'on.test' });
    const first = aRoute({ code: living.code, host: 'off.test', domain_name: 'off.test' });
    await redirect.running.get(RouteRepository).apply([versionOf(first), versionOf(living)]);
    const named = (name: string, isActive: boolean) => ({ ...domain(name, isActive), domain_id: uuidv7() });
    const [on, off] = [named('on.test', true), named('off.test', false)];
    for (const saved of [on, off]) await redirect.publish(domainSaved, saved);
    await eventually(async () =>
      expect((await redirect.visit(`/${first.code}`, { host: 'off.test' })).status).toBe(404),
    );
    expect(await pageOf(living.code)).toContain('This link only works on domain on.test');
    await redirect.publish(domainSaved, { ...on, is_active: false, version: 2 });
    await eventually(async () =>
      expect((await redirect.visit(`/${living.code}`, { host: 'on.test' })).status).toBe(404),
    );
    const answer = await redirect.visit(`/${living.code}`, { host: 'none.test' });
    expect([answer.status, answer.body]).toEqual([404, expect.not.stringMatching(/(on|off)\.test/)]);
  });

  /** A code that has ended on so many hosts, which come before the one where it lives. */
  async function endedOn(hosts: number): Promise<string> {
    const living = aRoute({ host: 'living.test', domain_name: 'living.test' });
    const ended = Array.from({ length: hosts }, (_, number) => {
      const host = `ended${number}.test`;
      return { code: living.code, host, version: 2, route: null };
    });
    await redirect.running.get(RouteRepository).apply([...ended, versionOf(living)]);
    await database.query('ANALYZE routes');
    return living.code;
  }
  const pageOf = async (asked: string) =>
    (await redirect.visit(`/${asked}`, { host: 'none.test', headers: { 'accept-language': 'en' } })).body;

  it('names the one where it lives, though it has ended on others', async () => {
    expect(await pageOf(await endedOn(20))).toContain('This link only works on domain living.test');
  });

  it('names none where it has ended on very many, of which no more than fifty are read', async () => {
    const asked = await endedOn(200);
    const statements = await statementsOf(async () => expect(await pageOf(asked)).not.toContain('living.test'));
    const [, elsewhere] = statements;
    if (!elsewhere) throw new Error('other hosts were not looked for');
    expect(await rowsRead(elsewhere)).toBeLessThanOrEqual(50);
  });
});

it('names beyond what a network may make up are answered with the link for any host, hosts of domains with their own', async () => {
  const strict = await startRedirect(servers, { UNKNOWN_CODES_PER_MINUTE: '3' });
  const any = aRoute({ host: '*', domain_name: null, original_url: 'https://example.com/any' });
  const on = (host: string) => versionOf({ ...any, host, domain_name: host, original_url: `https://${host}/own` });
  await strict.running.get(RouteRepository).apply([versionOf(any), on('listed.test'), on('unlisted.test')]);
  await strict.publish(domainSaved, domain('listed.test', true));
  await eventually(async () => expect(strict.running.get(HostBook).find('listed.test').isListed).toBe(true));
  const locationOn = async (host: string) => (await strict.visit(`/${any.code}`, { host })).headers.location;
  for (const host of ['one.test', 'two.test', 'three.test']) expect(await locationOn(host)).toBe(any.original_url);
  expect(await locationOn('unlisted.test')).toBe(any.original_url);
  expect(await locationOn('listed.test')).toBe('https://listed.test/own');
});

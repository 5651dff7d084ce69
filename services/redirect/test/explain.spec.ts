import { beforeAll, expect, it } from '@jest/globals';
import {
  type Caller,
  domainSaved,
  explainLinkRpc,
  getLinksByIdsRpc,
  type Link,
  type Route,
  type RpcInput,
} from '@linkway/contracts';
import { defineService, Rpc, type RpcCall, serviceConfig } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { hash } from '@node-rs/argon2';
import { v7 as uuidv7 } from 'uuid';
import { CHROME, clicksOn, domain, PHONE, type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
const workspace = uuidv7();
const owner: Caller = {
  kind: 'session',
  user_id: workspace,
  workspace_id: workspace,
  session_id: uuidv7(),
  role: 'user',
};
const made = new Map<string, Route>();
let redirect: Redirect;
let proxied: Redirect;

@Controller()
class LinksAnswers {
  @Rpc(getLinksByIdsRpc)
  byIds({ ids }: RpcInput<typeof getLinksByIdsRpc>, { caller }: RpcCall<typeof getLinksByIdsRpc>) {
    const there = ids.flatMap((id) => made.get(id) ?? []).filter((route) => route.workspace_id === caller.workspace_id);
    return { data: there.map(linkOf) };
  }
}
@Module({ controllers: [LinksAnswers] })
class LinksModule {}

beforeAll(async () => {
  redirect = await startRedirect(servers);
  proxied = await startRedirect(servers, { TRUSTED_PROXIES: '127.0.0.1' });
  const links = defineService({ name: 'links', config: serviceConfig({}), module: LinksModule });
  await startService(links, servers.env('neighbours'));
}, 60_000);

type Asked = Omit<RpcInput<typeof explainLinkRpc>, 'id'>;
const explain = ({ link_id: id }: Route, asked: Asked = {}, by = owner) =>
  redirect.ask(explainLinkRpc, { id, ...asked }, by);
async function create(more: Partial<Route> = {}): Promise<Route> {
  const route = await redirect.create({ workspace_id: workspace, ...more });
  made.set(route.link_id, route);
  return route;
}

it('says what visitors are answered with, and counts none of it', async () => {
  const link = await create({
    original_url: 'https://example.com/?x=own',
    device_targeting: { mobile: 'https://m.example.com/' },
    query_passing: 'append',
    max_clicks: 1,
  });
  const asked: Asked[] = [{}, { query: 'x=1&y=2' }, { device: 'mobile' }, { user_agent: PHONE, device: 'desktop' }];
  const said = await Promise.all(asked.map((one) => explain(link, one)));
  expect(said.map(({ destination, rule }) => [destination, rule])).toEqual([
    ['https://example.com/?x=own', 'default'],
    ['https://example.com/?x=own&y=2', 'default'],
    ['https://m.example.com/', 'device:mobile'],
    ['https://m.example.com/', 'device:mobile'],
  ]);
  expect(said[0]).toMatchObject({ outcome: 'redirect', status: 302, host: 'go.test', clicks_used: 0 });
  const visit = await redirect.visit(`/${link.code}?x=1&y=2`);
  expect(visit.headers.location).toBe(said[1]?.destination);
  expect(await explain(link)).toMatchObject({ outcome: 'used_up', status: 410, destination: null, clicks_used: 1 });
  await eventually(async () => {
    const { clicks } = await clicksOn(servers);
    expect(clicks.filter(({ link_id }) => link_id === link.link_id)).toHaveLength(1);
  });
});

it('says it of another country and system', async () => {
  const link = await create({
    location_targeting: { VN: 'https://vn.example.com/', other: 'https://o.example.com/' },
    system_targeting: { android: 'https://a.example.com/' },
  });
  const rules = (...asked: Asked[]) => Promise.all(asked.map(async (one) => (await explain(link, one)).rule));
  const from = (country: string, more: Asked = {}): Asked => ({ country, system: 'android', ...more });
  expect(
    await rules({}, from('VN'), from('DE'), { system: 'android' }, { system: 'ios' }, { user_agent: PHONE }),
  ).toEqual(['default', 'country:VN', 'country:other', 'device:android', 'default', 'device:android']);
  await expect(explain(link, { country: 'vn' })).rejects.toMatchObject({ code: 'links.country_unknown' });
});

it('says which rule decides, of all that rules ask for, as visits are led', async () => {
  const only = (name: string, condition: { kind: string; [field: string]: unknown }) => ({
    name,
    url: `https://${name}.example.com/`,
    any_of: [{ all_of: [condition] }],
  });
  const link = await create({
    rules: [
      only('vi', { kind: 'language', values: ['vi'] }),
      only('news', { kind: 'referrer', values: ['news.example.com'] }),
      only('mail', { kind: 'query', name: 'ref', op: 'is', value: 'mail' }),
      only('vietnam', { kind: 'country', values: ['VN'] }),
      only('hanoi', { kind: 'city', values: ['Hanoi'] }),
      only('second', { kind: 'visit_number', at_least: 2, at_most: 2 }),
    ],
  });
  const ruleOf = async (asked: Asked = {}) => {
    const { rule, rule_name } = await explain(link, asked);
    return [rule, rule_name];
  };
  expect(await ruleOf()).toEqual(['default', undefined]);
  expect(await ruleOf({ language: 'vi-VN,vi;q=0.9' })).toEqual(['rule:1', 'vi']);
  expect(await ruleOf({ referrer: 'https://www.news.example.com/a' })).toEqual(['rule:2', 'news']);
  expect(await ruleOf({ query: 'ref=mail' })).toEqual(['rule:3', 'mail']);
  expect(await ruleOf({ ip: '113.160.0.1' })).toEqual(['rule:4', 'vietnam']);
  expect(await ruleOf({ city: 'Hanoi' })).toEqual(['rule:5', 'hanoi']);
  expect(await ruleOf({ visit_number: 2 })).toEqual(['rule:6', 'second']);
  const led = async (headers: Record<string, string> = {}) =>
    (await redirect.visit(`/${link.code}`, { headers: { 'user-agent': PHONE, ...headers } })).headers.location;
  expect(await led()).toBe(link.original_url);
  // Explaining it counted nothing, and the visit before did.
  expect(await ruleOf()).toEqual(['rule:6', 'second']);
  expect(await led({ 'accept-language': 'vi' })).toBe('https://vi.example.com/');
  expect(await ruleOf()).toEqual(['default', undefined]);
});

it('says it of another moment, another host and with the password', async () => {
  const link = await create({
    starts_at: '2098-01-01T00:00:00Z',
    expires_at: '2099-01-01T00:00:00Z',
    fallback_url: 'https://example.com/over',
    password_hash: await hash('secret'),
  });
  const outcomes = async (...asked: Asked[]) =>
    (await Promise.all(asked.map((one) => explain(link, one)))).map(({ outcome, status, rule }) => [
      outcome,
      status,
      rule,
    ]);
  const inTime = { at: '2098-06-01T00:00:00Z' };
  const knows = { password_given: 'true' as const };
  expect(
    await outcomes(
      {},
      knows,
      inTime,
      { ...inTime, ...knows },
      { at: '2099-01-01T00:00:00+00:00' },
      { host: 'other.test' },
    ),
  ).toEqual([
    ['password', 200, null],
    ['scheduled', 404, null],
    ['password', 200, null],
    ['redirect', 302, 'default'],
    ['redirect', 302, 'fallback'],
    ['wrong_domain', 403, null],
  ]);
  await redirect.publish(domainSaved, domain('off.test', false));
  const anywhere = await create({ host: '*', domain_name: null });
  expect(await explain(anywhere)).toMatchObject({ outcome: 'redirect', host: '*' });
  await eventually(async () =>
    expect(await explain(anywhere, { host: 'off.test' })).toMatchObject({
      outcome: 'unknown',
      status: 404,
      host: 'off.test',
    }),
  );
});

it('says what page people and programs are shown on the way, but not before it opens', async () => {
  const link = await create({ countdown_seconds: 5, custom_preview: { title: 'Tết' } });
  const whatsapp = { user_agent: 'WhatsApp/2.24.1 A' };
  expect(await explain(link)).toMatchObject({ outcome: 'redirect', status: 200, page: 'countdown', rule: 'default' });
  expect(await explain(link, whatsapp)).toMatchObject({ status: 200, page: 'preview' });
  const bot = { user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
  expect(await explain(link, bot)).toMatchObject({ status: 302, page: null });
  const cloaked = await create({ countdown_seconds: 5, is_cloaked: true });
  expect(await explain(cloaked)).toMatchObject({ outcome: 'redirect', status: 200, page: 'cloak', rule: 'default' });
  const app = await create({ deep_links: { ios: 'myapp://a' } });
  expect(await explain(app, { system: 'ios' })).toMatchObject({ status: 200, page: 'app', app_url: 'myapp://a' });
  expect(await explain(app)).toMatchObject({ status: 302, page: null });
  expect(await explain(app)).not.toHaveProperty('app_url');
  const tracked = await create({ trackers: { facebook_pixel: '12345678' } });
  expect(await explain(tracked)).toMatchObject({ status: 200, page: 'tracker' });
  const later = {
    starts_at: '2098-01-01T00:00:00Z',
    password_hash: await hash('secret'),
    custom_preview: { title: 'x' },
  };
  const hidden = await create(later);
  expect(await explain(hidden, whatsapp)).toMatchObject({ outcome: 'password', status: 200, page: null });
  expect((await redirect.visit(`/${hidden.code}`, { headers: { 'user-agent': 'WhatsApp/2.24.1 A' } })).body).toContain(
    'name="password"',
  );
});

it('says of an A/B test both addresses, and which one where enough is told of the visitor', async () => {
  const link = await create({
    original_url: 'https://a.example.com/',
    query_passing: 'append',
    device_targeting: { tablet: 'https://t.example.com/' },
    ab_test: {
      url_b: 'https://b.example.com/',
      percent_b: 30,
      sticky: false,
      goal_link_id: null,
      since: '2026-01-01T00:00:00.000Z',
    },
  });
  const variants = [
    { variant: 'a', percent: 70, destination: 'https://a.example.com/?x=1' },
    { variant: 'b', percent: 30, destination: 'https://b.example.com/?x=1' },
  ];
  const query = 'x=1';
  expect(await explain(link, { query })).toMatchObject({ rule: 'ab', destination: variants[0]?.destination, variants });
  expect(await explain(link, { query, variant: 'b' })).toMatchObject({
    rule: 'ab:b',
    destination: variants[1]?.destination,
    variants,
  });
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5', '203.0.113.6']) {
    const visit = { headers: { 'x-forwarded-for': ip } };
    const said = await explain(link, { ip, user_agent: CHROME });
    expect([ip, said.destination]).toEqual([ip, (await proxied.visit(`/${link.code}`, visit)).headers.location]);
    expect(said.rule).toBe(said.destination === link.original_url ? 'ab:a' : 'ab:b');
  }
  const bot = { user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
  for (const none of [{ ...bot, ip: '203.0.113.1' }, { device: 'tablet' }] satisfies Asked[]) {
    const said = await explain(link, none);
    expect([said.rule?.startsWith('ab'), said.variants]).toEqual([false, undefined]);
  }
  const all = await create({
    ab_test: {
      url_b: 'https://b.example.com/',
      percent_b: 100,
      sticky: false,
      goal_link_id: null,
      since: '2026-01-01T00:00:00.000Z',
    },
  });
  expect(await explain(all)).toMatchObject({ rule: 'ab:b', destination: 'https://b.example.com/' });
});

it('says nothing of a link that is not there for the caller', async () => {
  const link = await create();
  const stranger = { ...owner, user_id: uuidv7(), workspace_id: uuidv7() };
  await expect(explain(link, {}, stranger)).rejects.toMatchObject({ code: 'links.not_found' });
  // Links tells of one whose code leads elsewhere by now.
  const moved = await create();
  made.set(moved.link_id, { ...moved, code: link.code });
  await expect(explain(moved)).rejects.toMatchObject({ code: 'links.not_found' });
  await expect(redirect.ask(explainLinkRpc, { id: uuidv7() }, owner)).rejects.toMatchObject({
    code: 'links.not_found',
  });
});

const linkOf = ({ link_id: id, code, host, domain_name, original_url, max_clicks }: Route): Link => ({
  id,
  short_code: code,
  short_url: `http://${host}/${code}`,
  original_url,
  domain: domain_name === null ? null : { id: uuidv7(), domain_name },
  has_password: false,
  title: '',
  description: '',
  expires_at: null,
  max_clicks,
  device_targeting: {},
  is_active: true,
  workspace_id: workspace,
  user_id: workspace,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
});

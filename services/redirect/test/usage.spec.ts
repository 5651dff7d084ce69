import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  getLinksByIdsRpc,
  type Link,
  linkDeleted,
  linkLimitReached,
  linkUpdated,
  linkUsageRpc,
  permissionsOfKey,
  type Route,
  type RpcInput,
  withinDomains,
} from '@linkway/contracts';
import { defineService, ensureStream, eventStream, NatsService, Rpc, serviceConfig } from '@linkway/platform';
import { eventually, startService, storedEvents, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { RouteRepository } from '../src/route/route.repository.js';
import { versionOf } from '../src/route/route-version.js';
import { aRoute, CHROME, clicksOn, neighboursOn, type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
const BOT = { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' } };
let one: Redirect;
let two: Redirect;
beforeAll(async () => {
  [one, two] = [await startRedirect(servers), await startRedirect(servers)];
  // Whoever tells something first makes it.
  await ensureStream((await neighboursOn(servers)).get<NatsService>(NatsService), eventStream('redirect'));
}, 90_000);

const workspace = uuidv7();
const callerOf = (workspaceId: string): Caller => ({
  kind: 'session',
  user_id: workspaceId,
  workspace_id: workspaceId,
  session_id: uuidv7(),
  role: 'user',
});
const capped = (max_clicks: number | null) => one.create({ workspace_id: workspace, max_clicks });
const used = async (links: Route[], by = workspace) => {
  const { data } = await one.ask(linkUsageRpc, { link_ids: links.map(({ link_id }) => link_id) }, callerOf(by));
  return Object.fromEntries(data.map((usage) => [usage.link_id, usage.used]));
};
const usedOf = async (link: Route) => (await used([link]))[link.link_id];
const known = (link: Route) => eventually(async () => expect(await usedOf(link)).toBeDefined());

it('tells what people used up, whichever process they came to, and nothing of what machines did', async () => {
  const link = await capped(5);
  await known(link);
  const visit = (redirect: Redirect, more = {}) => redirect.visit(`/${link.code}`, more);
  for (let round = 0; round < 10; round += 1) expect((await visit(one, BOT)).status).toBe(302);
  expect((await visit(one, { method: 'HEAD' })).status).toBe(302);
  expect(await usedOf(link)).toBe(0);
  for (const redirect of [one, two, one]) expect((await visit(redirect)).status).toBe(302);
  expect(await usedOf(link)).toBe(3);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, turn) => visit(turn % 2 === 0 ? one : two)));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(2);
  expect(await usedOf(link)).toBe(5);
});

it('goes on counting from there where the cap is raised, and tells nothing where it is taken off', async () => {
  const link = await capped(1);
  await known(link);
  expect((await one.visit(`/${link.code}`)).status).toBe(302);
  expect((await one.visit(`/${link.code}`)).status).toBe(410);
  await one.publish(linkUpdated, { route: { ...link, max_clicks: 2, version: 2 }, previous: null });
  await eventually(async () => (await one.visit(`/${link.code}`)).status === 302);
  expect(await usedOf(link)).toBe(2);
  await one.publish(linkUpdated, { route: { ...link, max_clicks: null, version: 3 }, previous: null });
  await eventually(async () => expect(await usedOf(link)).toBeUndefined());
});

it('is asked for many links at once, and answers for those with a cap', async () => {
  const links = [await capped(3), await capped(null), await capped(9)];
  for (const link of links) if (link.max_clicks !== null) await known(link);
  await one.visit(`/${links[2]?.code}`);
  expect(await used(links)).toEqual({ [links[0]?.link_id ?? '']: 0, [links[2]?.link_id ?? '']: 1 });
  await one.publish(linkDeleted, {
    link_id: links[2]?.link_id ?? '',
    workspace_id: workspace,
    key: { host: 'go.test', code: links[2]?.code ?? '', version: 2 },
  });
  await eventually(async () => expect(await used(links)).toEqual({ [links[0]?.link_id ?? '']: 0 }));
  expect(await used([])).toEqual({});
});

it("answers for the caller's own workspace alone", async () => {
  const link = await capped(3);
  await known(link);
  expect(await used([link], uuidv7())).toEqual({});
  await expect(one.ask(linkUsageRpc, { link_ids: [link.link_id] }, null)).rejects.toMatchObject({
    code: 'auth.unauthenticated',
  });
});

/** Visits that wait for a table which nobody may read, and end before somebody may again. */
async function leaveWhileLocked(at: Redirect, table: string, path: string, visitors: number): Promise<void> {
  const server = at.running.get<HttpAdapterHost>(HttpAdapterHost).httpAdapter.getHttpServer();
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_: unknown, count: number) => resolve(count)));
  const locker = new pg.Client({ connectionString: servers.databaseUrl('redirect') });
  await locker.connect();
  try {
    await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const visits = Array.from({ length: visitors }, () => {
      const visit = request(`${at.url}${path}`, { agent: false, headers: { host: 'go.test', 'user-agent': CHROME } });
      visit.on('error', () => undefined).end();
      return visit;
    });
    await eventually(async () => expect(await connections()).toBeGreaterThanOrEqual(visitors));
    const waiting = () => locker.query(`SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`);
    await eventually(async () => expect((await waiting()).rowCount).toBeGreaterThan(0));
    for (const visit of visits) visit.destroy();
    await eventually(async () => expect(await connections()).toBe(0));
  } finally {
    await locker.query('ROLLBACK');
    await locker.end();
  }
}
const outcomesOf = async (at: Redirect, outcome: string): Promise<number> => {
  const metrics = await (await fetch(`${at.running.adminUrl}/metrics`)).text();
  return Number(
    new RegExp(`^redirect_visits_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0,
  );
};

it('counts nobody who left before it was decided', async () => {
  const link = await capped(10);
  await known(link);
  expect((await one.visit(`/${link.code}`)).status).toBe(302);
  const left = await outcomesOf(one, 'left');
  await leaveWhileLocked(one, 'link_usage', `/${link.code}`, 5);
  await eventually(async () => expect(await outcomesOf(one, 'left')).toBe(left + 5));
  expect(await usedOf(link)).toBe(1);
  expect((await one.visit(`/${link.code}`)).status).toBe(302);
  expect(await usedOf(link)).toBe(2);
});

it('counts nobody who left before the link was found', async () => {
  // No event told of it, so that it has to be looked up.
  const link = aRoute({ workspace_id: workspace });
  await one.running.get(RouteRepository).apply([versionOf(link)]);
  const left = await outcomesOf(two, 'left');
  await leaveWhileLocked(two, 'routes', `/${link.code}`, 3);
  await eventually(async () => expect(await outcomesOf(two, 'left')).toBe(left + 3));
  expect((await two.visit(`/${link.code}`)).status).toBe(302);
  await eventually(async () => {
    const { clicks } = await clicksOn(servers);
    expect(clicks.filter(({ link_id }) => link_id === link.link_id)).toHaveLength(1);
  });
});

const told = async ({ link_id }: Route) =>
  (await storedEvents(await neighboursOn(servers), linkLimitReached, (data) => data.link_id === link_id)).map(
    ({ data }) => data.max_clicks,
  );

it('tells once that a cap is used up, whatever processes the visits came to, and once more of a greater one', async () => {
  const link = await capped(6);
  await known(link);
  const visits = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, turn) => (turn % 2 === 0 ? one : two).visit(`/${link.code}`)));
  await visits(5);
  await one.visit(`/${link.code}`, BOT);
  expect(await told(link)).toEqual([]);
  expect((await visits(20)).filter(({ status }) => status === 302)).toHaveLength(1);
  await eventually(async () => expect(await told(link)).toEqual([6]));
  await one.publish(linkUpdated, { route: { ...link, max_clicks: 8, version: 2 }, previous: null });
  for (const redirect of [one, two])
    await eventually(async () => expect((await redirect.visit(`/${link.code}`, BOT)).status).toBe(302));
  expect((await visits(20)).filter(({ status }) => status === 302)).toHaveLength(2);
  await eventually(async () => expect(await told(link)).toEqual([6, 8]));
  await visits(4);
  expect(await told(link)).toEqual([6, 8]);
});

it('tells that a cap is used up which was lowered to less than was used, and nothing of what is back at one that was told', async () => {
  const link = await capped(9);
  await known(link);
  for (let turn = 0; turn < 4; turn += 1) await one.visit(`/${link.code}`);
  const change = async (max_clicks: number, version: number, status: number) => {
    await one.publish(linkUpdated, { route: { ...link, max_clicks, version }, previous: null });
    for (const redirect of [one, two])
      await eventually(async () => expect((await redirect.visit(`/${link.code}`, BOT)).status).toBe(status));
  };
  await change(3, 2, 410);
  await eventually(async () => expect(await told(link)).toEqual([3]));
  await change(7, 3, 302);
  await change(3, 4, 410);
  await Promise.all([one, two, one, two].map((redirect) => redirect.visit(`/${link.code}`)));
  expect(await told(link)).toEqual([3]);
});

it('says what link it is, and nothing of a guest’s, whom nobody could tell', async () => {
  const [link, guests] = [await capped(1), await one.create({ workspace_id: null, max_clicks: 1 })];
  for (const each of [link, guests])
    await eventually(async () => expect((await one.visit(`/${each.code}`)).status).toBe(410));
  const [event] = await eventually(async () => {
    const found = await storedEvents(
      await neighboursOn(servers),
      linkLimitReached,
      (data) => data.link_id === link.link_id,
    );
    expect(found).toHaveLength(1);
    return found;
  });
  expect(event?.data).toMatchObject({ workspace_id: workspace, code: link.code, domain_name: link.domain_name });
  expect(await told(guests)).toEqual([]);
});

describe('a refused visit, as its cap was lowered', () => {
  /** One of whose cap of one nobody was told; it is refused at both processes by then. */
  async function lowered(during: (database: pg.Client, link: Route) => Promise<void>): Promise<void> {
    const link = await capped(9);
    await known(link);
    for (let turn = 0; turn < 3; turn += 1) await one.visit(`/${link.code}`);
    const database = new pg.Client({ connectionString: servers.databaseUrl('redirect') });
    await database.connect();
    try {
      await during(database, link);
    } finally {
      await database.end();
    }
  }
  const lower = (link: Route) =>
    one.publish(linkUpdated, { route: { ...link, max_clicks: 1, version: 2 }, previous: null });
  const refusedAt = (redirect: Redirect, link: Route) =>
    eventually(async () => expect((await redirect.visit(`/${link.code}`, BOT)).status).toBe(410));

  it('is answered as ever where PostgreSQL refuses to note that, which is told later, without another visit', async () => {
    await lowered(async (database, link) => {
      await database.query(`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
        CREATE TRIGGER refuse BEFORE UPDATE OF told_max ON link_usage FOR EACH ROW
          WHEN (NEW.used = OLD.used) EXECUTE FUNCTION refuse()`);
      try {
        await lower(link);
        for (const redirect of [one, two]) await refusedAt(redirect, link);
        expect((await one.visit(`/${link.code}`)).status).toBe(410);
        expect(await told(link)).toEqual([]);
      } finally {
        await database.query('DROP FUNCTION refuse CASCADE');
      }
      await eventually(async () => expect(await told(link)).toEqual([1]));
    });
  });

  it('waits for nobody who keeps the row of its clicks', async () => {
    await lowered(async (database, link) => {
      await database.query('BEGIN');
      await database.query('SELECT FROM link_usage WHERE link_id = $1 FOR UPDATE', [link.link_id]);
      await lower(link);
      await refusedAt(one, link);
      const began = performance.now();
      for (let turn = 0; turn < 20; turn += 1) expect((await one.visit(`/${link.code}`)).status).toBe(410);
      expect(performance.now() - began).toBeLessThan(3_000);
      expect(await told(link)).toEqual([]);
      await database.query('ROLLBACK');
      await eventually(async () => expect(await told(link)).toEqual([1]));
    });
  });
});

it('tells an API key with domains of the links alone that links says are there for it', async () => {
  const [inside, outside] = [await capped(5), await capped(5)];
  await known(inside);
  await known(outside);
  @Controller()
  class LinksAnswers {
    @Rpc(getLinksByIdsRpc)
    byIds({ ids }: RpcInput<typeof getLinksByIdsRpc>) {
      const data = ids.filter((id) => id === inside.link_id).map((id) => aLink(id));
      return { data };
    }
  }
  @Module({ controllers: [LinksAnswers] })
  class LinksModule {}
  const links = defineService({ name: 'links', config: serviceConfig({}), module: LinksModule });
  await startService(links, servers.env('neighbours'));
  const key: Caller = {
    kind: 'api_key',
    user_id: workspace,
    workspace_id: workspace,
    role: 'user',
    api_key_id: uuidv7(),
    permissions: permissionsOfKey(['read']).map(withinDomains),
    scope: { domain_ids: [uuidv7()] },
  };
  const link_ids = [inside.link_id, outside.link_id];
  expect((await one.ask(linkUsageRpc, { link_ids }, key)).data).toEqual([{ link_id: inside.link_id, used: 0 }]);
  expect((await one.ask(linkUsageRpc, { link_ids: [outside.link_id] }, key)).data).toEqual([]);
});

const aLink = (id: string): Link => ({
  id,
  short_code: 'abc123',
  short_url: 'http://go.example/abc123',
  original_url: 'https://example.com/',
  domain: null,
  has_password: false,
  title: '',
  description: '',
  expires_at: null,
  max_clicks: 5,
  device_targeting: {},
  is_active: true,
  workspace_id: workspace,
  user_id: workspace,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
});

import { request } from 'node:http';
import { beforeAll, expect, it } from '@jest/globals';
import { type Caller, linkDeleted, linkUpdated, linkUsageRpc, type Route } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { HttpAdapterHost } from '@nestjs/core';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { RouteRepository } from '../src/route/route.repository.js';
import { versionOf } from '../src/route/route-version.js';
import { aRoute, CHROME, clicksOn, type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
const BOT = { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' } };
let one: Redirect;
let two: Redirect;
beforeAll(async () => {
  [one, two] = [await startRedirect(servers), await startRedirect(servers)];
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

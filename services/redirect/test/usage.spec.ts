import { beforeAll, expect, it } from '@jest/globals';
import { type Caller, linkDeleted, linkUpdated, linkUsageRpc, type Route } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { type Redirect, startRedirect } from './harness.js';

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

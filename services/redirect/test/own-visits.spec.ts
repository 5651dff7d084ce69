import { beforeAll, expect, it } from '@jest/globals';
import { type AccountState, linkUsageRpc, OWN_VISITS_PATH, userChanged } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { digestOf } from '../src/own-visits/own-visits.js';
import { clicksOn, type Redirect, startRedirect } from './harness.js';

const WITHIN_MS = 1_000;
const TOKEN = 'own-visits-of-somebody-1';
const servers = useServers({ postgres: true, nats: true });
let one: Redirect;
let two: Redirect;
beforeAll(async () => {
  [one, two] = [await startRedirect(servers), await startRedirect(servers)];
}, 90_000);

const privacy = (workspace_id: string, token: string | null, version: number) => {
  const account: AccountState = {
    workspace_id,
    role: 'user',
    status: 'active',
    subscription_type: 'basic',
    monthly_links_limit: 50,
    own_visits: token && digestOf(token),
    version,
  };
  return one.publish(userChanged, { user_id: workspace_id, account });
};
const mine = { headers: { cookie: `linkway_own_visits=${TOKEN}` } };
const isPrivate = async (redirect: Redirect, path: string) =>
  (await redirect.visit(path, { method: 'HEAD' })).headers['x-robots-tag'] === 'noindex';
const soonPrivate = (path: string, expected: boolean) =>
  eventually(
    async () => expect([await isPrivate(one, path), await isPrivate(two, path)]).toEqual([expected, expected]),
    { timeoutMs: WITHIN_MS },
  );
const clicksOf = async (code: string, query: string) =>
  (await clicksOn(servers)).clicks.filter((click) => click.code === code && click.query === query).length;

it('does not count the owner, on any node, from a second after privacy mode is on until it is off; all others count', async () => {
  const workspace_id = uuidv7();
  const { code, link_id } = await one.create({ workspace_id, max_clicks: 4 });
  const other = await one.create({ workspace_id: uuidv7() });
  const path = `/${code}`;
  for (const redirect of [one, two]) expect((await redirect.visit(`${path}?before`, mine)).status).toBe(302);
  await privacy(workspace_id, TOKEN, 2);
  await soonPrivate(path, true);
  for (const redirect of [one, two]) {
    const answer = await redirect.visit(`${path}?own`, mine);
    expect([answer.status, answer.headers['x-robots-tag']]).toEqual([302, 'noindex']);
    await redirect.visit(`/${other.code}?own`, mine);
  }
  // As another owner, whose browser is known by another one.
  await one.visit(`${path}?other`, { headers: { cookie: 'linkway_own_visits=own-visits-of-somebody-2' } });
  await privacy(workspace_id, null, 3);
  await soonPrivate(path, false);
  await two.visit(`${path}?after`, mine);
  await eventually(async () => expect(await clicksOf(code, 'after')).toBe(1));
  expect(await clicksOf(code, 'before')).toBe(2);
  expect(await clicksOf(code, 'own')).toBe(0);
  expect(await clicksOf(code, 'other')).toBe(1);
  expect(await clicksOf(other.code, 'own')).toBe(2);
  // Nor did the owner use up the cap meanwhile: two before, the other, and one after.
  const caller = { kind: 'session', user_id: workspace_id, workspace_id, session_id: uuidv7(), role: 'user' } as const;
  const { data } = await one.ask(linkUsageRpc, { link_ids: [link_id] }, caller);
  expect(data).toEqual([{ link_id, used: 4 }]);
  expect((await one.visit(path)).status).toBe(410);
});

it('makes a browser known on its host, for who has such a token alone, and after a start too', async () => {
  const workspace_id = uuidv7();
  const token = 'own-visits-of-somebody-3';
  const { code } = await one.create({ workspace_id });
  const at = (given: string) => `${OWN_VISITS_PATH}?token=${given}`;
  expect((await one.visit(at(token))).status).toBe(404);
  await privacy(workspace_id, token, 2);
  await soonPrivate(`/${code}`, true);
  const third = await startRedirect(servers);
  for (const redirect of [two, third]) {
    const answer = await redirect.visit(at(token), { headers: { 'accept-language': 'en' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      `linkway_own_visits=${token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax`,
    ]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.body).toContain('are not counted');
    expect(answer.body).toContain('go.test');
    expect(answer.body).not.toContain('Oops');
  }
  const vi = await one.visit(`${at(token)}&lang=vi`);
  expect(vi.body).toContain('không được tính');
  for (const wrong of ['', 'x', `${token}x`, `${token};Domain=test`, `${token}%0d%0ax:y`, '<script>']) {
    const answer = await one.visit(at(encodeURIComponent(wrong)));
    expect([wrong, answer.status, answer.headers['set-cookie']]).toEqual([wrong, 404, undefined]);
  }
  expect((await one.visit(`${at(token)}&token=${token}`)).status).toBe(404);
  expect((await one.visit(at(token), { method: 'POST' })).headers['set-cookie']).toBeUndefined();
  // Of a release that does not say: it stays.
  const plan = { role: 'user', status: 'active', subscription_type: 'basic', monthly_links_limit: 9 } as const;
  await one.publish(userChanged, { user_id: workspace_id, account: { workspace_id, ...plan, version: 3 } });
  await one.create();
  expect((await one.visit(at(token))).status).toBe(200);
  await privacy(workspace_id, null, 4);
  await soonPrivate(`/${code}`, false);
  expect((await one.visit(at(token))).status).toBe(404);
  await third.running.stop();
});

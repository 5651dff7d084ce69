import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AccountState,
  accountStandingRangeRpc,
  accountStandingVersionsRpc,
  linkCreated,
  linkDeleted,
  userChanged,
} from '@linkway/contracts';
import { ReadModels, type Row, rangeReply, versionsReply } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { connect } from '@nats-io/transport-node';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { WorkspaceRepository } from '../src/workspace/workspace.repository.js';
import { type Redirect, startRedirect } from './harness.js';

const WITHIN_MS = 1_000;
const servers = useServers({ postgres: true, nats: true });
let one: Redirect;
let two: Redirect;
beforeAll(async () => {
  one = await startRedirect(servers);
  two = await startRedirect(servers);
}, 90_000);

const account = (workspace_id: string, status: AccountState['status'], version: number): AccountState => ({
  workspace_id,
  role: 'user',
  status,
  subscription_type: 'basic',
  monthly_links_limit: 50,
  version,
});
const tell = (workspaceId: string, status: AccountState['status'], version: number) =>
  one.publish(userChanged, { user_id: workspaceId, account: account(workspaceId, status, version) });
const statuses = async (path: string, redirects = [one, two]) =>
  Promise.all(redirects.map(async (redirect) => (await redirect.visit(path)).status));
const soon = (path: string, status: number) =>
  eventually(async () => expect(await statuses(path)).toEqual([status, status]), { timeoutMs: WITHIN_MS });
const rowOf = async (workspaceId: string): Promise<{ status: string; version: number } | undefined> =>
  (
    await one.running
      .get<DataSource>(DataSource)
      .query('SELECT status, version FROM workspaces WHERE workspace_id = $1', [workspaceId])
  )[0];
const stored = (workspaceId: string, status: string, version: number) =>
  eventually(async () => expect(await rowOf(workspaceId)).toEqual({ status, version }));

describe('links of an account that is shut', () => {
  it.each(['disabled', 'suspended'] as const)(
    'are paused on every node within a second where it is %s, and open again',
    async (status) => {
      const workspace_id = uuidv7();
      const [plain, locked, other, guests] = [
        await one.create({ workspace_id }),
        await one.create({ workspace_id, max_clicks: 5 }),
        await one.create(),
        await one.create({ workspace_id: null }),
      ];
      // In memory everywhere.
      for (const { code } of [plain, locked, other, guests]) await soon(`/${code}`, 302);
      await tell(workspace_id, status, 2);
      await soon(`/${plain.code}`, 404);
      await soon(`/${locked.code}`, 404);
      expect([await statuses(`/${other.code}`), await statuses(`/${guests.code}`)]).toEqual([
        [302, 302],
        [302, 302],
      ]);
      const paused = await one.create({ is_active: false });
      const [shutPage, pausedPage] = [await one.visit(`/${plain.code}`), await one.visit(`/${paused.code}`)];
      expect(shutPage.body.replaceAll(plain.code, 'code')).toBe(pausedPage.body.replaceAll(paused.code, 'code'));
      // One that is made or edited meanwhile is paused, too.
      const made = await one.create({ workspace_id });
      await soon(`/${made.code}`, 404);
      await tell(workspace_id, 'active', 3);
      for (const { code } of [plain, locked, made]) await soon(`/${code}`, 302);
    },
  );

  it('stay as the newest version has them, whatever comes late or twice', async () => {
    const workspace_id = uuidv7();
    const { code } = await one.create({ workspace_id });
    await tell(workspace_id, 'active', 3);
    await tell(workspace_id, 'suspended', 2);
    await stored(workspace_id, 'active', 3);
    await soon(`/${code}`, 302);
    const shut = { user_id: workspace_id, account: account(workspace_id, 'suspended', 4) };
    await one.publish(userChanged, shut);
    await one.publish(userChanged, shut);
    await tell(workspace_id, 'active', 3);
    // What tells nothing of the account changes nothing.
    await one.publish(userChanged, { user_id: workspace_id });
    await stored(workspace_id, 'suspended', 4);
    await soon(`/${code}`, 404);
    const [{ handled }] = await one.running
      .get<DataSource>(DataSource)
      .query(`SELECT count(*)::int AS handled FROM workspaces WHERE workspace_id = $1`, [workspace_id]);
    expect(handled).toBe(1);
  });

  it('are paused in a process that starts afterwards', async () => {
    const workspace_id = uuidv7();
    const { code } = await one.create({ workspace_id });
    await tell(workspace_id, 'disabled', 2);
    await stored(workspace_id, 'disabled', 2);
    const third = await startRedirect(servers);
    expect((await third.visit(`/${code}`)).status).toBe(404);
    await tell(workspace_id, 'active', 3);
    await eventually(async () => expect((await third.visit(`/${code}`)).status).toBe(302), { timeoutMs: WITHIN_MS });
    await third.running.stop();
  });

  it('are known however many accounts were changed, read in pages of which none is long', async () => {
    const shut = await Promise.all(Array.from({ length: 3 }, () => one.create()));
    const database = one.running.get<DataSource>(DataSource);
    // At one moment, and over some time.
    await database.query(
      `INSERT INTO workspaces (workspace_id, status, version, changed_at)
       SELECT gen_random_uuid(), 'active', 2, now() - (greatest(n - 12000, 0) * interval '1 second') FROM generate_series(1, 24000) AS n`,
    );
    for (const [at, { workspace_id }] of shut.entries())
      await database.query(
        `INSERT INTO workspaces (workspace_id, status, version, changed_at)
         VALUES ($1, 'suspended', 2, now() - $2::int * interval '4000 seconds')`,
        [workspace_id, at],
      );
    const pages: number[] = [];
    const told = new Set<string>();
    const repository = one.running.get<WorkspaceRepository>(WorkspaceRepository);
    for await (const { changed } of repository.changes(null)) {
      pages.push(changed.length);
      for (const { workspace_id } of changed) told.add(workspace_id);
    }
    const [{ count }] = await database.query('SELECT count(*)::int AS count FROM workspaces');
    expect(told.size).toBe(count);
    expect(pages.reduce((sum, length) => sum + length)).toBe(count);
    expect(Math.max(...pages)).toBeLessThanOrEqual(5_000);
    // No page reads more than itself, also of those that changed in one moment.
    await database.query('ANALYZE workspaces');
    const plan: { 'QUERY PLAN': string }[] = await database.query(
      `EXPLAIN SELECT workspace_id FROM workspaces WHERE (changed_at, workspace_id) > (now() - interval '1 day', $1::uuid)
       ORDER BY changed_at, workspace_id LIMIT 5000`,
      [uuidv7()],
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
      /Limit.*\n.*Index Only Scan using workspaces_changes/,
    );
    const third = await startRedirect(servers);
    for (const { code } of shut) expect((await third.visit(`/${code}`)).status).toBe(404);
    await third.running.stop();
    await database.query(`DELETE FROM workspaces WHERE status = 'active'`);
  });

  it('leave no word here once it is deleted: paused at once, then gone one after the other', async () => {
    const workspace_id = uuidv7();
    const route = await one.create({ workspace_id, original_url: 'https://of-somebody.example/', max_clicks: 5 });
    const other = await one.create();
    await soon(`/${route.code}`, 302);
    const rowsWith = (text: string) =>
      Promise.all(
        ['routes', 'link_usage'].map((table) =>
          one.running
            .get<DataSource>(DataSource)
            .query(`SELECT 1 FROM ${table} t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'`, [text]),
        ),
      );
    await eventually(async () => expect((await rowsWith(route.link_id)).flat()).not.toEqual([]));
    await tell(workspace_id, 'disabled', 3);
    await soon(`/${route.code}`, 404);
    const { host, code } = route;
    const gone = { link_id: route.link_id, workspace_id, key: { host, code, version: route.version + 1 } };
    await one.publish(linkDeleted, gone);
    await eventually(async () => {
      for (const text of ['of-somebody.example', workspace_id, route.link_id])
        expect((await rowsWith(text)).flat()).toEqual([]);
    });
    // Told again nothing comes back, also not by what was told before.
    await one.publish(linkDeleted, gone);
    await one.publish(linkCreated, { route });
    await tell(workspace_id, 'active', 2);
    await soon(`/${route.code}`, 404);
    expect((await rowsWith('of-somebody.example')).flat()).toEqual([]);
    expect(await rowOf(workspace_id)).toEqual({ status: 'disabled', version: 3 });
    await soon(`/${other.code}`, 302);
  });

  it('are put right by a comparison with identity, where an event was lost', async () => {
    const [lost, opened, unknown] = [uuidv7(), uuidv7(), uuidv7()];
    const codes = new Map<string, string>();
    for (const workspace_id of [lost, opened, unknown])
      codes.set(workspace_id, (await one.create({ workspace_id })).code);
    await tell(opened, 'suspended', 2);
    await tell(unknown, 'suspended', 2);
    for (const id of [opened, unknown]) await stored(id, 'suspended', 2);
    const owner: Row<AccountState>[] = [
      { key: [lost], version: 2, content: account(lost, 'suspended', 2) },
      { key: [opened], version: 3, content: null },
    ];
    const connection = await connect({ servers: servers.natsUrl });
    try {
      connection.subscribe(accountStandingRangeRpc.subject, {
        callback: (_error, message) => {
          const { id, data } = message.json<{
            id: string;
            data: { data: { after: string[] | null; fields: string[] } };
          }>();
          const rows = data.data.after === null ? owner : [];
          message.respond(JSON.stringify({ id, response: rangeReply(rows, data.data.fields), isDisposed: true }));
        },
      });
      connection.subscribe(accountStandingVersionsRpc.subject, {
        callback: (_error, message) => {
          const { id, data } = message.json<{ id: string; data: { data: Parameters<typeof versionsReply>[0] } }>();
          message.respond(JSON.stringify({ id, response: versionsReply(data.data, owner), isDisposed: true }));
        },
      });
      await connection.flush();
      await one.running.get<ReadModels>(ReadModels).compareNow('identity');
      await stored(lost, 'suspended', 2);
      await stored(opened, 'active', 3);
      await stored(unknown, 'active', 2);
    } finally {
      await connection.close();
    }
    const answers = async (redirect: Redirect) =>
      Promise.all([...codes.values()].map(async (code) => (await redirect.visit(`/${code}`)).status));
    const third = await startRedirect(servers);
    expect(await answers(third)).toEqual([404, 302, 302]);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  changeDomainRpc,
  domainRangeRpc,
  domainSaved,
  domainsAuditRecorded,
  domainVersionsRpc,
  listActiveDomainsRpc,
  listAllDomainsRpc,
  permissionsOfRole,
  republishDomainsRpc,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { Domain } from '../src/domain/domain.entity.js';
import service from '../src/main.js';

const servers = useServers({ postgres: true, nats: true });

// One database at a time: processes of a service share the questions, so they must share the data.
const started: RunningService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((running) => running.stop()));
});
async function start(database: string, more: Record<string, string> = {}): Promise<RunningService> {
  const running = await service.start(
    servers.env(database, { MAIN_DOMAIN: 'localhost:8080', NATS_USER: 'domains', ...more }),
  );
  started.push(running);
  return running;
}
const list = async (running: RunningService) =>
  (await running.get<RpcClient>(RpcClient).call(listActiveDomainsRpc, {})).data;
const domains = (running: RunningService) => running.get(DataSource).getRepository(Domain);
/** What the audit log is told. */
const told = (running: RunningService, id: string | undefined) =>
  storedEvents(running, domainsAuditRecorded, ({ target }) => target?.id === id);
const saved = (running: RunningService, id: string | undefined) =>
  storedEvents(running, domainSaved, (data) => data.domain_id === id);

const callerOf = (role: 'admin' | 'user'): Caller => ({
  kind: 'session',
  user_id: crypto.randomUUID(),
  session_id: crypto.randomUUID(),
  workspace_id: crypto.randomUUID(),
  role,
  permissions: [...permissionsOfRole(role)],
});
const [admin, user] = [callerOf('admin'), callerOf('user')];

describe('the domains service', () => {
  it('seeds the main domain, tells of it, and lists it', async () => {
    const running = await start('seed');
    const [main, ...others] = await list(running);
    expect(others).toEqual([]);
    expect(main).toEqual({
      id: main?.id,
      domain_name: 'localhost:8080',
      description: '',
      price: 0,
      is_free: true,
      is_active: true,
      sort_order: 0,
    });
    await eventually(async () => expect(await saved(running, main?.id)).toHaveLength(1));
    expect((await saved(running, main?.id))[0]).toMatchObject({
      type: 'evt.domains.domain-saved.v1',
      producer: 'domains',
      data: { domain_name: 'localhost:8080', is_active: true, is_free: true, sort_order: 0, version: 1 },
    });
  });

  it('leaves it alone at the next start, and renames it when the configuration changed', async () => {
    const first = await start('rename');
    const [before] = await list(first);
    await first.stop();

    const same = await start('rename');
    expect(await list(same)).toEqual([before]);
    await same.stop();

    const other = await start('rename', { MAIN_DOMAIN: 'GO.example.com:443' });
    expect(await list(other)).toEqual([{ ...before, domain_name: 'go.example.com' }]);
    await eventually(async () => {
      const versions = (await saved(other, before?.id)).map(({ data }) => [data.domain_name, data.version]);
      expect(versions).toEqual([
        ['localhost:8080', 1],
        ['go.example.com', 2],
      ]);
    });
    await eventually(async () => expect(await told(other, before?.id)).toHaveLength(1));
    expect((await told(other, before?.id))[0]?.data).toMatchObject({
      action: 'domain.main_changed',
      module: 'domains',
      level: 'info',
      user_id: null,
      ip: null,
      target: { kind: 'domain', name: 'go.example.com' },
      details: { former_name: 'localhost:8080' },
    });
  });

  it('makes one main domain when several processes start at once', async () => {
    const running = await Promise.all([1, 2, 3].map(() => start('race')));
    const lists = await Promise.all(running.map(list));
    expect(new Set(lists.map((found) => JSON.stringify(found))).size).toBe(1);
    expect(lists[0]).toHaveLength(1);
    const [one] = running;
    const id = lists[0]?.[0]?.id;
    await eventually(async () => expect(one && (await saved(one, id))).toHaveLength(1));
  });

  it('lists active domains only, by place and then by name', async () => {
    const running = await start('order');
    const add = (name: string, over: Partial<Domain> = {}) =>
      domains(running).insert({ id: crypto.randomUUID(), domain_name: name, sort_order: 999, ...over });
    await add('b.example');
    await add('a.example', { price: 500, is_free: false });
    await add('z.example', { sort_order: 5 });
    await add('hidden.example', { is_active: false });
    expect((await list(running)).map(({ domain_name }) => domain_name)).toEqual([
      'localhost:8080',
      'z.example',
      'a.example',
      'b.example',
    ]);
  });

  it('hands the place over when the configuration names another known domain', async () => {
    const first = await start('swap');
    const id = crypto.randomUUID();
    await domains(first).insert({ id, domain_name: 'b.example', price: 500, is_free: false, is_active: false });
    await first.stop();
    const second = await start('swap', { MAIN_DOMAIN: 'b.example' });
    expect((await list(second)).map(({ domain_name, sort_order }) => [domain_name, sort_order])).toEqual([
      ['b.example', 0],
      ['localhost:8080', 999],
    ]);
    await eventually(async () => expect((await saved(second, id)).map(({ data }) => data.version)).toEqual([2]));
    await eventually(async () =>
      expect((await told(second, id)).map(({ data }) => data.details)).toEqual([{ former_name: 'localhost:8080' }]),
    );
  });

  it('tells of every domain once more when asked to', async () => {
    const running = await start('republish');
    const [main] = await list(running);
    await eventually(async () => expect(await saved(running, main?.id)).toHaveLength(1));
    const rpc = running.get<RpcClient>(RpcClient);
    expect(await rpc.call(republishDomainsRpc, { action: 'status' })).toMatchObject({ state: 'idle', done: 0 });
    await rpc.call(republishDomainsRpc, { action: 'start' });
    await eventually(async () => expect(await saved(running, main?.id)).toHaveLength(2));
    expect((await saved(running, main?.id)).map(({ data }) => data.version)).toEqual([1, 1]);
    await eventually(async () =>
      expect(await rpc.call(republishDomainsRpc, { action: 'status' })).toMatchObject({ state: 'done', done: 1 }),
    );
  });

  it('tells who keeps a copy what differs', async () => {
    const running = await start('copy');
    const id = crypto.randomUUID();
    await domains(running).insert({ id, domain_name: 'b.example', version: 3 });
    const rpc = running.get<RpcClient>(RpcClient);
    const fields = ['domain_name', 'is_active'];
    const { rows } = await rpc.call(domainRangeRpc, { after: null, limit: 10, fields });
    expect(rows).toHaveLength(2);
    const own = rows.find(({ key }) => key[0] === id);
    expect(own).toMatchObject({ version: 3, digest: expect.any(String) });
    expect((await rpc.call(domainRangeRpc, { after: rows.at(-1)?.key ?? null, limit: 10, fields })).rows).toEqual([]);
    const ask = async (version: number, digest: string) =>
      (await rpc.call(domainVersionsRpc, { keys: [{ key: [id], version, digest }], fields })).rows;
    expect(await ask(3, own?.digest ?? '')).toEqual([]);
    expect(await ask(2, own?.digest ?? '')).toMatchObject([{ version: 3, content: { domain_name: 'b.example' } }]);
    expect(await ask(3, 'another')).toHaveLength(1);
    const unknown = { key: [crypto.randomUUID()], version: 1, digest: 'x' };
    expect((await rpc.call(domainVersionsRpc, { keys: [unknown], fields })).rows).toEqual([
      { key: unknown.key, version: null, content: null },
    ]);
  });

  it("sets a domain's own addresses, tells of them once, and lists them for administrators", async () => {
    const running = await start('addresses');
    const rpc = running.get<RpcClient>(RpcClient);
    const [main] = await list(running);
    const id = main?.id ?? '';
    const by = { email: 'admin@example.com', full_name: 'Admin' };
    const change = (changes: object, caller: Caller = admin, of = id) =>
      rpc.call(changeDomainRpc, { id: of, changes, by }, { caller });
    const not_found_url = 'https://example.com/không-có';
    const changed = await change({ not_found_url, root_url: null });
    expect(changed).toMatchObject({
      id,
      domain_name: 'localhost:8080',
      not_found_url,
      root_url: null,
      expired_url: null,
    });
    expect(await change({ not_found_url })).toEqual(changed);
    expect(await change({})).toEqual(changed);
    expect((await rpc.call(listAllDomainsRpc, {}, { caller: admin })).data).toEqual([changed]);
    expect(await list(running)).toEqual([main]);
    await eventually(async () => expect(await told(running, id)).toHaveLength(1));
    const versions = (await saved(running, id)).map(({ data }) => [data.version, data.addresses]);
    expect(versions).toEqual([
      [1, null],
      [2, { not_found_url }],
    ]);
    expect((await told(running, id))[0]?.data).toMatchObject({
      action: 'domain.changed',
      target: { kind: 'domain', id, name: 'localhost:8080' },
      details: { changed: 'not_found_url' },
    });
    await change({ not_found_url: null });
    await eventually(async () =>
      expect((await saved(running, id)).at(-1)?.data).toMatchObject({ version: 3, addresses: null }),
    );

    const loop = {
      code: 'links.url_loop',
      errors: [expect.objectContaining({ field: 'root_url', code: 'links.url_loop' })],
    };
    for (const root_url of ['http://localhost:8080/x', 'https://LOCALHOST:8080'])
      await expect(change({ root_url })).rejects.toMatchObject(loop);
    expect(await change({ root_url: 'http://localhost:9090/' })).toMatchObject({ root_url: 'http://localhost:9090/' });
    await expect(change({ root_url: 'javascript:alert(1)' })).rejects.toThrow();
    await expect(change({ root_url: 'https://a:b@example.com/' })).rejects.toThrow();
    await expect(change({}, admin, crypto.randomUUID())).rejects.toMatchObject({ code: 'domains.not_found' });
    await expect(change({}, user)).rejects.toMatchObject({ code: 'auth.forbidden' });
    await expect(rpc.call(listAllDomainsRpc, {}, { caller: user })).rejects.toMatchObject({ code: 'auth.forbidden' });
  });

  it('refuses to start with a name that is no domain', async () => {
    await expect(start('wrong', { MAIN_DOMAIN: 'https://example.com/' })).rejects.toThrow(
      'MAIN_DOMAIN: must be a host such as go.example.com or localhost:8080',
    );
  });

  it('keeps what the table must never hold out of it', async () => {
    const running = await start('checks');
    const insert = (over: Partial<Domain>) =>
      domains(running).insert({ id: crypto.randomUUID(), domain_name: 'b.example', ...over });
    await expect(insert({ domain_name: 'B.example' })).rejects.toThrow('available_domains_name_check');
    await expect(insert({ domain_name: 'localhost:8080' })).rejects.toThrow('available_domains_name_key');
    await expect(insert({ sort_order: 0 })).rejects.toThrow('available_domains_main_key');
    await expect(insert({ price: 0, is_free: false })).rejects.toThrow('available_domains_free_check');
    await expect(insert({ price: -1 })).rejects.toThrow('available_domains_price_check');
  });

  it('migrates to what the entities say', async () => {
    const source = (await start('schema')).get(DataSource);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query).filter((query) => query.includes('available_domains'))).toEqual([]);
  });

  it('is ready only with PostgreSQL', async () => {
    const running = await start('health');
    expect((await fetch(`${running.adminUrl}/readyz`)).status).toBe(200);
    await servers.postgres.stop();
    try {
      await eventually(async () => expect((await fetch(`${running.adminUrl}/readyz`)).status).toBe(503));
    } finally {
      await servers.postgres.start();
    }
    await eventually(async () => expect((await list(running)).length).toBe(1));
  });
});

import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { linkCreated, linkDeleted, linkUpdated, type Route, type RpcRequest, resolveKeysRpc } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { connect } from '@nats-io/transport-node';
import { DataSource } from 'typeorm';
import { RouteReadModel } from '../src/route/route.read-model.js';
import { RouteRepository } from '../src/route/route.repository.js';
import { RouteDirectory } from '../src/route/route-directory.js';
import { aRoute, type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
let one: Redirect;
let two: Redirect;
let rows: RouteRepository;
beforeAll(async () => {
  [one, two] = [await startRedirect(servers), await startRedirect(servers)];
  rows = one.running.get(RouteRepository);
}, 90_000);

const stored = async (route: Route) => (await rows.findByKeys([route]))[0];
const keyOf = ({ host, code }: Route, version: number) => ({ host, code, version });

describe('the read model', () => {
  it('keeps the newest version, in whatever order events come', async () => {
    const route = aRoute();
    await one.publish(linkUpdated, {
      route: { ...route, version: 3, original_url: 'https://example.com/3' },
      previous: null,
    });
    await one.publish(linkUpdated, {
      route: { ...route, version: 2, original_url: 'https://example.com/2' },
      previous: null,
    });
    await one.publish(linkCreated, { route });
    const last = aRoute();
    await one.publish(linkCreated, { route: last });
    await eventually(async () => (await stored(last)) !== undefined);
    const newest = { version: 3, route: { original_url: 'https://example.com/3' } };
    await eventually(async () => expect(await stored(route)).toMatchObject(newest));
    expect((await one.visit(`/${route.code}`)).headers.location).toBe('https://example.com/3');
  });

  it('leaves a tombstone, which an older event cannot lift', async () => {
    const route = aRoute();
    await one.publish(linkDeleted, { link_id: route.link_id, workspace_id: null, key: keyOf(route, 5) });
    await one.publish(linkCreated, { route });
    const last = aRoute();
    await one.publish(linkCreated, { route: last });
    await eventually(async () => (await stored(last)) !== undefined);
    expect(await stored(route)).toMatchObject({ version: 5, route: null });
    expect((await one.visit(`/${route.code}`)).status).toBe(404);
    await one.publish(linkCreated, { route: { ...route, version: 6 } });
    await eventually(async () => (await one.visit(`/${route.code}`)).status === 302);
  });

  it('gives up the key that a link left', async () => {
    const route = await one.create();
    const moved = { ...route, code: `${route.code}-new`, version: 2 };
    await one.publish(linkUpdated, { route: moved, previous: keyOf(route, 2) });
    await eventually(async () => (await one.visit(`/${moved.code}`)).status === 302);
    await eventually(async () => (await one.visit(`/${route.code}`)).status === 404);
    await eventually(async () => expect(await stored(route)).toMatchObject({ version: 2, route: null }));
  });

  it('takes up the same version once more, and mends a row that differs', async () => {
    const route = await one.create();
    await eventually(async () => expect(await stored(route)).toBeDefined());
    const manager = one.running.get<DataSource>(DataSource);
    await manager.query("UPDATE routes SET original_url = 'https://wrong.test/', is_active = false WHERE code = $1", [
      route.code,
    ]);
    await one.publish(linkUpdated, { route, previous: null });
    await eventually(async () => expect((await stored(route))?.route).toEqual(route));
  });

  it.each([
    // Of a release that had no bounds: long over in either case.
    ['0000-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('stores a link that expires at %s', async (end, bounded) => {
    const route = await one.create();
    const changed = { ...route, version: 2, expires_at: end, is_active: false };
    await one.publish(linkUpdated, { route: changed, previous: null });
    await eventually(async () => expect((await stored(route))?.route).toEqual({ ...changed, expires_at: bounded }));
  });

  it('gives way to an older version of the owner, unless an event came in between', async () => {
    const route = await one.create();
    await eventually(async () => expect(await stored(route)).toBeDefined());
    await one.publish(linkUpdated, { route: { ...route, version: 5, is_active: false }, previous: null });
    await eventually(async () => expect((await stored(route))?.version).toBe(5));
    const told = { ...route, version: 3 };
    const mend = { key: [route.code, route.host], version: 3, content: told, reason: 'ahead' as const };
    const model = one.running.get<RouteReadModel>(RouteReadModel);
    expect(await model.mend([{ ...mend, held: 4 }])).toEqual([]);
    expect((await stored(route))?.version).toBe(5);
    expect(await model.mend([{ ...mend, held: 5 }])).toHaveLength(1);
    expect((await stored(route))?.route).toEqual(told);
  });

  it('gives every field back as it came', async () => {
    const route = await one.create({
      expires_at: '2099-01-31T09:00:00.123Z',
      max_clicks: 1_000_000_000,
      password_hash: '$argon2id$x',
      device_targeting: { tablet: 'https://t.example.com/' },
      system_targeting: { ios: 'https://i.example.com/' },
      location_targeting: { VN: 'https://vn.example.com/', other: 'https://o.example.com/' },
      workspace_id: null,
    });
    await eventually(async () => expect((await stored(route))?.route).toEqual(route));
  });
});

describe('two processes', () => {
  // What they have in memory never gets old: whatever they learn, an event told them.
  beforeEach(() => {
    const began = performance.now();
    const { find } = RouteDirectory.prototype;
    jest.spyOn(RouteDirectory.prototype, 'find').mockImplementation(function (
      this: RouteDirectory,
      code,
      host,
      _now,
      ...asker
    ) {
      return find.call(this, code, host, began, ...asker);
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  /** Where each of the two leads, else its status. */
  const both = (code: string) =>
    Promise.all(
      [one, two].map(async (redirect) => {
        const { status, headers } = await redirect.visit(`/${code}`);
        return headers.location ?? status;
      }),
    );
  const soon = { intervalMs: 5 };

  it('both follow an edit, a pause and a deletion by their events', async () => {
    const route = await one.create();
    await eventually(async () => expect(await both(route.code)).toEqual(Array(2).fill(route.original_url)), soon);
    for (let version = 2; version < 12; version += 1) {
      const original_url = `https://example.com/${version}`;
      await one.publish(linkUpdated, { route: { ...route, version, original_url }, previous: null });
      await eventually(async () => expect(await both(route.code)).toEqual([original_url, original_url]), soon);
    }
    await one.publish(linkUpdated, { route: { ...route, version: 12, is_active: false }, previous: null });
    await eventually(async () => expect(await both(route.code)).toEqual([404, 404]), soon);
    await one.publish(linkUpdated, { route: { ...route, version: 13 }, previous: null });
    await eventually(async () => expect(await both(route.code)).toEqual(Array(2).fill(route.original_url)), soon);
    await one.publish(linkDeleted, { link_id: route.link_id, workspace_id: null, key: keyOf(route, 14) });
    await eventually(async () => expect(await both(route.code)).toEqual([404, 404]), soon);
  });

  it('forget a remembered no when the link is made', async () => {
    const route = aRoute();
    expect(await both(route.code)).toEqual([404, 404]);
    await one.publish(linkCreated, { route });
    await eventually(async () => expect(await both(route.code)).toEqual(Array(2).fill(route.original_url)), soon);
  });
});

it('links is asked once before a 404, and its answer is kept', async () => {
  const route = aRoute();
  const connection = await connect({ servers: servers.natsUrl });
  let asked = 0;
  connection.subscribe(resolveKeysRpc.subject, {
    callback: (_error, message) => {
      asked += 1;
      const { id, data } = message.json<{ id: string; data: { data: RpcRequest<typeof resolveKeysRpc> } }>();
      const { keys } = data.data;
      const isAsked = keys.some(({ code, hosts }) => code === route.code && hosts.includes(route.host));
      const response = { routes: isAsked ? [route] : [], checked: keys.length };
      message.respond(JSON.stringify({ id, response, isDisposed: true }));
    },
  });
  await connection.flush();
  const answers = await Promise.all(Array.from({ length: 10 }, () => two.visit(`/${route.code}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(302));
  expect(asked).toBe(1);
  await eventually(async () => expect((await stored(route))?.route).toEqual(route));
  await connection.close();
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkUpdated, type Route, type RpcRequest, resolveKeysRpc } from '@linkway/contracts';
import { eventually, readFormerRelease, useServers } from '@linkway/platform/testkit';
import { connect } from '@nats-io/transport-node';
import { DataSource } from 'typeorm';
import { RouteReadModel } from '../src/route/route.read-model.js';
import { RouteRepository } from '../src/route/route.repository.js';
import { versionOf } from '../src/route/route-version.js';
import { aRoute, type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
const former = readFormerRelease(new URL('./former-release.json', import.meta.url));
const formerWrite = former.statements.find((text) => text.startsWith('INSERT INTO routes')) ?? '';
const formerRead = former.statements.find((text) => text.includes('FROM "routes" "RouteRow"')) ?? '';
let redirect: Redirect;
let rows: RouteRepository;
let database: DataSource;
beforeAll(async () => {
  redirect = await startRedirect(servers);
  rows = redirect.running.get(RouteRepository);
  database = redirect.running.get<DataSource>(DataSource);
}, 90_000);

const everything = (): Route =>
  aRoute({
    expires_at: '2099-01-31T09:00:00.120Z',
    max_clicks: 1_000_000_000,
    password_hash: '$argon2id$x',
    device_targeting: { tablet: 'https://t.example.com/', mobile: 'https://m.example.com/' },
  });
const written = async (route: Route) => (await rows.findByKeys([route]))[0]?.route;

/** As the former release takes up an event; null: a deletion. */
const writeAsFormer = (
  { code, host }: Route,
  version: number,
  route: Route | null,
  source: Pick<DataSource, 'query'> = database,
) =>
  source.query(formerWrite, [
    code,
    host,
    version,
    route === null,
    route?.link_id,
    route?.workspace_id,
    route?.domain_name,
    route?.original_url,
    route?.is_active,
    route?.password_hash,
    route?.expires_at,
    route?.max_clicks,
    route?.device_targeting ? JSON.stringify(route.device_targeting) : null,
  ]);
/** What the former release reads, without the prefix of its columns. */
async function readAsFormer({ code }: Route): Promise<Record<string, unknown>> {
  const [row]: Record<string, unknown>[] = await database.query(formerRead, [code]);
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name.replace('RouteRow_', ''), value]));
}

describe('while the former release runs on the same table', () => {
  it.each([
    ['every rule', everything],
    ['no rule at all', () => aRoute({ workspace_id: null, domain_name: null, host: '*' })],
  ])('each reads what the other wrote, of a link with %s', async (_name, make) => {
    const [theirs, ours] = [make(), make()];
    await writeAsFormer(theirs, 1, theirs);
    expect(await written(theirs)).toEqual(theirs);
    await rows.apply([versionOf(ours)]);
    const read = await readAsFormer(ours);
    expect({ ...read, expires_at: (read.expires_at as Date | null)?.toISOString() ?? null }).toEqual({
      ...ours,
      deleted: false,
    });
  });

  it('a link ends at the same moment for both, whatever the time zone of the server', async () => {
    const [theirs, ours] = [everything(), everything()];
    await database.transaction(async (manager) => {
      await manager.query(`SET LOCAL TIME ZONE 'Asia/Ho_Chi_Minh'`);
      await writeAsFormer(theirs, 1, theirs, manager);
      await rows.apply([versionOf(ours)], manager);
    });
    expect((await written(theirs))?.expires_at).toBe(theirs.expires_at);
    expect((await readAsFormer(ours)).expires_at).toEqual(new Date(ours.expires_at ?? ''));
  });

  it('the newer change stands, whichever of them wrote it', async () => {
    const route = everything();
    await rows.apply([versionOf(route)]);
    const paused = { ...route, version: 2, is_active: false, max_clicks: null };
    await writeAsFormer(route, 2, paused);
    expect(await written(route)).toEqual(paused);
    const moved = { ...route, version: 3, original_url: 'https://example.com/3', device_targeting: null };
    await rows.apply([versionOf(moved)]);
    expect(await readAsFormer(route)).toMatchObject({ version: 3, original_url: moved.original_url, is_active: true });
    await writeAsFormer(route, 2, paused);
    expect(await written(route)).toEqual(moved);
  });

  it('a deletion leaves nothing of a link in either form, and the link may come back', async () => {
    for (const erase of [
      (route: Route) => writeAsFormer(route, 2, null),
      (route: Route) => rows.apply([{ ...route, version: 2, route: null }]),
    ]) {
      const route = everything();
      await rows.apply([versionOf(route)]);
      await erase(route);
      expect(await rows.findByKeys([route])).toMatchObject([{ version: 2, route: null }]);
      expect(await readAsFormer(route)).toMatchObject({ deleted: true, original_url: null, password_hash: null });
      const back = { ...route, version: 3 };
      await writeAsFormer(route, 3, back);
      expect(await written(route)).toEqual(back);
    }
  });
});

describe('a document', () => {
  const documentOf = async ({ code }: Route): Promise<Record<string, unknown>> =>
    (await database.query('SELECT route FROM routes WHERE code = $1', [code]))[0].route;

  it('holds nothing that columns hold, and nothing that is null', async () => {
    const [theirs, ours] = [aRoute(), aRoute()];
    await writeAsFormer(theirs, 1, theirs);
    await rows.apply([versionOf(ours)]);
    for (const route of [theirs, ours]) {
      expect(await documentOf(route)).toEqual({ is_active: true, version: 1, domain_name: route.domain_name });
    }
  });

  it('keeps what the former release does not know, where nothing but the version or the destination changes', async () => {
    const rules = [{ url: 'https://example.com/vi', any_of: [{ all_of: [{ kind: 'language', values: ['vi'] }] }] }];
    const route = aRoute({ rules });
    for (const version of [1, 2, 3]) await rows.apply([versionOf({ ...route, version })]);
    expect(await written(route)).toEqual({ ...route, version: 3 });
    // As the comparison mends a row of the same version.
    const mended = { ...route, version: 3, original_url: 'https://example.com/mended', workspace_id: null };
    await rows.apply([versionOf(mended)]);
    expect(await written(route)).toEqual(mended);
    expect(await readAsFormer(route)).toMatchObject({ original_url: mended.original_url, is_active: true });
  });

  it('that was stored whole is read as it is', async () => {
    const route = everything();
    await rows.apply([versionOf(route)]);
    await database.query('ALTER TABLE routes DISABLE TRIGGER routes_in_both_forms');
    await database.query('UPDATE routes SET route = $2 WHERE code = $1', [route.code, JSON.stringify(route)]);
    await database.query('ALTER TABLE routes ENABLE TRIGGER routes_in_both_forms');
    expect(await written(route)).toEqual(route);
  });
});

describe('a row that is not what the contract says', () => {
  it('is also one whose document has another version', async () => {
    const route = aRoute();
    await rows.apply([versionOf(route)]);
    await database.query(`UPDATE routes SET route = jsonb_set(route, '{version}', '7') WHERE code = $1`, [route.code]);
    expect(await rows.findByKeys([route])).toEqual([]);
  });

  const broken = async (): Promise<Route> => {
    // No event told of it, so that nothing but its row is known.
    const route = aRoute();
    await rows.apply([versionOf(route)]);
    await database.query(`UPDATE routes SET route = jsonb_set(route, '{version}', '"one"') WHERE code = $1`, [
      route.code,
    ]);
    expect(await rows.findByKeys([route])).toEqual([]);
    return route;
  };
  const unreadable = async (): Promise<number> => {
    const text = await (await fetch(`${redirect.running.adminUrl}/metrics`)).text();
    return Number(/redirect_routes_unreadable_total\{[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  let told: Route[] = [];
  let close = async () => undefined as unknown;
  beforeAll(async () => {
    const connection = await connect({ servers: servers.natsUrl });
    close = () => connection.close();
    connection.subscribe(resolveKeysRpc.subject, {
      callback: (_error, message) => {
        const { id, data } = message.json<{ id: string; data: { data: RpcRequest<typeof resolveKeysRpc> } }>();
        const routes = told.filter(({ code }) => data.data.keys.some((key) => key.code === code));
        const response = { routes, checked: data.data.keys.length };
        message.respond(JSON.stringify({ id, response, isDisposed: true }));
      },
    });
    await connection.flush();
  });
  afterAll(() => close());

  it('is as absent: links is asked, the visitor is answered, and the row is mended and counted', async () => {
    const route = await broken();
    told = [route];
    const before = await unreadable();
    expect((await redirect.visit(`/${route.code}`)).headers.location).toBe(route.original_url);
    await eventually(async () => expect(await written(route)).toEqual(route));
    expect(await unreadable()).toBeGreaterThan(before);
    told = [];
  });

  it('differs from what links has when the two are compared, and an event mends it', async () => {
    const route = await broken();
    const key = [route.code, route.host];
    expect(await rows.rowsOf([key])).toEqual([{ key, version: 1, content: null }]);
    const model = redirect.running.get<RouteReadModel>(RouteReadModel);
    const mend = { key, held: 1, version: 1, content: route, reason: 'content' as const };
    expect(await model.mend([mend])).toHaveLength(1);
    expect(await written(route)).toEqual(route);
    const again = await broken();
    await redirect.publish(linkUpdated, { route: again, previous: null });
    await eventually(async () => expect(await written(again)).toEqual(again));
  });

  it('cannot be written', async () => {
    const route = aRoute({ max_clicks: 1.5 });
    await expect(rows.apply([versionOf(route)])).rejects.toThrow('max_clicks');
  });
});

it('the routes that are there already get their documents', async () => {
  const DOCUMENTS = [
    'AddRouteDocument1795310000000',
    'FillRouteDocuments1795310000001',
    'IndexCappedDocuments1795310000002',
    'StripRouteDocuments1795803000000',
  ];
  await redirect.running.stop();
  const client = new DataSource({ type: 'postgres', url: servers.databaseUrl('redirect') });
  await client.initialize();
  try {
    await client.query('TRUNCATE routes');
    await client.query('DROP TRIGGER routes_in_both_forms ON routes; DROP FUNCTION routes_in_both_forms');
    await client.query('ALTER TABLE routes DROP COLUMN route');
    await client.query('DELETE FROM migrations WHERE name = ANY($1)', [DOCUMENTS]);
    const route = everything();
    const gone = everything();
    await writeAsFormer(route, 1, route, client);
    await writeAsFormer(gone, 2, null, client);
    await client.query(`INSERT INTO routes (code, host, version, deleted, link_id, workspace_id, original_url, is_active, max_clicks)
      SELECT 'old-' || n, 'go.test', 1, false, gen_random_uuid(), gen_random_uuid(), 'https://example.com/' || n, true, n
      FROM generate_series(1, 2500) n`);
    redirect = await startRedirect(servers);
    const own = redirect.running.get<RouteRepository>(RouteRepository);
    expect((await own.findByKeys([route]))[0]?.route).toEqual(route);
    expect((await own.findByKeys([gone]))[0]).toMatchObject({ version: 2, route: null });
    const [left] = await client.query('SELECT count(*)::int AS n FROM routes WHERE route IS NULL');
    expect(left).toEqual({ n: 1 });
    expect((await redirect.visit('/old-2500')).headers.location).toBe('https://example.com/2500');
    const plan = await client.query(
      `EXPLAIN SELECT 1 FROM routes r WHERE r.link_id = ANY($1) AND (r.route ->> 'max_clicks') IS NOT NULL`,
      [[route.link_id]],
    );
    expect(JSON.stringify(plan)).toContain('routes_with_cap');
  } finally {
    await client.destroy();
  }
}, 90_000);

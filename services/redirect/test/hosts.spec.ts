import { beforeAll, expect, it } from '@jest/globals';
import { readFormerRelease, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { HostReadModel } from '../src/host/host.read-model.js';
import { HostRepository } from '../src/host/host.repository.js';
import { HostBook } from '../src/host/host-book.js';
import { HostFollower } from '../src/host/host-follower.js';
import { type Redirect, startRedirect } from './harness.js';

const HOSTS = 100_000;
const servers = useServers({ postgres: true, nats: true });
const former = readFormerRelease(new URL('./former-release.json', import.meta.url));
const formerWrite = former.statements.find((text) => text.startsWith('INSERT INTO hosts')) ?? '';
let one: Redirect;
let two: Redirect;
let database: DataSource;
beforeAll(async () => {
  one = await startRedirect(servers);
  database = one.running.get<DataSource>(DataSource);
  await database.query(
    `INSERT INTO hosts (domain_id, host, domain_name, is_active, version)
     SELECT gen_random_uuid(), 'h' || n || '.test', 'h' || n || '.test', n % 10 > 0, 5 FROM generate_series(1, $1::integer) n`,
    [HOSTS],
  );
  await database.query('ANALYZE hosts');
  two = await startRedirect(servers);
}, 90_000);

const activeIn = (redirect: Redirect, host: string) => redirect.running.get(HostBook).find(host).active;
const refresh = (redirect: Redirect) => redirect.running.get<HostFollower>(HostFollower).refresh();
const idOf = async (host: string): Promise<string> =>
  (await database.query('SELECT domain_id FROM hosts WHERE host = $1', [host]))[0].domain_id;

it('a hundred thousand are known from the start', () => {
  expect(two.running.get(HostBook).size).toBe(HOSTS);
  expect([activeIn(two, 'h9.test'), activeIn(two, 'h10.test')]).toEqual([true, false]);
});

it('what changed is read by its index, whichever process and release wrote it', async () => {
  // Long ago.
  await database.query(`ALTER TABLE hosts DISABLE TRIGGER host_changed`);
  await database.query(`UPDATE hosts SET changed_at = now() - interval '1 hour'`);
  await database.query(`ALTER TABLE hosts ENABLE TRIGGER host_changed`);
  await database.query('VACUUM ANALYZE hosts');
  const repository = two.running.get(HostRepository);
  const [{ now }] = await database.query('SELECT now()::text AS now');
  expect(await repository.changes(now)).toMatchObject({ changed: [], removed: [] });
  const plan: { 'QUERY PLAN': string }[] = await database.query(
    `EXPLAIN SELECT 1 FROM hosts WHERE '${now}'::timestamptz IS NULL OR changed_at > '${now}'::timestamptz - interval '5 minutes'`,
  );
  expect(JSON.stringify(plan)).toContain('hosts_changed_at');
  const id = await idOf('h10.test');
  await database.query(formerWrite, [id, 'h10.test', 'h10.test', true, 6]);
  expect(await repository.changes(now)).toMatchObject({ changed: [{ domain_id: id, is_active: true, version: 6 }] });
  expect(activeIn(two, 'h10.test')).toBe(false);
  await refresh(two);
  expect(activeIn(two, 'h10.test')).toBe(true);
});

it('what was committed after others had read is taken over all the same', async () => {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(formerWrite, [await idOf('h40.test'), 'h40.test', 'h40.test', true, 6]);
    await runner.query('DELETE FROM hosts WHERE host = $1', ['h50.test']);
    await refresh(two);
    expect(['h40.test', 'h50.test'].map((host) => activeIn(two, host))).toEqual([false, false]);
    await runner.commitTransaction();
  } finally {
    await runner.release();
  }
  await refresh(two);
  expect(['h40.test', 'h50.test'].map((host) => activeIn(two, host))).toEqual([true, true]);
});

it('what was left to an event, which counts for two minutes, is told again after them', async () => {
  const id = await idOf('h60.test');
  await database.query('ALTER TABLE hosts DISABLE TRIGGER host_changed');
  await database.query(`UPDATE hosts SET changed_at = now() - interval '3 minutes' WHERE domain_id = $1`, [id]);
  await database.query('ALTER TABLE hosts ENABLE TRIGGER host_changed');
  const [{ now }] = await database.query('SELECT now()::text AS now');
  const { changed } = await two.running.get(HostRepository).changes(now);
  expect(changed).toContainEqual(expect.objectContaining({ domain_id: id }));
});

it('what the comparison mended in one process the others take over, removals too', async () => {
  const model = one.running.get<HostReadModel>(HostReadModel);
  const [older, gone] = [await idOf('h20.test'), await idOf('h30.test')];
  const content = { domain_name: 'h20.test', is_active: true };
  await model.mend([
    { key: [older], held: 5, version: 3, content, reason: 'ahead' },
    { key: [gone], held: 5, version: 0, content: null, reason: 'unknown' },
  ]);
  const both = (host: string) => [activeIn(one, host), activeIn(two, host)];
  // The one that mended knows at once.
  expect([both('h20.test'), both('h30.test')]).toEqual([
    [true, false],
    [true, false],
  ]);
  await refresh(two);
  expect([both('h20.test'), both('h30.test')]).toEqual([
    [true, true],
    [true, true],
  ]);
  // It is made again, and its removal is over.
  await database.query(formerWrite, [gone, 'h30.test', 'h30.test', false, 7]);
  for (const redirect of [one, two]) await refresh(redirect);
  expect(both('h30.test')).toEqual([false, false]);
});

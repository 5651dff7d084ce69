import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  createIndexConcurrently,
  DatabaseModule,
  databaseEnv,
  defineService,
  type RunningService,
  serviceConfig,
  toProblem,
  versionedUpsert,
} from '../src/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';

const servers = useServers({ postgres: true, nats: true });

class Parcels1 implements MigrationInterface {
  readonly name = 'Parcels1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE parcels (id integer PRIMARY KEY, weight integer NOT NULL, version integer NOT NULL)',
    );
    // Not undone by a rollback, so that it counts every try.
    await runner.query('CREATE SEQUENCE tries');
  }
  async down(): Promise<void> {}
}

class Slow2 implements MigrationInterface {
  readonly name = 'Slow1700000000002';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SELECT nextval('tries'), pg_sleep(12)");
    await runner.query('ALTER TABLE parcels ADD COLUMN note text');
  }
  async down(): Promise<void> {}
}

class Locking2 implements MigrationInterface {
  readonly name = 'Locking1700000000002';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SELECT nextval('tries')");
    await runner.query('ALTER TABLE parcels ADD COLUMN note text');
  }
  async down(): Promise<void> {}
}

class Concurrent2 implements MigrationInterface {
  readonly name = 'Concurrent1700000000002';
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'parcels_weight', 'ON parcels (weight)', { unique: true });
  }
  async down(): Promise<void> {}
}

function depot(...migrations: (new () => MigrationInterface)[]) {
  @Module({ imports: [DatabaseModule.forService({ entities: [], migrations, outbox: false })] })
  class DepotModule {}
  return defineService({ name: 'depot', config: serviceConfig({ ...databaseEnv }), module: DepotModule });
}
const start = (database: string, ...migrations: (new () => MigrationInterface)[]) =>
  startService(depot(...migrations), servers.env(database, { LOG_LEVEL: 'fatal' }));
const sql = (running: RunningService, statement: string): Promise<Record<string, unknown>[]> =>
  running.get<DataSource>(DataSource).query(statement);
const columns = async (running: RunningService) =>
  (await sql(running, "SELECT column_name FROM information_schema.columns WHERE table_name = 'parcels'")).length;
const tries = async (running: RunningService) =>
  Number((await sql(running, 'SELECT last_value FROM tries'))[0]?.last_value);

async function client(database: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: servers.databaseUrl(database) });
  connection.on('error', () => undefined);
  await connection.connect();
  return connection;
}

describe('a migration', () => {
  it('takes 12 s in one statement, runs once, and a second process waits for it', async () => {
    const both = await Promise.all([start('slow', Parcels1, Slow2), start('slow', Parcels1, Slow2)]);
    for (const running of both) {
      expect(await columns(running)).toBe(4);
      expect(await tries(running)).toBe(1);
      expect(await running.ready()).toBe(true);
    }
    expect(await sql(both[0], "SELECT 1 FROM pg_stat_activity WHERE application_name = 'depot-migrate'")).toEqual([]);
  }, 60_000);

  it('gives way while somebody has the lock that it needs, and comes back', async () => {
    await (await start('locked', Parcels1)).stop();
    const holder = await client('locked');
    await holder.query('BEGIN; SELECT * FROM parcels');
    const starting = start('locked', Parcels1, Locking2);
    const other = await client('locked');
    const waits = async () =>
      (
        await other.query(
          "SELECT 1 FROM pg_stat_activity WHERE application_name = 'depot-migrate' AND wait_event_type = 'Lock'",
        )
      ).rows.length === 1;
    await eventually(waits);
    const since = Date.now();
    await eventually(async () => !(await waits()), { timeoutMs: 10_000 });
    expect(Date.now() - since).toBeGreaterThan(3_000);
    await delay(Math.max(0, since + 7_000 - Date.now()));
    await holder.end();
    const running = await starting;
    expect(await columns(running)).toBe(4);
    expect(await tries(running)).toBeGreaterThan(1);
    await other.end();
  }, 60_000);

  it('does not wait for a process that died with the lock', async () => {
    await (await start('died', Parcels1)).stop();
    const holder = await client('died');
    await holder.query('SELECT pg_advisory_lock(7512044)');
    let started = false;
    const starting = start('died', Parcels1, Locking2).then((running) => {
      started = true;
      return running;
    });
    const other = await client('died');
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'depot-migrate'";
    await eventually(async () => (await other.query(waiting)).rows.length === 1);
    expect(started).toBe(false);
    await other.query("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted");
    expect(await columns(await starting)).toBe(4);
    await other.end();
  }, 30_000);

  it('builds an index outside of a transaction, anew after it was interrupted', async () => {
    const first = await start('index', Parcels1);
    // Two rows alike: the index fails and stays behind, INVALID.
    await sql(first, 'INSERT INTO parcels VALUES (1, 5, 1), (2, 5, 1)');
    await expect(start('index', Parcels1, Concurrent2)).rejects.toThrow('could not create unique index');
    const valid = async () =>
      (await sql(first, "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('parcels_weight')"))[0];
    expect(await valid()).toEqual({ indisvalid: false });
    await sql(first, 'DELETE FROM parcels WHERE id = 2');
    await start('index', Parcels1, Concurrent2);
    expect(await valid()).toEqual({ indisvalid: true });
  }, 30_000);
});

describe('the pool', () => {
  it('has its statements ended by the server, before the client gives up', async () => {
    const running = await start('pool', Parcels1);
    // A machine that stands still at that moment lets the client's own clock be first: only then is it asked again.
    const ended = () => sql(running, 'SELECT pg_sleep(30)').catch((error: unknown) => error);
    let failure = await ended();
    if (String(failure).includes('read timeout')) failure = await ended();
    expect(failure).toMatchObject({ code: '57014' });
    const active = "SELECT query FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)' AND state = 'active'";
    expect(await sql(running, active)).toEqual([]);
  }, 45_000);

  it('lets nothing look like our own fault while PostgreSQL is killed', async () => {
    const running = await start('killed', Parcels1);
    const database = running.get<DataSource>(DataSource);
    const codes = new Set<string>();
    const end = new AbortController();
    let rounds = 0;
    const workers = Array.from({ length: 10 }, async () => {
      while (!end.signal.aborted) {
        rounds += 1;
        await database
          .transaction(async (manager) => {
            await manager.query('SELECT pg_sleep(0.002)');
            await manager.query('SELECT count(*) FROM parcels');
          })
          .catch((error: unknown) => {
            const { code } = toProblem(error, 'en', '');
            codes.add(code === 'service.unavailable' ? code : `${code}: ${String(error)}`);
          });
        await delay(1);
      }
    });
    for (let kill = 0; kill < 3; kill += 1) {
      const before = rounds;
      await eventually(() => rounds > before + 100);
      await servers.postgres.kill();
      await servers.postgres.start();
    }
    await eventually(() => sql(running, 'SELECT 1'));
    end.abort();
    await Promise.all(workers);
    expect([...codes]).toEqual(['service.unavailable']);
  }, 60_000);

  it('tells of its connections and of the time that requests wait for one', async () => {
    const running = await startService(depot(Parcels1), servers.env('gauges', { DATABASE_POOL_SIZE: '2' }));
    const metric = async (name: string) => {
      const text = await (await fetch(`${running.adminUrl}/metrics`)).text();
      return Number(new RegExp(`^${name}{[^}]*} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    };
    const work = Promise.all([1, 2, 3].map(() => sql(running, 'SELECT pg_sleep(1)')));
    await eventually(async () => expect(await metric('sql_pool_waiting')).toBe(1));
    expect([await metric('sql_pool_connections'), await metric('sql_pool_idle_connections')]).toEqual([2, 0]);
    await work;
    expect(await metric('sql_pool_wait_seconds_sum')).toBeGreaterThan(0.5);
  });
});

describe('versionedUpsert', () => {
  const parcels = { table: 'parcels', key: ['id'], columns: ['weight', 'version'] } as const;
  const parcel = (id: number, weight: number, version: number) => ({ id, weight, version });

  it('writes what is new or newer, says which, and leaves the rest', async () => {
    const running = await start('upsert', Parcels1);
    const database = running.get<DataSource>(DataSource);
    expect(await versionedUpsert(database, parcels, [parcel(1, 10, 2), parcel(2, 10, 2)])).toHaveLength(2);
    const later = await versionedUpsert(database, parcels, [parcel(1, 20, 1), parcel(2, 20, 3), parcel(3, 20, 1)]);
    expect(later.map(({ id }) => id).sort()).toEqual([2, 3]);
    expect(await versionedUpsert(database, parcels, [parcel(2, 20, 3)])).toEqual([]);
    expect(await sql(running, 'SELECT * FROM parcels ORDER BY id')).toEqual([
      parcel(1, 10, 2),
      parcel(2, 20, 3),
      parcel(3, 20, 1),
    ]);
    expect(await versionedUpsert(database, parcels, [])).toEqual([]);
  });

  it('lets the same version mend what differs, and a version that is given up be overwritten by any', async () => {
    const running = await start('mends', Parcels1);
    const database = running.get<DataSource>(DataSource);
    await versionedUpsert(database, parcels, [parcel(1, 10, 5), parcel(2, 10, 5)]);
    expect(await versionedUpsert(database, parcels, [parcel(1, 20, 5)])).toEqual([{ id: 1 }]);
    expect(await versionedUpsert(database, parcels, [parcel(2, 20, 4)], 6)).toEqual([]);
    expect(await versionedUpsert(database, parcels, [parcel(2, 20, 4)], 5)).toEqual([{ id: 2 }]);
    expect(await sql(running, 'SELECT * FROM parcels ORDER BY id')).toEqual([parcel(1, 20, 5), parcel(2, 20, 4)]);
  });

  it('notes the time of a change where the table has a place for it', async () => {
    const running = await start('touched', Parcels1);
    const database = running.get<DataSource>(DataSource);
    await database.query("ALTER TABLE parcels ADD COLUMN changed_at timestamptz NOT NULL DEFAULT 'epoch'");
    const noted = { ...parcels, touched: 'changed_at' };
    const changed = () => sql(running, "SELECT id FROM parcels WHERE changed_at > 'epoch' ORDER BY id");
    await versionedUpsert(database, noted, [parcel(1, 10, 1), parcel(2, 10, 1)]);
    expect(await changed()).toEqual([]);
    await versionedUpsert(database, noted, [parcel(1, 10, 1), parcel(2, 10, 2)]);
    expect(await changed()).toEqual([{ id: 2 }]);
  });

  it('takes thousands of rows at once', async () => {
    const running = await start('many', Parcels1);
    const rows = Array.from({ length: 2_500 }, (_, id) => parcel(id, 1, 1));
    expect(await versionedUpsert(running.get<DataSource>(DataSource), parcels, rows)).toHaveLength(2_500);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AckPolicy, DeliverPolicy, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { EventPositions, type ReadModel, ReadModels, type RunningService, type Service } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';
import { effects, emitMany, Gaps, manager, metric, reader, writer } from './event-services.js';

const servers = useServers({ postgres: true, nats: true });
const TABLES = ['effects', 'inbox', 'event_positions'];
const STREAM = 'EVT_IDENTITY';
const PATIENT = { timeoutMs: 40_000, intervalMs: 200 };
let writing: RunningService;
let reading: RunningService;

// A third of the usual one, so that what it decides comes sooner, in the same order.
const pace = { keepMs: 1_000, lookMs: 3_000, doubtMs: 1_700 };
const start = (service: Service, name: string) => service.start(servers.env(name), { positionPace: pace });
/** In the database of a service that is stopped. */
const whileStopped = async (sql: string) => {
  const client = new pg.Client({ connectionString: servers.env('reader').DATABASE_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
};
const owedCopies = (): Promise<{ urgent: boolean }[]> =>
  reading.get<DataSource>(DataSource).query(`SELECT urgent FROM read_model_comparisons WHERE model = 'copies'`);
const query = (sql: string): Promise<{ sequence: string }[]> => reading.get<DataSource>(DataSource).query(sql);
const position = async () => Number((await query('SELECT sequence FROM event_positions'))[0]?.sequence ?? 0);
const lastSequence = async () => (await (await manager(writing)).streams.info(STREAM)).state.last_seq;

/** Emits, and waits until the effects and the position are there. */
async function handled(count: number): Promise<string[]> {
  const ids = await emitMany(writing, count);
  await eventually(async () => expect(await effects(reading, 'second')).toEqual(expect.arrayContaining(ids)), PATIENT);
  await eventually(async () => expect(await position()).toBe(await lastSequence()), PATIENT);
  return ids;
}

const backUp = async () => {
  for (const table of TABLES) await query(`CREATE TABLE backup_${table} AS TABLE ${table}`);
};

const restore = () =>
  reading.get<DataSource>(DataSource).transaction(async (tx) => {
    for (const table of TABLES) await tx.query(`TRUNCATE ${table}`);
    for (const table of TABLES) await tx.query(`INSERT INTO ${table} SELECT * FROM backup_${table}`);
  });

const dropBackup = async () => {
  for (const table of TABLES) await query(`DROP TABLE backup_${table}`);
};

/** Everything once, whatever was read again. */
const expectEach = async (ids: string[]) =>
  eventually(async () => {
    for (const handler of ['first', 'second'])
      expect((await effects(reading, handler)).sort()).toEqual([...ids].sort());
  }, PATIENT);

let connection: NatsConnection;
const operator = () => jetstreamManager(connection);

/** How the release of 2026-11-20 opens its consumer. */
const asTheFormerRelease = async () =>
  (await operator()).consumers.add(STREAM, {
    durable_name: 'reader',
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: 30e9,
    max_ack_pending: 256,
  });

beforeAll(async () => {
  const { NATS_URL = '', NATS_USER = '', NATS_PASSWORD = '' } = servers.env('operator');
  connection = await connect({ servers: NATS_URL, user: NATS_USER, pass: NATS_PASSWORD });
  writing = await start(writer, 'identity');
  reading = await start(reader, 'reader');
}, 60_000);

afterAll(async () => {
  await reading.stop();
  await writing.stop();
  await connection.close();
}, 30_000);

describe('a database that is put back', () => {
  let ids: string[] = [];

  it('under the running service catches up within a minute', async () => {
    ids = await handled(10);
    // As long as nothing was set back, the former release may have its consumer as it is.
    await asTheFormerRelease();
    await backUp();
    ids.push(...(await handled(12)));
    await restore();
    expect(await effects(reading)).toHaveLength(10);
    await expectEach(ids);
    expect(await metric(reading, 'events_rewinds_total{owner="identity"')).toBe(1);
    ids.push(...(await handled(1)));
    await expectEach(ids);
  }, 90_000);

  it('while the service is stopped catches up after the start, with two processes as well', async () => {
    await restore();
    await reading.stop();
    reading = await start(reader, 'reader');
    const other = await start(reader, 'reader');
    try {
      await expectEach(ids);
      ids.push(...(await handled(3)));
      await expectEach(ids);
      const rewinds = await Promise.all(
        [reading, other].map((each) => metric(each, 'events_rewinds_total{owner="identity"')),
      );
      expect(rewinds.reduce((sum, count) => sum + count, 0)).toBe(1);
    } finally {
      await other.stop();
    }
    await dropBackup();
  }, 90_000);

  it('tells what its stream does not hold any more, and takes the rest', async () => {
    const gaps: string[] = [];
    const positions = reading.get<EventPositions>(EventPositions);
    positions.onGap((owner) => gaps.push(owner));
    // Without rounds of its own, so that nothing is done about what is written.
    reading.get<ReadModels>(ReadModels).register({ name: 'copies', owner: 'identity' } as ReadModel);
    let stores = 0;
    positions.onGapStored(async () => {
      stores += 1;
      // What is owed is there for others to see before anything moves.
      expect(await owedCopies()).toEqual([{ urgent: true }]);
      if (stores === 1) throw new Error('killed');
    });
    await backUp();
    const lost = await handled(4);
    const last = await lastSequence();
    const kept = await handled(2);
    await (await manager(writing)).streams.purge(STREAM, { seq: last + 1 });
    await restore();
    // Noticed sooner than by looking at an idle database now and then.
    kept.push(...(await emitMany(writing, 1)));
    await eventually(() => expect(gaps).toEqual(['identity']), PATIENT);
    expect(stores).toBe(2);
    expect(await owedCopies()).toEqual([{ urgent: true }]);
    ids.push(...kept);
    await expectEach(ids);
    expect(await effects(reading)).not.toContain(lost[0]);
  }, 90_000);

  it('restarting in order reads nothing again', async () => {
    await reading.stop();
    reading = await start(reader, 'reader');
    const [id] = await handled(1);
    ids.push(id ?? '');
    await expectEach(ids);
    expect(await metric(reading, 'events_rewinds_total{owner="identity"')).toBe(0);
  }, 60_000);

  it('of a release that wrote no position is compared at once, and only once', async () => {
    ids.push(...(await handled(2)));
    await reading.stop();
    await whileStopped('DELETE FROM event_positions');
    reading = await start(reader, 'reader');
    await eventually(() => expect(reading.get<Gaps>(Gaps).owners).toEqual(['identity']), PATIENT);
    // An upgrade is no alarm, and nothing is read again.
    expect(await metric(reading, 'events_gaps_total{owner="identity"')).toBe(0);
    expect(await metric(reading, 'events_rewinds_total{owner="identity"')).toBe(0);
    ids.push(...(await handled(1)));
    await expectEach(ids);
    await reading.stop();
    reading = await start(reader, 'reader');
    ids.push(...(await handled(1)));
    await expectEach(ids);
    expect(reading.get<Gaps>(Gaps).owners).toEqual([]);
  }, 90_000);
});

describe('going back to the former release', () => {
  it('takes a consumer that was set back to be removed; it then reads what the stream holds, and nothing happens twice', async () => {
    const ids = await handled(1);
    const before = (await effects(reading)).length;
    await reading.stop();
    await expect(asTheFormerRelease()).rejects.toThrow(/deliver policy|consumer already exists/);
    const { consumers, streams } = await operator();
    await consumers.delete(STREAM, 'reader');
    const { num_pending } = await asTheFormerRelease();
    expect(num_pending).toBe((await streams.info(STREAM)).state.messages);
    // And forward again, in the middle of it.
    reading = await start(reader, 'reader');
    ids.push(...(await handled(2)));
    expect(await effects(reading)).toHaveLength(before + 2);
    expect(await effects(reading)).toEqual(expect.arrayContaining(ids));
  }, 90_000);
});

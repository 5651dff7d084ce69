import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { EventPositions, type RunningService, type Service } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';
import { effects, emitMany, manager, metric, reader, writer } from './event-services.js';

const servers = useServers({ postgres: true, nats: true });
const TABLES = ['effects', 'inbox', 'event_positions'];
const PATIENT = { timeoutMs: 40_000, intervalMs: 200 };
let writing: RunningService;
let reading: RunningService;

// A third of the usual one, so that what it decides comes sooner, in the same order.
const pace = { keepMs: 1_000, lookMs: 3_000, doubtMs: 1_700 };
const start = (service: Service, name: string) => service.start(servers.env(name), { positionPace: pace });
const query = (sql: string): Promise<{ sequence: string }[]> => reading.get<DataSource>(DataSource).query(sql);
const position = async () => Number((await query('SELECT sequence FROM event_positions'))[0]?.sequence ?? 0);
const lastSequence = async () => (await (await manager(writing)).streams.info('EVT_IDENTITY')).state.last_seq;

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

beforeAll(async () => {
  writing = await start(writer, 'identity');
  reading = await start(reader, 'reader');
}, 60_000);

afterAll(async () => {
  await reading.stop();
  await writing.stop();
}, 30_000);

describe('a database that is put back', () => {
  let ids: string[] = [];

  it('under the running service catches up within a minute', async () => {
    ids = await handled(10);
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
    reading.get<EventPositions>(EventPositions).onGap((owner) => gaps.push(owner));
    await backUp();
    const lost = await handled(4);
    const last = await lastSequence();
    const kept = await handled(2);
    await (await manager(writing)).streams.purge('EVT_IDENTITY', { seq: last + 1 });
    await restore();
    // Noticed sooner than by looking at an idle database now and then.
    kept.push(...(await emitMany(writing, 1)));
    await eventually(() => expect(gaps).toEqual(['identity']), PATIENT);
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
});

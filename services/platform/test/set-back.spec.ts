import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import {
  AppLogger,
  type EventPositions,
  eventStream,
  loadConfig,
  Metrics,
  NatsService,
  type RunningService,
  StreamKeeper,
  serviceConfig,
} from '../src/index.js';
import type { EventPosition } from '../src/position/event-positions.js';
import { PositionKeeper, positionPace } from '../src/position/position-keeper.js';
import { startService, useServers } from '../src/testkit/index.js';
import { emitMany, manager, writer } from './event-services.js';

const servers = useServers({ nats: true });
const STREAM = 'EVT_IDENTITY';
let owner: RunningService;
let nats: NatsService;

beforeAll(async () => {
  owner = await startService(writer, servers.env('identity', { EVENT_STREAM_KEEP_HOURS: '0' }));
  const config = loadConfig(serviceConfig({}), servers.env('links'));
  nats = await NatsService.open(config, 'links', 'test', AppLogger.create('links', 'test', config));
}, 60_000);

afterAll(() => nats.close());

const durables = async () => {
  const names: string[] = [];
  for await (const { name } of (await manager(owner)).consumers.list(STREAM)) names.push(name);
  return names.sort();
};
const stateOf = async () => (await (await manager(owner)).streams.info(STREAM)).state;

interface Database {
  /** null: written by a release that kept none. */
  position: number | null;
  /** Owners of events that it misses, kept though the process is killed: written outside a transaction that never ended. */
  gaps?: string[];
  /** Owners of events that this process was told to miss. */
  told?: string[];
  metrics?: Metrics;
  /** Cannot store what is owed. */
  failing?: boolean;
}

/** A process with a database that came to `position`. */
async function keeperOf(database: Database, through = nats, pace = positionPace): Promise<PositionKeeper> {
  const created = new Date((await (await nats.manager()).streams.info(STREAM)).created);
  let open = false;
  const read = async () =>
    database.position === null ? null : { created, sequence: database.position, rewoundAt: null };
  const positions = {
    isFresh: async () => false,
    read,
    change: async (_stream: string, work: (position: EventPosition | null) => Promise<EventPosition | null>) => {
      open = true;
      const after = await work(await read());
      open = false;
      return after;
    },
    storeGap: async (owner: string) => {
      if (database.failing) throw new Error('the database is away');
      if (!open) database.gaps?.push(owner);
    },
    tellGap: (owner: string) => database.told?.push(owner),
  } as unknown as EventPositions;
  const logger = AppLogger.create('links', 'test', loadConfig(serviceConfig({}), servers.env('links')));
  const metrics = database.metrics ?? new Metrics('links');
  const parts = { nats: through, positions, logger, metrics, pace };
  return new PositionKeeper(parts, 'identity', eventStream('identity'), 'links');
}

type Consumers = Awaited<ReturnType<NatsService['manager']>>['consumers'];

/** The connection of a process whose calls about consumers go through `intercept`. */
function intercepted(
  intercept: (method: string, args: unknown[], call: () => unknown) => Promise<unknown>,
): NatsService {
  const around = (consumers: Consumers) =>
    new Proxy(consumers, {
      get: (of, method) => {
        const own = Reflect.get(of, method);
        if (typeof own !== 'function') return own;
        return (...args: unknown[]) => intercept(String(method), args, () => own.apply(of, args));
      },
    });
  return new Proxy(nats, {
    get: (target, name) => {
      if (name !== 'manager') return Reflect.get(target, name);
      return async () => {
        const { streams, consumers } = await target.manager();
        return { streams, consumers: around(consumers) };
      };
    },
  });
}

/** The connection of a process that is killed once its durable is deleted. */
function killedAfterDelete(): NatsService {
  let dead = false;
  return intercepted(async (method, _args, call) => {
    if (dead) throw new Error('killed');
    const answer = await call();
    dead ||= method === 'delete';
    return answer;
  });
}

/** The connection of a process that gets no answer once when it makes its durable. */
function unansweredAdd(): NatsService {
  let failed = false;
  return intercepted(async (method, [, settings], call) => {
    const name = (settings as { durable_name?: string } | undefined)?.durable_name;
    if (method !== 'add' || name !== 'links' || failed) return call();
    failed = true;
    throw new Error('no answer');
  });
}

/** The connection of a process whose stand-in comes just after the owner has removed what everybody has done. */
function afterTrim(): NatsService {
  return intercepted(async (method, [, settings], call) => {
    const name = (settings as { durable_name?: string } | undefined)?.durable_name;
    if (method === 'add' && name?.includes('-from-')) await owner.get<StreamKeeper>(StreamKeeper).now();
    return call();
  });
}

/** A durable that has done everything that was emitted; nothing is removed before. */
async function allDone(count: number): Promise<{ first: number; last: number }> {
  const { consumers } = await nats.manager();
  await consumers.add(STREAM, { durable_name: 'other', ack_policy: AckPolicy.Explicit });
  for (const name of await durables()) if (name !== 'other') await consumers.delete(STREAM, name);
  await emitMany(owner, count);
  await consumers.add(STREAM, {
    durable_name: 'links',
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.New,
  });
  // By itself it then does nothing for some seconds.
  await owner.get<StreamKeeper>(StreamKeeper).now();
  const { first_seq: first, last_seq: last } = await stateOf();
  await consumers.delete(STREAM, 'other');
  return { first, last };
}

async function takeAll(): Promise<number> {
  const consumer = await nats.jetstream.consumers.get(STREAM, 'links');
  const { num_pending: all } = await consumer.info();
  for (let taken = 0; taken < all; taken += 1) (await consumer.next({ expires: 5_000 }))?.ack();
  return all;
}

it('loses nothing when the process is killed between deleting its consumer and making it again', async () => {
  await emitMany(owner, 30);
  const { consumers } = await nats.manager();
  await consumers.add(STREAM, { durable_name: 'links', ack_policy: AckPolicy.Explicit });
  const all = await (await nats.jetstream.consumers.get(STREAM, 'links')).fetch({ max_messages: 30, expires: 5_000 });
  for await (const message of all) await message.ackAck();

  const database = { position: 30 };
  const keeper = await keeperOf(database, killedAfterDelete());
  await keeper.begin();
  database.position = 12;
  await expect(keeper.begin()).rejects.toThrow('killed');
  expect(await durables()).toEqual(['links-from-12']);
  await owner.get<StreamKeeper>(StreamKeeper).now();
  expect(await stateOf()).toMatchObject({ first_seq: 13, last_seq: 30 });
  const { inactive_threshold } = (await consumers.info(STREAM, 'links-from-12')).config;
  expect(inactive_threshold).toBe(3_600 * 1e9);

  await (await keeperOf(database)).begin();
  expect(await durables()).toEqual(['links']);
  await owner.get<StreamKeeper>(StreamKeeper).now();
  expect(await stateOf()).toMatchObject({ first_seq: 13, messages: 18 });
  const again = await (await nats.jetstream.consumers.get(STREAM, 'links')).next({ expires: 2_000 });
  expect(again?.seq).toBe(13);
}, 60_000);

it('remembers what is missing when the process is killed once its consumer is set back', async () => {
  await (await manager(owner)).streams.purge(STREAM, { seq: 21 });
  const database: Database = { position: 30, gaps: [] };
  const keeper = await keeperOf(database, killedAfterDelete());
  await keeper.begin();
  database.position = 12;
  await expect(keeper.begin()).rejects.toThrow('killed');
  expect(database.gaps).toEqual(['identity']);
}, 60_000);

it('tells what was removed after it had looked', async () => {
  const { last } = await allDone(30);
  const database: Database = { position: last, gaps: [] };
  const keeper = await keeperOf(database, afterTrim());
  await keeper.begin();
  database.position = last - 18;
  await keeper.begin();
  expect(database.gaps).toEqual(['identity']);
  expect(await durables()).toEqual(['links']);
}, 60_000);

it('stops whoever is removing what everybody has done', async () => {
  const { first: from, last } = await allDone(1_000);
  const database: Database = { position: last, gaps: [] };
  const keeper = await keeperOf(database);
  await keeper.begin();
  const trimming = owner.get<StreamKeeper>(StreamKeeper).now();
  while ((await stateOf()).first_seq < from + 65) await delay(1);
  const position = from + 500;
  database.position = position;
  await keeper.begin();
  await trimming;
  const { first_seq: first } = await stateOf();
  // No more than what it was at already.
  expect(first).toBeLessThanOrEqual(position + 65);
  expect(await takeAll()).toBe(last - Math.max(first - 1, position));
  await keeper.keep();
  expect(database.gaps).toEqual(first > position + 1 ? ['identity'] : []);
}, 90_000);

const gapsCounted = async ({ metrics }: Database) =>
  (await metrics?.registry.getSingleMetric('events_gaps_total')?.get())?.values.map(({ value }) => value);

describe('what is removed by a process that had asked before', () => {
  /** A database that was put back, of whose events three are removed once its consumer is set back. */
  async function outrun(beforeRemoval: (keeper: PositionKeeper) => Promise<void> = async () => undefined) {
    const { last } = await allDone(30);
    const database: Database = { position: last, gaps: [], told: [], metrics: new Metrics('links') };
    const keeper = await keeperOf(database);
    await keeper.begin();
    database.position = last - 20;
    await keeper.begin();
    expect([database.gaps, database.told]).toEqual([[], []]);
    await beforeRemoval(keeper);
    const { streams } = await manager(owner);
    for (const seq of [1, 2, 3]) await streams.deleteMessage(STREAM, last - 20 + seq);
    expect(await takeAll()).toBe(17);
    return { database, keeper };
  }

  it('is noticed, once', async () => {
    const { database, keeper } = await outrun();
    for (let times = 0; times < 2; times += 1) {
      await keeper.keep();
      expect(database).toMatchObject({ gaps: ['identity'], told: ['identity'] });
      expect(await gapsCounted(database)).toEqual([1]);
    }
  }, 60_000);

  it('is noticed though the position is kept before', async () => {
    const { database, keeper } = await outrun((setBack) => setBack.keep());
    await keeper.keep();
    expect(database.gaps).toEqual(['identity']);
  }, 60_000);

  it('is not forgotten where it cannot be stored', async () => {
    const { database, keeper } = await outrun();
    database.failing = true;
    await expect(keeper.keep()).rejects.toThrow('the database is away');
    expect(database.told).toEqual([]);
    database.failing = false;
    await keeper.keep();
    expect(database).toMatchObject({ gaps: ['identity'], told: ['identity'] });
  }, 60_000);
});

it.each([
  ['where all is there', 20, 0, []],
  ['where something is gone', 20, 3, ['identity']],
  ['the beginning, which is gone', null, 3, ['identity']],
])(
  'a consumer that is set back to %s tells what is gone no second time',
  async (_what, back, gone, gaps) => {
    const { last } = await allDone(30);
    const database: Database = { position: last, gaps: [] };
    const keeper = await keeperOf(database);
    await keeper.begin();
    if (gone > 0) await (await manager(owner)).streams.purge(STREAM, { seq: last - 20 + gone + 1 });
    database.position = back === null ? 0 : last - back;
    await keeper.begin();
    expect(database.gaps).toEqual(gaps);
    expect(await takeAll()).toBe(20 - gone);
    await keeper.keep();
    expect(database.gaps).toEqual(gaps);
  },
  60_000,
);

it('leaves nothing in its place that holds the stream when it fails in between', async () => {
  const { last } = await allDone(20);
  await (await manager(owner)).streams.purge(STREAM, { seq: last - 2 });
  const database: Database = { position: last, gaps: [] };
  const keeper = await keeperOf(database);
  await keeper.begin();
  database.position = last - 10;
  database.failing = true;
  await expect(keeper.begin()).rejects.toThrow('the database is away');
  expect(await durables()).toEqual(['links']);
}, 60_000);

it('goes on holding the place of a durable that could not be made again', async () => {
  const { first, last } = await allDone(20);
  const database: Database = { position: last, gaps: [] };
  const keeper = await keeperOf(database, unansweredAdd());
  await keeper.begin();
  database.position = first + 4;
  await expect(keeper.begin()).rejects.toThrow('no answer');
  expect(await durables()).toEqual([`links-from-${first + 4}`]);
  await owner.get<StreamKeeper>(StreamKeeper).now();
  expect((await stateOf()).first_seq).toBeLessThanOrEqual(first + 5);
  await keeper.begin();
  expect(await durables()).toEqual(['links']);
  expect(database.gaps).toEqual([]);
}, 60_000);

it('owes a comparison after an upgrade, whatever becomes of the process', async () => {
  await allDone(5);
  const database: Database = { position: null, gaps: [] };
  await (await keeperOf(database)).begin();
  expect(database.gaps).toEqual(['identity']);
}, 60_000);

it.each([
  ['lost its end', { lost: 1 }],
  ['was made anew with as many events', { age: 1_000 }],
])(
  'notices a stream that %s though its consumer and its database are as they were',
  async (_what, { lost = 0, age = 0 }: { lost?: number; age?: number }) => {
    const { last } = await allDone(3);
    let happened = false;
    const after = new Proxy(nats, {
      get: (target, name) => {
        if (name !== 'manager') return Reflect.get(target, name);
        return async () => {
          const { streams, consumers } = await target.manager();
          const info = async (stream: string) => {
            const seen = await streams.info(stream);
            if (!happened) return seen;
            const created = new Date(Date.parse(seen.created) + age).toISOString();
            return { ...seen, created, state: { ...seen.state, last_seq: seen.state.last_seq - lost } };
          };
          return { streams: { info }, consumers };
        };
      },
    });
    const database: Database = { position: last, gaps: [] };
    const keeper = await keeperOf(database, after, { ...positionPace, lookMs: 0 });
    await keeper.begin();
    await keeper.keep();
    expect(database.gaps).toEqual([]);
    happened = true;
    await keeper.keep();
    expect(database.gaps).toEqual(['identity']);
  },
  60_000,
);

describe('where nothing was handled since', () => {
  afterEach(() => void jest.restoreAllMocks());

  /** Counts what is asked of NATS. */
  function counted() {
    const asked = { times: 0 };
    const through = intercepted(async (_method, _args, call) => {
      asked.times += 1;
      return call();
    });
    return { asked, through };
  }

  async function askedBy(keeper: PositionKeeper, asked: { times: number }): Promise<number> {
    const before = asked.times;
    for (let round = 0; round < 5; round += 1) await keeper.keep(false);
    return asked.times - before;
  }

  it('asks nothing of NATS', async () => {
    const { last } = await allDone(3);
    const { asked, through } = counted();
    const keeper = await keeperOf({ position: last }, through);
    await keeper.begin();
    expect(await askedBy(keeper, asked)).toBe(0);
    const before = asked.times;
    await keeper.keep(true);
    expect(asked.times).toBeGreaterThan(before);
  });

  it('watches a consumer that was set back for a minute, and then asks nothing of NATS', async () => {
    const { last } = await allDone(3);
    const { asked, through } = counted();
    const database: Database = { position: last };
    const keeper = await keeperOf(database, through);
    await keeper.begin();
    database.position = last - 2;
    await keeper.begin();
    expect(await askedBy(keeper, asked)).toBeGreaterThanOrEqual(5);
    for (const clock of [Date, performance]) {
      const now = clock.now.bind(clock);
      jest.spyOn(clock, 'now').mockImplementation(() => now() + 61_000);
    }
    // It looks once more.
    await keeper.keep(false);
    expect(await askedBy(keeper, asked)).toBe(0);
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventContract, type EventData, sessionEnded, userRegistered } from '@linkway/contracts';
import { JetStreamApiError } from '@nats-io/jetstream';
import { headers, TimeoutError } from '@nats-io/nats-core';
import { Module } from '@nestjs/common';
import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import {
  DatabaseModule,
  databaseEnv,
  defineService,
  dropSetAside,
  EventPublisher,
  listSetAside,
  NatsService,
  Outbox,
  type RunningService,
  replaySetAside,
  serviceConfig,
} from '../src/index.js';
import { OutboxRelay } from '../src/outbox/outbox.relay.js';
import { OutboxWatch } from '../src/outbox/outbox.watch.js';
import { eventually, startService, storedEvents, useServers } from '../src/testkit/index.js';

const servers = useServers({ postgres: true, nats: true });

@Module({ imports: [DatabaseModule.forService({ entities: [], migrations: [] })] })
class TellerModule {}
const teller = defineService({ name: 'teller', config: serviceConfig({ ...databaseEnv }), module: TellerModule });

@Module({ imports: [DatabaseModule.forService({ entities: [], migrations: [], outbox: false })] })
class SilentModule {}
const silent = defineService({ name: 'silent', config: serviceConfig({ ...databaseEnv }), module: SilentModule });

const TOO_BIG = 'x'.repeat(2 * 1024 * 1024);
const STREAM = 'EVT_IDENTITY';
const STREAM_FULL = 10077;
let databases = 0;
let database: string;
let service: RunningService;

beforeEach(async () => {
  database = `teller_${(databases += 1)}`;
  service = await start();
});
afterEach(async () => {
  await service.stop();
});

const start = (more: Record<string, string> = {}) =>
  startService(teller, servers.env(database, { LOG_LEVEL: 'fatal', ...more }));
const sql = <T = Record<string, unknown>>(statement: string, parameters: unknown[] = []): Promise<T[]> =>
  service.get<DataSource>(DataSource).query(statement, parameters);
const rows = () =>
  sql<{ id: string; attempts: number; last_error: string | null }>('SELECT * FROM outbox ORDER BY position');
const emit = <C extends EventContract>(contract: C, ...data: EventData<C>[]) =>
  service.get<Outbox>(Outbox).transaction(async (_manager, tell) => {
    for (const one of data) tell(contract, one);
  });
const ended = (session = randomUUID(), user = randomUUID()) => ({ session_id: session, user_id: user });
const published = (session: string) =>
  storedEvents(service, sessionEnded, (data) => data.session_id === session).catch(() => []);
/** What is put off is due now. */
const hurry = () =>
  sql(`UPDATE outbox SET next_attempt_at = now()`).then(() => service.get<OutboxRelay>(OutboxRelay).kick());
const account = (user: string, version: number): EventData<typeof userRegistered> => ({
  user_id: user,
  workspace_id: user,
  role: 'user',
  subscription_type: 'basic',
  monthly_links_limit: 50,
  version,
});
const versions = async (user: string) =>
  (await storedEvents(service, userRegistered, (data) => data.user_id === user)).map(({ data }) => data.version);

/** An event of a user that no server takes. */
async function storeHopeless(user = randomUUID()): Promise<string> {
  const envelope = service.get<EventPublisher>(EventPublisher).envelope(userRegistered, account(user, 1));
  Object.assign(envelope.data, { padding: TOO_BIG });
  await sql('INSERT INTO outbox (id, envelope, aggregate) VALUES ($1, $2, $3)', [
    envelope.id,
    JSON.stringify(envelope),
    user,
  ]);
  return envelope.id;
}
async function untilSetAside(id: string): Promise<void> {
  await eventually(
    async () => {
      await hurry();
      return (await listSetAside(service.get<DataSource>(DataSource))).some((event) => event.id === id);
    },
    { timeoutMs: 30_000 },
  );
}
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};

it('gathers what follows closely: rounds that find a little begin 25 ms apart', async () => {
  const relay = service.get<OutboxRelay>(OutboxRelay);
  const began: number[] = [];
  // However quick the stores are.
  jest.spyOn(relay as unknown as { round: () => Promise<unknown> }, 'round').mockImplementation(async () => {
    began.push(performance.now());
    return { settled: began.length < 20 ? 1 : 0, blocked: 0, stuck: false };
  });
  relay.kick();
  await eventually(() => expect(began.length).toBeGreaterThanOrEqual(20));
  jest.restoreAllMocks();
  expect((began[19] ?? 0) - (began[0] ?? 0)).toBeGreaterThanOrEqual(19 * 24);
});

describe('a row that cannot go', () => {
  it('holds up nobody else, is counted, set aside after its tries, told, and can be replayed or dropped', async () => {
    const hopeless = await storeHopeless();
    const [garbage] = await sql<{ id: string }>(
      `INSERT INTO outbox (id, envelope) VALUES ($1, '{"no": "envelope"}') RETURNING id`,
      [randomUUID()],
    );
    const event = ended();
    await emit(sessionEnded, event);
    await eventually(async () => expect(await published(event.session_id)).toHaveLength(1));

    // Of themselves, half a second and a second later: the next look that nobody asked for would be later.
    await eventually(async () => expect((await rows()).map(({ attempts }) => attempts > 2)).toEqual([true, true]), {
      timeoutMs: 7_000,
    });
    await untilSetAside(hopeless);
    await untilSetAside(garbage?.id ?? '');
    expect(await rows()).toEqual([]);
    const source = service.get<DataSource>(DataSource);
    const aside = await listSetAside(source);
    expect(aside.find(({ id }) => id === hopeless)).toMatchObject({
      type: userRegistered.subject,
      attempts: 6,
      last_error: expect.stringContaining('max_payload'),
    });
    expect(await metric('outbox_set_aside_total')).toBe(2);
    expect(await service.ready()).toBe(true);

    // Mended: it is published as if it were new.
    await sql(`UPDATE outbox_set_aside SET envelope = envelope #- '{data,padding}' WHERE id = $1`, [hopeless]);
    const user = aside.find(({ id }) => id === hopeless)?.aggregate ?? '';
    expect(await replaySetAside(source, [hopeless])).toBe(1);
    await eventually(async () => expect(await versions(user)).toEqual([1]));
    expect(await dropSetAside(source, 'all')).toBe(1);
    expect(await listSetAside(source)).toEqual([]);
  }, 90_000);

  it('is set aside as well when it is the server that refuses it for good', async () => {
    const event = ended();
    const publisher = service.get<EventPublisher>(EventPublisher);
    const large = headers();
    large.set('x', 'x'.repeat(70_000));
    const publish = publisher.publish.bind(publisher);
    jest.spyOn(publisher, 'publish').mockImplementation(async (envelope) => {
      if ((envelope.data as { session_id: string }).session_id !== event.session_id) return publish(envelope);
      const { jetstream } = service.get<NatsService>(NatsService);
      await jetstream.publish(envelope.type, JSON.stringify(envelope), { headers: large });
    });
    // It makes the stream.
    await emit(sessionEnded, ended());
    await eventually(async () => expect(await rows()).toEqual([]));
    await emit(sessionEnded, event);
    const [row] = await rows();
    await untilSetAside(row?.id ?? '');
    const [aside] = await listSetAside(service.get<DataSource>(DataSource));
    expect(aside).toMatchObject({ attempts: 6, last_error: expect.stringContaining('header size') });
    expect(await published(event.session_id)).toEqual([]);
  }, 60_000);

  it('keeps back its own aggregate only, until it is set aside', async () => {
    const user = randomUUID();
    const other = randomUUID();
    const hopeless = await storeHopeless(user);
    await emit(userRegistered, account(user, 2), account(other, 1), account(user, 3));
    await eventually(async () => expect(await versions(other)).toEqual([1]));
    expect(await versions(user)).toEqual([]);
    // A row is seen in the stream a moment before it leaves the table.
    await eventually(async () => expect((await rows()).map(({ attempts }) => attempts).slice(1)).toEqual([0, 0]));
    await untilSetAside(hopeless);
    await eventually(async () => expect(await versions(user)).toEqual([2, 3]));
  }, 60_000);
});

/** A user whose first event another connection holds; where the relay was quicker, another user's. */
async function storedAndHeld(holder: QueryRunner): Promise<string> {
  for (;;) {
    const user = randomUUID();
    const { id, ...envelope } = service.get<EventPublisher>(EventPublisher).envelope(userRegistered, account(user, 1));
    await holder.startTransaction();
    await sql('INSERT INTO outbox (id, envelope, aggregate) VALUES ($1, $2, $3)', [
      id,
      JSON.stringify({ id, ...envelope }),
      user,
    ]);
    const held: unknown[] = await holder.query('SELECT id FROM outbox WHERE id = $1 FOR UPDATE SKIP LOCKED', [id]);
    if (held.length === 1) return user;
    await holder.rollbackTransaction();
  }
}

describe('order', () => {
  it('is kept within an aggregate, with several processes and many rows', async () => {
    const users = Array.from({ length: 5 }, () => randomUUID());
    const others = [await start(), await start()];
    // Stored one after the other, as changes of one user are; and told of to all three processes.
    for (let version = 1; version <= 30; version += 1) {
      await emit(userRegistered, ...users.map((user) => account(user, version)));
    }
    for (const user of users) {
      await eventually(async () => expect(await versions(user)).toHaveLength(30), { timeoutMs: 20_000 });
      expect(await versions(user)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    }
    for (const other of others) await other.stop();
  }, 60_000);

  it('is kept by a row that another process holds', async () => {
    const holder = service.get<DataSource>(DataSource).createQueryRunner();
    const user = await storedAndHeld(holder);
    const other = randomUUID();
    await emit(userRegistered, account(user, 2), account(other, 1));
    await eventually(async () => expect(await versions(other)).toEqual([1]));
    expect(await versions(user)).toEqual([]);
    await holder.commitTransaction();
    await holder.release();
    // Nobody tells of a release; the net is ten seconds.
    await eventually(async () => expect(await versions(user)).toEqual([1, 2]), { timeoutMs: 5_000 });
  });

  it('is that of the emits within a transaction, however many', async () => {
    const user = randomUUID();
    await emit(userRegistered, ...Array.from({ length: 150 }, (_, index) => account(user, index + 1)));
    await eventually(async () => expect(await versions(user)).toHaveLength(150), { timeoutMs: 20_000 });
    expect(await versions(user)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
  }, 30_000);
});

describe('an outage', () => {
  it('counts against no row, fails readiness when the oldest waits too long, and passes by itself', async () => {
    await service.stop();
    service = await start({ OUTBOX_MAX_AGE_SECONDS: '2' });
    const event = ended();
    await emit(sessionEnded, ended());
    await eventually(async () => expect(await rows()).toEqual([]));
    await servers.nats.stop();
    try {
      await emit(sessionEnded, event);
      const checks = async () =>
        ((await (await fetch(`${service.adminUrl}/readyz`)).json()) as { checks: Record<string, string> }).checks;
      await eventually(async () => expect((await checks()).outbox).toMatch(/oldest event waits for \d+ s/), {
        timeoutMs: 20_000,
      });
      // Beyond several tries of the relay.
      await eventually(async () => expect(await metric('outbox_failures_total')).toBeGreaterThan(1), {
        timeoutMs: 30_000,
      });
      expect((await rows()).map(({ attempts }) => attempts)).toEqual([0]);
    } finally {
      await servers.nats.start();
    }
    await eventually(async () => expect(await published(event.session_id)).toHaveLength(1), { timeoutMs: 30_000 });
    await eventually(() => service.ready(), { timeoutMs: 30_000 });
  }, 90_000);

  it('is a full stream too: nothing is counted or lost, and it goes on when there is room', async () => {
    const before = ended();
    await emit(sessionEnded, before);
    await eventually(async () => expect(await published(before.session_id)).toHaveLength(1));
    const { streams } = await service.get<NatsService>(NatsService).manager();
    const info = await streams.info(STREAM);
    await streams.update(STREAM, { ...info.config, max_bytes: info.state.bytes + 10 });
    const event = ended();
    try {
      await emit(sessionEnded, event);
      await eventually(async () => expect(await metric('outbox_failures_total')).toBeGreaterThan(0));
      expect((await rows()).map(({ attempts }) => attempts)).toEqual([0]);
    } finally {
      await streams.update(STREAM, { ...info.config });
    }
    await eventually(async () => expect(await published(event.session_id)).toHaveLength(1), { timeoutMs: 20_000 });
  }, 60_000);
});

describe('a stream that is full beside one that is not', () => {
  it('is not tried with every round: its events are put off', async () => {
    const held = ended();
    const tries: number[] = [];
    const publisher = service.get<EventPublisher>(EventPublisher);
    const publish = publisher.publish.bind(publisher);
    jest.spyOn(publisher, 'publish').mockImplementation(async (envelope) => {
      if ((envelope.data as { session_id: string }).session_id !== held.session_id) return publish(envelope);
      tries.push(performance.now());
      throw new JetStreamApiError({ code: 503, err_code: STREAM_FULL, description: 'maximum bytes exceeded' });
    });
    const first = ended();
    await emit(sessionEnded, held, first);
    await eventually(async () => expect(await published(first.session_id)).toHaveLength(1));
    // Half of the time for which it is put off.
    const until = (tries[0] ?? 0) + 1_000;
    do {
      const next = ended();
      await emit(sessionEnded, next);
      await eventually(async () => expect(await published(next.session_id)).toHaveLength(1));
    } while (performance.now() < until);
    expect(tries.filter((at) => at < until)).toHaveLength(1);
    jest.restoreAllMocks();
    // Of itself, when it is due: the next look that nobody asked for would be later.
    await eventually(async () => expect(await published(held.session_id)).toHaveLength(1), { timeoutMs: 6_000 });
  }, 30_000);
});

describe('waking up', () => {
  it('hears of rows of others at once, also after PostgreSQL was away', async () => {
    const store = async () => {
      const event = ended();
      const envelope = service.get<EventPublisher>(EventPublisher).envelope(sessionEnded, event);
      await sql(
        `WITH stored AS (INSERT INTO outbox (id, envelope) VALUES ($1, $2)) SELECT pg_notify('linkway_outbox', '')`,
        [envelope.id, JSON.stringify(envelope)],
      );
      return event.session_id;
    };
    await emit(sessionEnded, ended());
    await eventually(async () => expect(await rows()).toEqual([]));
    // The net is ten seconds: who hears needs far less.
    const first = await store();
    await eventually(async () => expect(await published(first)).toHaveLength(1), { timeoutMs: 5_000 });
    await servers.postgres.kill();
    await servers.postgres.start();
    const listeners = () => sql(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'teller-listen'`);
    await eventually(async () => expect(await listeners()).toHaveLength(1), { timeoutMs: 20_000 });
    const second = await store();
    await eventually(async () => expect(await published(second)).toHaveLength(1), { timeoutMs: 5_000 });
  }, 60_000);

  it('tells others of a lone event at once, and of many together', async () => {
    const other = new pg.Client({ connectionString: servers.env(database).DATABASE_URL });
    await other.connect();
    let told = 0;
    let heard: () => void = () => undefined;
    other.on('notification', () => {
      told += 1;
      heard();
    });
    await other.query('LISTEN linkway_outbox');
    const took: number[] = [];
    for (let lone = 0; lone < 8; lone += 1) {
      // Beyond what is told together.
      await delay(150);
      const arrival = new Promise<void>((resolve) => {
        heard = resolve;
      });
      await emit(sessionEnded, ended());
      const since = performance.now();
      await arrival;
      took.push(performance.now() - since);
    }
    // The machine may be busy at any one of them.
    expect(Math.min(...took)).toBeLessThan(50);
    told = 0;
    const since = performance.now();
    for (let one = 0; one < 40; one += 1)
      await Promise.all(Array.from({ length: 5 }, () => emit(sessionEnded, ended())));
    await delay(150);
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual((performance.now() - since) / 50 + 1);
    await other.end();
  }, 60_000);

  it('lets another process publish what the one that stored it cannot', async () => {
    const other = await start();
    const stuck = jest
      .spyOn(service.get<EventPublisher>(EventPublisher), 'publish')
      .mockRejectedValue(new TimeoutError());
    try {
      const event = ended();
      await emit(sessionEnded, event);
      // The net is ten seconds: who hears needs far less.
      await eventually(async () => expect(await published(event.session_id)).toHaveLength(1), { timeoutMs: 5_000 });
      await eventually(async () => expect(await rows()).toEqual([]));
    } finally {
      stuck.mockRestore();
      await other.stop();
    }
  }, 30_000);

  it('is not for a service that tells of nothing', async () => {
    const quiet = await startService(silent, servers.env(database, { LOG_LEVEL: 'fatal' }));
    expect(() => quiet.get(OutboxRelay)).toThrow();
    expect(await sql(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'silent-listen'`)).toEqual([]);
    await quiet.stop();
  });
});

it('stores the events of a transaction in one statement, in order, with gauges of what waits', async () => {
  await servers.nats.stop();
  try {
    await emit(sessionEnded, ended(), ended(), ended());
    const stored = await rows();
    expect(stored).toHaveLength(3);
    const again = await sql<{ id: string }>('SELECT id FROM outbox ORDER BY id');
    expect(again.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(await sql('SELECT DISTINCT xmin::text FROM outbox')).toHaveLength(1);
    await service.get<OutboxWatch>(OutboxWatch).measure();
    expect(await metric('outbox_rows')).toBe(3);
    expect(await metric('outbox_oldest_seconds')).toBeGreaterThan(0);
  } finally {
    await servers.nats.start();
  }
}, 60_000);

it('is full with a thousand events, for those who tell of many rows', async () => {
  const outbox = service.get<Outbox>(Outbox);
  const add = (count: number) =>
    sql(
      `INSERT INTO outbox (id, envelope, next_attempt_at)
       SELECT gen_random_uuid(), '{}', now() + interval '1 hour' FROM generate_series(1, $1)`,
      [count],
    );
  expect(await outbox.isFull()).toBe(false);
  await add(999);
  expect(await outbox.isFull()).toBe(false);
  await add(1);
  expect(await outbox.isFull()).toBe(true);
});

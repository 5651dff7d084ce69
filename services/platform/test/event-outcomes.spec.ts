import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import { DiscardPolicy, JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { DeadLetters, SHORT_TRIES } from '../src/events/dead-letters.js';
import { Intake } from '../src/events/intake.js';
import { DeadLetter, EventPublisher, eventStream, NatsService, RetryLater, type RunningService } from '../src/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';
import { effects, emit, emitMany, manager, metric, reader, readiness, Script, writer } from './event-services.js';

const servers = useServers({ postgres: true, nats: true });
let reading: RunningService;
let writing: RunningService;
const script = () => reading.get<Script>(Script);

beforeAll(async () => {
  // As an operator, who may look into the dead letters and read by other names.
  writing = await startService(writer, servers.env('writer'));
  // As the former release left it, and full: it refuses everything.
  const { streams } = await manager(writing);
  const former = { max_age: 30 * 86_400 * 1e9, max_bytes: 4_096, discard: DiscardPolicy.New };
  await streams.add({ name: 'DEAD_LETTERS', subjects: ['dlq.>'], ...former });
  const { jetstream } = writing.get<NatsService>(NatsService);
  await jetstream.publish('dlq.reader.old', Buffer.alloc(3_900));
  reading = await startService(reader, servers.env('reader'));
}, 60_000);

beforeEach(() => {
  script().refuse = () => null;
});

const asOwner = async (...statements: string[]): Promise<void> => {
  const url = new URL(servers.databaseUrl('reader'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const isDead = async (id: string): Promise<boolean> => {
  const { streams } = await manager(writing);
  const { state } = await streams.info('DEAD_LETTERS');
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await streams.getMessage('DEAD_LETTERS', { seq });
    if (message?.string().includes(id)) return true;
  }
  return false;
};

describe('a store that is away', () => {
  it('is waited for: everything happens afterwards, in order, nothing counted, nothing dead', async () => {
    const before = await emit(writing);
    await eventually(async () => (await effects(reading, 'second')).includes(before));
    await servers.postgres.stop();
    const ids = await emitMany(writing, 40);
    await eventually(async () => expect((await readiness(reading))['events.identity']).toMatch(/^waiting: /));
    // Longer than eight tries would take if they came as fast as the first ones.
    await delay(6_000);
    const tried = script().attempts.length;
    expect(script().of(ids[1] ?? '')).toBe(0);
    expect(tried).toBeLessThan(20);

    await servers.postgres.start();
    await eventually(async () => (await effects(reading, 'second')).includes(ids.at(-1) ?? ''), { timeoutMs: 20_000 });
    for (const handler of ['first', 'second']) {
      expect((await effects(reading, handler)).filter((id) => ids.includes(id))).toEqual(ids);
    }
    const subject = sessionEnded.subject;
    expect(await metric(reading, `events_handled_total{subject="${subject}",outcome="retry"`)).toBe(0);
    expect(await metric(reading, `events_dead_total{subject="${subject}"`)).toBe(0);
    await eventually(async () => expect((await readiness(reading))['events.identity']).toBe('ok'));
  }, 60_000);

  it('may be its own database alone, which refuses connections', async () => {
    const name = new URL(servers.databaseUrl('reader')).pathname.slice(1);
    await asOwner(
      `ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    const id = await emit(writing);
    await eventually(async () => expect((await readiness(reading))['events.identity']).toMatch(/^waiting: /));
    await delay(2_000);
    await asOwner(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
    await eventually(async () => expect(await effects(reading, 'second')).toContain(id), { timeoutMs: 20_000 });
    expect(await metric(reading, `events_handled_total{subject="${sessionEnded.subject}",outcome="retry"`)).toBe(0);
  }, 60_000);

  it('may be NATS itself', async () => {
    await servers.nats.stop();
    await delay(1_000);
    await servers.nats.start();
    const id = await eventually(() => emit(writing), { timeoutMs: 20_000 });
    await eventually(async () => expect(await effects(reading)).toContain(id), { timeoutMs: 20_000 });
    expect(script().of(id, 'first')).toBe(1);
  }, 60_000);
});

describe('NATS that comes back', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const of = () => reading.get<NatsService>(NatsService);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** No wait takes any time; NATS came back once while the consumer tried after `tries` waits. */
  function comingBackAfter(tries: number) {
    const waits: number[] = [];
    let comebacks = 0;
    jest.spyOn(of(), 'comebacks', 'get').mockImplementation(() => comebacks);
    jest.spyOn(of(), 'pause').mockImplementation(async (ms) => void waits.push(ms));
    const attempt = () => {
      if (waits.length > tries) return null;
      if (waits.length === tries) comebacks += 1;
      return away;
    };
    return { waits, attempt };
  }

  it('while an event is tried makes the next try follow soon', async () => {
    const id = randomUUID();
    const { waits, attempt } = comingBackAfter(5);
    script().refuse = (_handler, tried) => (tried === id ? attempt() : null);
    await emit(writing, id);
    await eventually(async () => expect(await effects(reading, 'second')).toContain(id));
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 100]);
  });

  it('while the consumer is opened makes the next try follow soon', async () => {
    const { waits, attempt } = comingBackAfter(5);
    const open = Intake.open.bind(Intake);
    jest.spyOn(Intake, 'open').mockImplementation(async (...parts) => {
      const error = attempt();
      if (error) throw error;
      return open(...parts);
    });
    jest.spyOn(Intake.prototype, 'next').mockRejectedValueOnce(away);
    // Ends the wait that is under way.
    await emit(writing);
    await eventually(() => expect(waits).toEqual([100, 200, 400, 800, 1_600, 100]), { timeoutMs: 20_000 });
    const id = await emit(writing);
    await eventually(async () => expect(await effects(reading, 'second')).toContain(id));
  });

  it('ends the wait for another try', async () => {
    const id = randomUUID();
    const waits: number[] = [];
    const pause = of().pause.bind(of());
    const waiting = jest.spyOn(of(), 'pause').mockImplementation((ms, signal) => {
      waits.push(ms);
      return pause(600_000, signal);
    });
    script().refuse = (_handler, tried) => (tried === id ? away : null);
    await emit(writing, id);
    await eventually(() => expect(waits).toEqual([100]));
    waiting.mockRestore();
    script().refuse = () => null;
    await servers.nats.restart();
    await eventually(async () => expect(await effects(reading, 'second')).toContain(id), { timeoutMs: 20_000 });
    // What was under way when it went is over too.
    const next = await eventually(() => emit(writing));
    await eventually(async () => expect(await effects(reading, 'second')).toContain(next), { timeoutMs: 20_000 });
  }, 40_000);
});

describe('a handler that refuses', () => {
  it('is asked eight times, and does not hold up the others', async () => {
    const poison = randomUUID();
    script().refuse = (handler, id) => (id === poison && handler === 'first' ? new TypeError('a bug') : null);
    await emit(writing, poison);
    const next = await emit(writing);
    await eventually(async () => (await effects(reading)).includes(next), { timeoutMs: 2_000 });
    expect(script().of(poison, 'first')).toBeLessThan(8);

    script().refuse = (handler, id) => (id === poison && handler === 'first' ? new RetryLater('not yet', 5) : null);
    await eventually(async () => expect(await isDead(poison)).toBe(true), { timeoutMs: 20_000 });
    expect(script().of(poison, 'first')).toBe(8);
    expect(await metric(reading, `events_dead_total{subject="${sessionEnded.subject}",reason="refused"`)).toBe(1);
    const timed = (outcome: string) =>
      metric(
        reading,
        new RegExp(`^event_handler_duration_seconds_count\\{.*subject="${sessionEnded.subject}",outcome="${outcome}"`),
      );
    expect(await timed('retry')).toBe(8);
    expect(await timed('done')).toBeGreaterThan(0);
    expect(await metric(reading, /^event_handler_duration_seconds_sum\{.*outcome="done"/)).toBeGreaterThan(0);
  }, 40_000);

  it('is run again alone: what another handler has done stays done', async () => {
    const id = randomUUID();
    script().refuse = (handler) =>
      handler === 'second' && script().of(id, handler) < 3 ? new RetryLater('no', 5) : null;
    await emit(writing, id);
    await eventually(async () => (await effects(reading, 'second')).includes(id));
    expect([script().of(id, 'first'), script().of(id, 'second')]).toEqual([1, 3]);
    expect((await effects(reading)).filter((effect) => effect === id)).toHaveLength(1);
  });

  it('puts a hopeless event aside though the dead letters were full, and goes on', async () => {
    const hopeless = randomUUID();
    script().refuse = (_handler, id) => (id === hopeless ? new DeadLetter('cannot be') : null);
    await emit(writing, hopeless);
    const next = await emit(writing);
    await eventually(async () => (await effects(reading)).includes(next));
    expect(await isDead(hopeless)).toBe(true);
    const { streams } = await manager(writing);
    expect((await streams.info('DEAD_LETTERS')).config).toMatchObject({
      discard: DiscardPolicy.Old,
      max_bytes: 256 * 1024 ** 2,
      max_age: 30 * 86_400 * 1e9,
    });
  });
});

describe('dead letters that are full', () => {
  const refusing = { subjects: ['dlq.>'], max_bytes: 4_096, discard: DiscardPolicy.New };

  /** Full of what is old, and with settings that let nothing go. */
  async function fill(more: Partial<StreamConfig>): Promise<void> {
    const { streams } = await manager(writing);
    await streams.delete('DEAD_LETTERS');
    await streams.add({ name: 'DEAD_LETTERS', ...refusing, ...more });
    await writing.get<NatsService>(NatsService).jetstream.publish('dlq.reader.old', Buffer.alloc(3_900));
  }

  it('under a service that runs, because somebody changed their settings, get their own back', async () => {
    const [before, hopeless]: [string, string] = [randomUUID(), randomUUID()];
    script().refuse = (_handler, id) => (id === before || id === hopeless ? new DeadLetter('cannot be') : null);
    await emit(writing, before);
    await eventually(async () => expect(await isDead(before)).toBe(true));
    await fill({});
    await emit(writing, hopeless);
    await eventually(async () => expect(await isDead(hopeless)).toBe(true));
    expect(await metric(reading, `events_dead_lost_total{subject="${sessionEnded.subject}"`)).toBe(0);
  });

  it('for good hold up nobody: the event is given up, counted and told', async () => {
    // The server refuses to change this one into one that lets the oldest go.
    await fill({ discard_new_per_subject: true, max_msgs_per_subject: 1_000_000 });
    const hopeless = randomUUID();
    script().refuse = (_handler, id) => (id === hopeless ? new DeadLetter('cannot be') : null);
    await emit(writing, hopeless);
    const next = await emit(writing);
    await eventually(async () => (await effects(reading)).includes(next));
    expect(await isDead(hopeless)).toBe(false);
    expect(await metric(reading, `events_dead_lost_total{subject="${sessionEnded.subject}"`)).toBe(1);
    await (await manager(writing)).streams.delete('DEAD_LETTERS');
  });
});

it('puts dead letters aside once the server is no longer busy', async () => {
  const busy = new JetStreamApiError({ code: 503, err_code: 10023, description: 'insufficient resources' });
  const lost = () => metric(reading, `events_dead_lost_total{subject="${sessionEnded.subject}"`);
  const lostBefore = await lost();
  script().refuse = () => new DeadLetter('cannot be');
  const put = jest.spyOn(DeadLetters.prototype, 'put');
  try {
    // More often than one letter is tried.
    for (let letters = 0; letters < 2; letters += 1) {
      for (let tries = 0; tries <= SHORT_TRIES / 2; tries += 1) put.mockRejectedValueOnce(busy);
      const hopeless = await emit(writing);
      await eventually(async () => expect(await isDead(hopeless)).toBe(true), { timeoutMs: 20_000 });
    }
    expect(await lost()).toBe(lostBefore);
  } finally {
    put.mockRestore();
  }
}, 60_000);

it('gives up a letter that is refused for good, which holds up nobody', async () => {
  const tooLarge = new JetStreamApiError({ code: 400, err_code: 10054, description: 'message size exceeds maximum' });
  const lost = () => metric(reading, `events_dead_lost_total{subject="${sessionEnded.subject}"`);
  const lostBefore = await lost();
  const hopeless = randomUUID();
  script().refuse = (_handler, id) => (id === hopeless ? new DeadLetter('cannot be') : null);
  const put = jest.spyOn(DeadLetters.prototype, 'put').mockRejectedValueOnce(tooLarge);
  try {
    await emit(writing, hopeless);
    const next = await emit(writing);
    await eventually(async () => expect(await effects(reading)).toContain(next));
    expect(await lost()).toBe(lostBefore + 1);
    expect(await isDead(hopeless)).toBe(false);
  } finally {
    put.mockRestore();
  }
});

describe('the inbox', () => {
  it('takes what a former release noted as done by every handler', async () => {
    const publisher = writing.get<EventPublisher>(EventPublisher);
    const event = publisher.envelope(sessionEnded, { session_id: randomUUID(), user_id: randomUUID() });
    await reading
      .get<DataSource>(DataSource)
      .query('INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id', [event.id]);
    await publisher.publish(event);
    const next = await emit(writing);
    await eventually(async () => (await effects(reading, 'second')).includes(next));
    const done = [...(await effects(reading, 'first')), ...(await effects(reading, 'second'))];
    expect(done).not.toContain(event.data.session_id);
  });
});

describe('a message in hand', () => {
  it('stays in hand though the work takes longer than NATS waits, and goes back when it is given up', async () => {
    const nats = writing.get<NatsService>(NatsService);
    const open = () => Intake.open(nats, eventStream('identity'), 'slow', 1_500);
    const busy = await open();
    const first = await busy.next(5_000);
    expect(first).not.toBeNull();
    await delay(4_000);
    const consumers = (await manager(writing)).consumers;
    expect((await consumers.info('EVT_IDENTITY', 'slow')).num_redelivered).toBe(0);

    busy.close();
    const other = await open();
    expect((await other.next(1_000))?.seq).toBe(first?.seq);
    other.close();
    await consumers.delete('EVT_IDENTITY', 'slow');
  }, 20_000);
});

import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import { JetStreamApiError } from '@nats-io/jetstream';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { freePort, requireNatsServer } from '../src/embedded/index.js';
import { ServerProcess } from '../src/embedded/server-process.js';
import {
  AppError,
  AppLogger,
  DatabaseModule,
  DeadLetter,
  databaseEnv,
  defineService,
  NatsService,
  Outbox,
  type RunningService,
  serviceConfig,
} from '../src/index.js';
import { OutboxRelay } from '../src/outbox/outbox.relay.js';
import { temporaryFolder } from '../src/testkit/embedded-servers.js';
import { eventually, startService, storedEvents, useServers } from '../src/testkit/index.js';
import { effects, emit, manager, metric, reader, Script } from './event-services.js';

const servers = useServers({ postgres: true });

@Module({ imports: [DatabaseModule.forService({ entities: [], migrations: [] })] })
class TellerModule {}
const teller = defineService({ name: 'identity', config: serviceConfig({ ...databaseEnv }), module: TellerModule });

const KIB = 1024;
const ACCOUNT = 'users: [{ user: "a", password: "a" }]';

/** NATS with less room than its streams may take together, and what it answers then. */
describe.each([
  {
    what: 'account',
    config: (folder: string) => `jetstream { store_dir: ${folder} }
accounts { A { jetstream { max_file: 4M }, ${ACCOUNT} } }`,
    full: { code: 10002, status: 400 },
  },
  {
    what: 'server',
    config: (folder: string) => `jetstream { store_dir: ${folder}, max_file_store: 4M }
accounts { A { jetstream: enabled, ${ACCOUNT} } }`,
    full: { code: 10023, status: 503 },
  },
])('a JetStream $what that is full', ({ what, config, full }) => {
  const folder = temporaryFolder(what);
  let server: ServerProcess;
  let telling: RunningService;
  let reading: RunningService;

  beforeAll(async () => {
    const port = await freePort();
    const file = join(folder, 'nats.conf');
    writeFileSync(file, `listen: "127.0.0.1:${port}"\n${config(JSON.stringify(folder))}\n`);
    server = await ServerProcess.spawn(requireNatsServer(), {
      args: ['-c', file],
      logFile: join(folder, 'log'),
      stopSignal: 'SIGTERM',
    });
    const env = (name: string) =>
      servers.env(`${name}_${what}`, {
        NATS_URL: `nats://127.0.0.1:${port}`,
        NATS_USER: 'a',
        NATS_PASSWORD: 'a',
        EVENT_STREAM_MAX_BYTES: String(KIB * KIB),
        DEAD_LETTER_MAX_BYTES: String(KIB * KIB),
        LOG_LEVEL: 'fatal',
      });
    telling = await startService(teller, env('teller'));
    reading = await startService(reader, env('reader'));
    const { streams } = await manager(telling);
    await streams.add({ name: 'OTHERS', subjects: ['others'] });
    await streams.add({ name: 'DEAD_LETTERS', subjects: ['dlq.>'], max_bytes: KIB * KIB });
  }, 60_000);

  afterAll(async () => {
    await telling?.stop();
    await reading?.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const script = () => reading.get<Script>(Script);
  const sql = <T>(statement: string): Promise<T[]> => telling.get<DataSource>(DataSource).query(statement);
  const purge = async () => (await manager(telling)).streams.purge('OTHERS');

  beforeEach(async () => {
    script().refuse = () => null;
    await purge();
  });

  /** To the last byte, so that not even a small event has room. */
  async function fill(): Promise<void> {
    const { jetstream } = telling.get<NatsService>(NatsService);
    let answer: unknown;
    for (const size of [64 * KIB, KIB, 1]) {
      answer = null;
      while (answer === null) {
        answer = await jetstream.publish('others', Buffer.alloc(size)).then(
          () => null,
          (error: unknown) => error,
        );
      }
    }
    expect(answer).toBeInstanceOf(JetStreamApiError);
    expect(answer).toMatchObject(full);
  }

  it('counts against no row, and all go once there is room', async () => {
    const tell = (session: string) =>
      telling.get<Outbox>(Outbox).transaction(async (_manager, one) => {
        one(sessionEnded, { session_id: session, user_id: randomUUID() });
      });
    const first: string = randomUUID();
    await tell(first);
    await eventually(async () => expect(await effects(reading)).toContain(first));
    await fill();
    const session = randomUUID();
    await tell(session);
    // As often as a row may be refused, and once more.
    await eventually(
      async () => {
        await sql('UPDATE outbox SET next_attempt_at = now()');
        telling.get<OutboxRelay>(OutboxRelay).kick();
        expect(await metric(telling, /^outbox_failures_total\{.*kind="full"/)).toBeGreaterThan(6);
      },
      { timeoutMs: 40_000 },
    );
    expect(await sql('SELECT attempts FROM outbox')).toEqual([{ attempts: 0 }]);
    expect(await sql('SELECT id FROM outbox_set_aside')).toEqual([]);
    await purge();
    await eventually(async () => expect(await effects(reading)).toContain(session), { timeoutMs: 20_000 });
    expect(
      await storedEvents(telling, sessionEnded, ({ session_id }) => [first, session].includes(session_id)),
    ).toHaveLength(2);
  }, 90_000);

  it('loses dead letters, which are counted and told, and holds up no event', async () => {
    const told = jest.spyOn(reading.get<AppLogger>(AppLogger), 'error');
    const hopeless: string[] = [randomUUID(), randomUUID()];
    const next = randomUUID();
    let isFull = false;
    script().refuse = (_handler, id) => {
      if (!isFull) return new AppError('service.unavailable');
      return hopeless.includes(id) ? new DeadLetter('cannot be') : null;
    };
    for (const id of [...hopeless, next]) await emit(telling, id);
    await fill();
    isFull = true;
    await eventually(async () => expect(await effects(reading)).toContain(next), { timeoutMs: 60_000 });
    expect(await metric(reading, 'events_dead_lost_total')).toBe(2);
    // None of them lies where an operator would look for it.
    expect(await metric(reading, 'events_dead_total')).toBe(0);
    expect(told.mock.calls.filter(([message]) => String(message).startsWith('ALARM: a dead letter'))).toHaveLength(2);
    expect((await (await manager(telling)).streams.info('DEAD_LETTERS')).state.messages).toBe(0);
  }, 120_000);

  it('is waited for by a handler that needs it', async () => {
    const waiting = randomUUID();
    const noRoom = new JetStreamApiError({ code: full.status, err_code: full.code, description: 'no room' });
    let answer: Error | null = noRoom;
    script().refuse = (_handler, id) => (id === waiting ? answer : null);
    await emit(telling, waiting);
    await eventually(async () => expect(await metric(reading, 'events_waiting{')).toBe(1));
    answer = null;
    await eventually(async () => expect(await effects(reading)).toContain(waiting), { timeoutMs: 15_000 });
  }, 40_000);
});

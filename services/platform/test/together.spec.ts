import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sessionEnded, userRegistered } from '@linkway/contracts';
import { Controller, Injectable, Module } from '@nestjs/common';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  DatabaseModule,
  DeadLetter,
  databaseEnv,
  defineService,
  EventPublisher,
  Inbox,
  NatsService,
  OnEvents,
  type OneOf,
  type RunningService,
  serviceConfig,
} from '../src/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';
import { emit, metric, writer } from './event-services.js';

const servers = useServers({ postgres: true, nats: true });

/** What the handler does, for the tests to say. */
@Injectable()
class Script {
  readonly calls: string[][] = [];
  bad: string | null = null;
  gate: Promise<void> = Promise.resolve();
}

class Effects1764200000001 implements MigrationInterface {
  readonly name = 'Effects1764200000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE effects (number bigserial, id uuid NOT NULL, kind text NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE effects');
  }
}

const accounts = { ended: sessionEnded, registered: userRegistered };

@Controller()
class Gatherer {
  constructor(
    private readonly inbox: Inbox,
    private readonly script: Script,
  ) {}

  @OnEvents(accounts)
  async changed(events: OneOf<typeof accounts>[]): Promise<void> {
    const ids = events.map(({ data }) => ('session_id' in data ? data.session_id : data.user_id));
    this.script.calls.push(ids);
    await this.script.gate;
    if (this.script.bad && ids.includes(this.script.bad)) throw new DeadLetter('bad');
    await this.inbox.onceEach(events, async (manager, fresh) => {
      for (const { kind, data } of fresh) {
        const id = 'session_id' in data ? data.session_id : data.user_id;
        await manager.query('INSERT INTO effects (id, kind) VALUES ($1, $2)', [id, kind]);
      }
    });
  }
}

@Module({
  imports: [DatabaseModule.forService({ entities: [], migrations: [Effects1764200000001] })],
  controllers: [Gatherer],
  providers: [Script],
})
class GathererModule {}

const gatherer = defineService({
  name: 'gatherer',
  config: serviceConfig({ ...databaseEnv }),
  module: GathererModule,
});

let gathering: RunningService;
let writing: RunningService;
const script = () => gathering.get<Script>(Script);
const effects = () =>
  gathering
    .get<DataSource>(DataSource)
    .query<{ id: string; kind: string }[]>('SELECT id, kind FROM effects ORDER BY number');
const idsOf = async (): Promise<string[]> => (await effects()).map(({ id }) => id);
const noted = async (): Promise<number> =>
  Number((await gathering.get<DataSource>(DataSource).query('SELECT count(*) FROM inbox'))[0]?.count);

/** Events that come while the handler is at work on one. */
async function behindOne(work: () => Promise<void>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  script().gate = promise;
  const first = await emit(writing);
  await eventually(() => expect(script().calls).toEqual([[first]]));
  await work();
  resolve();
  return first;
}

beforeAll(async () => {
  writing = await startService(writer, servers.env('writer'));
  gathering = await startService(gatherer, servers.env('gatherer'));
}, 60_000);

beforeEach(async () => {
  script().calls.length = 0;
  script().bad = null;
  script().gate = Promise.resolve();
  await gathering.get<DataSource>(DataSource).query('TRUNCATE effects, inbox');
});

describe('a handler of many events', () => {
  it('gets those that wait together and in order, of all its kinds, and each has its place in the inbox', async () => {
    const publisher = writing.get<EventPublisher>(EventPublisher);
    const ids: string[] = [];
    const first = await behindOne(async () => {
      for (let number = 0; number < 50; number += 1) ids.push(await emit(writing));
      const id = randomUUID();
      const plan = { role: 'user', subscription_type: 'basic', monthly_links_limit: 1, version: 1 } as const;
      await publisher.publish(publisher.envelope(userRegistered, { user_id: id, workspace_id: id, ...plan }));
      ids.push(id);
    });
    await eventually(async () => expect(await idsOf()).toEqual([first, ...ids]));
    expect((await effects()).at(-1)?.kind).toBe('registered');
    expect(await noted()).toBe(52);
    expect(script().calls.length).toBeLessThanOrEqual(4);
    const handlers = await gathering.get<DataSource>(DataSource).query('SELECT DISTINCT handler FROM inbox ORDER BY 1');
    expect(handlers).toEqual([{ handler: 'Gatherer.ended' }, { handler: 'Gatherer.registered' }]);
  });

  it('has each of them happen once, however often it is delivered', async () => {
    const publisher = writing.get<EventPublisher>(EventPublisher);
    const { jetstream } = writing.get<NatsService>(NatsService);
    const envelope = publisher.envelope(sessionEnded, { session_id: randomUUID(), user_id: randomUUID() });
    const again = () => jetstream.publish(envelope.type, JSON.stringify(envelope), { msgID: randomUUID() });
    const first = await behindOne(async () => {
      for (let time = 0; time < 3; time += 1) await again();
    });
    await eventually(async () => expect(await idsOf()).toEqual([first, envelope.data.session_id]));
    const last = await again().then(() => emit(writing));
    await eventually(async () => expect(await idsOf()).toEqual([first, envelope.data.session_id, last]));
  });

  it('lets a bad one be refused alone, and one that does not fit its contract', async () => {
    const { jetstream } = writing.get<NatsService>(NatsService);
    const bad = randomUUID();
    script().bad = bad;
    const good: string[] = [];
    const first = await behindOne(async () => {
      good.push(await emit(writing));
      await emit(writing, bad);
      await jetstream.publish(sessionEnded.subject, JSON.stringify({ type: sessionEnded.subject, id: 'none' }));
      await jetstream.publish(sessionEnded.subject, 'not JSON');
      good.push(await emit(writing));
    });
    await eventually(async () => expect((await idsOf()).sort()).toEqual([first, ...good].sort()));
    await eventually(async () => expect(await metric(gathering, 'events_dead_total')).toBe(3));
  });

  it('waits for a store that is away, with all of them', async () => {
    const ids: string[] = [];
    const first = await behindOne(async () => {
      await servers.postgres.stop();
      for (let number = 0; number < 20; number += 1) ids.push(await emit(writing));
    });
    await servers.postgres.start();
    await eventually(async () => expect(await idsOf()).toEqual([first, ...ids]), { timeoutMs: 30_000 });
    expect(await metric(gathering, 'events_dead_total')).toBe(3);
  }, 60_000);
});

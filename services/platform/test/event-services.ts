import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type EventData, sessionEnded } from '@linkway/contracts';
import { Controller, Injectable, Module } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DataSource } from 'typeorm';
import {
  DatabaseModule,
  databaseEnv,
  defineService,
  type EventMeta,
  EventPositions,
  EventPublisher,
  Inbox,
  NatsService,
  OnEvent,
  type RunningService,
  serviceConfig,
} from '../src/index.js';

/** What the handlers of a reading service do with an event, for the tests to say. */
@Injectable()
export class Script {
  readonly attempts: { handler: string; id: string }[] = [];
  /** Thrown by a handler as long as it answers an error. */
  refuse: (handler: string, id: string) => Error | null = () => null;

  attempt(handler: string, id: string): void {
    this.attempts.push({ handler, id });
    const error = this.refuse(handler, id);
    if (error) throw error;
  }

  of(id: string, handler?: string): number {
    return this.attempts.filter((made) => made.id === id && (!handler || made.handler === handler)).length;
  }
}

class Effects1764200000001 implements MigrationInterface {
  readonly name = 'Effects1764200000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE effects (number bigserial, session_id uuid NOT NULL, handler text NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE effects');
  }
}

@Controller()
class FirstConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly script: Script,
  ) {}

  @OnEvent(sessionEnded)
  async first({ session_id: id }: EventData<typeof sessionEnded>, meta: EventMeta): Promise<void> {
    this.script.attempt('first', id);
    await this.inbox.once(meta, async (manager) => {
      await manager.query('INSERT INTO effects (session_id, handler) VALUES ($1, $2)', [id, 'first']);
    });
  }
}

@Controller()
class SecondConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly script: Script,
  ) {}

  @OnEvent(sessionEnded)
  async second({ session_id: id }: EventData<typeof sessionEnded>, meta: EventMeta): Promise<void> {
    this.script.attempt('second', id);
    await this.inbox.once(meta, async (manager) => {
      await manager.query('INSERT INTO effects (session_id, handler) VALUES ($1, $2)', [id, 'second']);
    });
  }
}

/** Whose events the database was told to miss since the start. */
@Injectable()
export class Gaps {
  readonly owners: string[] = [];

  constructor(positions: EventPositions) {
    positions.onGap((owner) => this.owners.push(owner));
  }
}

@Module({
  imports: [DatabaseModule.forService({ entities: [], migrations: [Effects1764200000001] })],
  controllers: [FirstConsumer, SecondConsumer],
  providers: [Script, Gaps],
})
class ReaderModule {}

@Module({})
class WriterModule {}

/** Has two handlers of one event. */
export const reader = defineService({
  name: 'reader',
  config: serviceConfig({ ...databaseEnv }),
  module: ReaderModule,
});

/** Owns the stream EVT_IDENTITY. */
export const writer = defineService({ name: 'identity', config: serviceConfig({}), module: WriterModule });

/** Publishes an event and answers its session's id. */
export async function emit(running: RunningService, id: string = randomUUID()): Promise<string> {
  const publisher = running.get<EventPublisher>(EventPublisher);
  await publisher.publish(publisher.envelope(sessionEnded, { session_id: id, user_id: randomUUID() }));
  return id;
}

export async function emitMany(running: RunningService, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await emit(running));
  return ids;
}

/** Session ids of the effects of a handler, in the order in which they happened. */
export async function effects(running: RunningService, handler = 'first'): Promise<string[]> {
  const rows: { session_id: string }[] = await running
    .get<DataSource>(DataSource)
    .query('SELECT session_id FROM effects WHERE handler = $1 ORDER BY number', [handler]);
  return rows.map((row) => row.session_id);
}

export const manager = (running: RunningService) => running.get<NatsService>(NatsService).manager();

/** The first line that begins with the text, or matches; 0: there is none. */
export async function metric(running: RunningService, line: string | RegExp): Promise<number> {
  const text = await (await fetch(`${running.adminUrl}/metrics`)).text();
  const isIt = (candidate: string) => (typeof line === 'string' ? candidate.startsWith(line) : line.test(candidate));
  const found = text.split('\n').find(isIt);
  return found ? Number(found.slice(found.lastIndexOf(' ') + 1)) : 0;
}

export async function readiness(running: RunningService): Promise<Record<string, string>> {
  const report = (await (await fetch(`${running.adminUrl}/readyz`)).json()) as { checks: Record<string, string> };
  return report.checks;
}

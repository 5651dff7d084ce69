import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AckPolicy } from '@nats-io/jetstream';
import { type EmbeddedNats, startNats } from '../src/embedded/index.js';
import { AppLogger, eventStream, loadConfig, Metrics, NatsService, serviceConfig } from '../src/index.js';
import type { EventPosition } from '../src/position/event-positions.js';
import { PositionKeeper, positionPace } from '../src/position/position-keeper.js';

const STREAM = 'EVT_IDENTITY';
const DURABLE = 'links';
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
let folder = '';
let server: EmbeddedNats;
let nats: NatsService;

async function open(): Promise<void> {
  server = await startNats({ dataDir: join(folder, 'data'), port: server?.port });
  const config = loadConfig(serviceConfig({}), { NATS_URL: server.url, LOG_LEVEL: 'fatal' });
  nats = await NatsService.open(config, DURABLE, 'test', AppLogger.create(DURABLE, 'test', config));
}

async function close(): Promise<void> {
  await nats.close();
  await server.stop();
}

async function publish(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await nats.jetstream.publish('evt.identity.test.v1', `${n}`);
}

/** What is delivered until nothing waits any more; acknowledged as far as `done` says. */
async function deliver(done: (sequence: number) => boolean = () => true): Promise<number[]> {
  const consumer = await nats.jetstream.consumers.get(STREAM, DURABLE);
  const sequences: number[] = [];
  while ((await consumer.info()).num_pending > 0) {
    const message = await consumer.next({ expires: 5_000 });
    if (!message) break;
    sequences.push(message.seq);
    if (done(message.seq)) await message.ackAck();
  }
  return sequences;
}

/** Ten events were delivered, of which those up to `done` are acknowledged; the last three are then lost by their stream alone. */
async function loseTheEnd(done: number): Promise<void> {
  const { streams, consumers } = await nats.manager();
  await streams.add({ name: STREAM, subjects: ['evt.identity.>'] });
  await consumers.add(STREAM, { durable_name: DURABLE, ack_policy: AckPolicy.Explicit });
  const messages = join(folder, 'data', 'jetstream', '$G', 'streams', STREAM, 'msgs');
  const kept = join(folder, 'msgs');
  await publish(7);
  await close();
  cpSync(messages, kept, { recursive: true });
  await open();
  await publish(3);
  expect(await deliver((sequence) => sequence <= done)).toEqual(ALL);
  await close();
  rmSync(messages, { recursive: true });
  cpSync(kept, messages, { recursive: true });
  await open();
}

/** Two processes with one database that came to `sequence`. */
async function twoKeepers(sequence: number) {
  const created = new Date((await (await nats.manager()).streams.info(STREAM)).created);
  let position: EventPosition = { created, sequence, rewoundAt: null };
  let changed: Promise<unknown> = Promise.resolve();
  const told: string[] = [];
  const positions = {
    isFresh: async () => false,
    read: async () => position,
    change: (_stream: string, work: (before: EventPosition) => Promise<EventPosition | null>) => {
      const after = changed.then(async () => (position = (await work(position)) ?? position));
      changed = after;
      return after;
    },
    storeGap: async () => undefined,
    tellGap: (owner: string) => void told.push(owner),
  };
  const logger = { info: () => undefined, error: () => undefined };
  const pace = { ...positionPace, lookMs: 0 };
  const keeper = () => {
    const parts = { nats, positions, logger, metrics: new Metrics(DURABLE), pace } as never;
    return new PositionKeeper(parts, 'identity', eventStream('identity'), DURABLE);
  };
  return { keepers: [keeper(), keeper()], told };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-lost-end-'));
  await open();
});

afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a stream that lost its end', () => {
  it.each([
    ['all that it had', 10],
    ['all but what is in hand', 6],
  ])(
    'after %s was done is told of once, by two processes as well, and what has the numbers again is delivered',
    async (_, done) => {
      await loseTheEnd(done);
      // A hole from before, as damage leaves one: events that are read again pass it over.
      await (await nats.manager()).streams.deleteMessage(STREAM, 3);
      const { keepers, told } = await twoKeepers(done);
      await Promise.all(keepers.map((keeper) => keeper.begin()));
      for (let looks = 0; looks < 3; looks += 1) await Promise.all(keepers.map((keeper) => keeper.keep()));
      expect(told).toEqual(['identity']);
      await publish(5);
      expect(await deliver()).toEqual([...ALL.filter((sequence) => sequence !== 3), 11, 12]);
      await Promise.all(keepers.map((keeper) => keeper.keep()));
      expect(told).toEqual(['identity']);
    },
    60_000,
  );
});

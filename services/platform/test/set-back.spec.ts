import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AckPolicy } from '@nats-io/jetstream';
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
  position: number;
  /** Owners of events that it misses, kept though the process is killed: written outside a transaction that never ended. */
  gaps?: string[];
}

/** A process with a database that came to `position`. */
async function keeperOf(database: Database, through = nats): Promise<PositionKeeper> {
  const created = new Date((await (await nats.manager()).streams.info(STREAM)).created);
  let open = false;
  const positions = {
    isFresh: async () => false,
    change: async (_stream: string, work: (position: EventPosition) => Promise<EventPosition | null>) => {
      open = true;
      const after = await work({ created, sequence: database.position, rewoundAt: null });
      open = false;
      return after;
    },
    storeGap: async (owner: string) => void (open || database.gaps?.push(owner)),
    tellGap: () => undefined,
  } as unknown as EventPositions;
  const logger = AppLogger.create('links', 'test', loadConfig(serviceConfig({}), servers.env('links')));
  const parts = { nats: through, positions, logger, metrics: new Metrics('links'), pace: positionPace };
  return new PositionKeeper(parts, 'identity', eventStream('identity'), 'links');
}

/** The connection of a process that is killed once its durable is deleted. */
function killedAfterDelete(): NatsService {
  const killed = async () => {
    throw new Error('killed');
  };
  return new Proxy(nats, {
    get: (target, name) => {
      if (name !== 'manager') return Reflect.get(target, name);
      return async () => {
        const real = await target.manager();
        let dead = false;
        const consumers = new Proxy(real.consumers, {
          get: (of, method) => {
            if (dead) return killed;
            const own = Reflect.get(of, method);
            if (typeof own !== 'function') return own;
            return async (...args: unknown[]) => {
              const answer = await own.apply(of, args);
              dead ||= method === 'delete';
              return answer;
            };
          },
        });
        return { streams: real.streams, consumers };
      };
    },
  });
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

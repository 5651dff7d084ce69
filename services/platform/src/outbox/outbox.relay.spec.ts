import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Envelope } from '@linkway/contracts';
import type { DatabaseConfig } from '../config/service-config.js';
import type { EventPublisher } from '../events/event-publisher.js';
import type { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { eventually } from '../testkit/index.js';
import { OutboxListener } from './outbox.listener.js';
import { OutboxRelay } from './outbox.relay.js';
import type { DueRow, OutboxRepository } from './outbox.repository.js';

const POLL_MS = 10_000;
const BATCH = 100;
const ID = '01938f00-0000-7000-8000-000000000001';

beforeEach(() => {
  jest.useFakeTimers();
  // It hears of nothing, and connects to nothing.
  jest.spyOn(OutboxListener.prototype, 'start').mockReturnValue();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function rowOf(id: string): DueRow {
  const envelope: Envelope = {
    id,
    type: 'evt.identity.session-ended.v1',
    occurred_at: new Date().toISOString(),
    producer: 'identity',
    correlation_id: id,
    causation_id: null,
    traceparent: null,
    actor: { kind: 'service', id: 'identity' },
    data: {},
  };
  return { id, envelope, attempts: 0, aggregate: null, position: '1' };
}

/** The relay of a process that has begun, and whose first look at the empty outbox is over. */
async function idleRelay() {
  const rows: DueRow[] = [];
  const published: string[] = [];
  /** Of those that the server refuses once. */
  const refused = new Set<string>();
  let dueAt = 0;
  const repository = {
    transaction: (work: (manager: unknown) => Promise<unknown>) => work({}),
    take: async () => ({ rows: performance.now() < dueAt ? [] : rows.slice(0, BATCH), blocked: 0 }),
    countRefusal: async (_manager: unknown, _id: string, ms: number) => void (dueAt = performance.now() + ms),
    remove: async (_manager: unknown, ids: string[]) => rows.splice(0, ids.length),
  } as unknown as OutboxRepository;
  const publish = async ({ id }: Envelope) => {
    if (refused.delete(id)) throw new RangeError('too large');
    published.push(id);
  };
  const publisher = { publish } as unknown as EventPublisher;
  const logger = { warn: jest.fn() } as unknown as AppLogger;
  const config = { DATABASE_URL: 'postgres://nowhere' } as DatabaseConfig;
  const relay = new OutboxRelay(config, 'test', repository, publisher, logger, new Metrics('test'));
  relay.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(0);
  return { relay, rows, published, refused };
}

it('looks by itself for rows that nobody told of, every ten seconds or so', async () => {
  const { relay, rows, published } = await idleRelay();
  rows.push(rowOf(ID));
  await jest.advanceTimersByTimeAsync(POLL_MS * 0.9 - 1);
  expect(published).toEqual([]);
  await jest.advanceTimersByTimeAsync(POLL_MS * 0.2 + 1);
  expect(published).toEqual([ID]);
  await relay.onModuleDestroy();
});

it('publishes at its end what was stored a moment before', async () => {
  const { relay, rows, published } = await idleRelay();
  rows.push(rowOf(ID));
  relay.stored();
  await relay.onModuleDestroy();
  expect(published).toEqual([ID]);
});

it('looks again when a row that was refused is due, and not at the next look by itself', async () => {
  const { relay, rows, published, refused } = await idleRelay();
  // Moments that are due are put together, and a look a moment too early finds nothing.
  await jest.advanceTimersByTimeAsync(1_017);
  rows.push(rowOf(ID));
  refused.add(ID);
  relay.stored();
  await jest.advanceTimersByTimeAsync(0);
  // It waits for more to publish first, on a timer of Node's that is not faked.
  await eventually(() => jest.getTimerCount() === 1);
  await jest.advanceTimersByTimeAsync(499);
  expect([refused.size, published]).toEqual([0, []]);
  await jest.advanceTimersByTimeAsync(51);
  expect(published).toEqual([ID]);
  await relay.onModuleDestroy();
});

it('rests after a round by how many rows it had, and not after a full one', async () => {
  const { relay, rows, published } = await idleRelay();
  const rests = jest.spyOn(relay as unknown as { sleep(ms: number): Promise<void> }, 'sleep').mockResolvedValue();
  const restsAfter = async (count: number) => {
    rests.mockClear();
    published.length = 0;
    rows.push(...Array.from({ length: count }, () => rowOf(ID)));
    relay.stored();
    await jest.advanceTimersByTimeAsync(0);
    expect(published).toHaveLength(count);
    return rests.mock.calls.flat();
  };
  expect(await restsAfter(1)).toEqual([25]);
  expect(await restsAfter(2)).toEqual([50]);
  expect(await restsAfter(BATCH + 1)).toEqual([25]);
  await relay.onModuleDestroy();
});

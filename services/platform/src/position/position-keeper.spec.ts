import { afterEach, expect, it, jest } from '@jest/globals';
import { Metrics } from '../metrics/metrics.js';
import type { EventPosition } from './event-positions.js';
import { PositionKeeper, type PositionParts, positionPace } from './position-keeper.js';

/** A consumer that has done all of its stream, beside a database that knows it. */
function aKeeper() {
  const created = '2026-01-01T00:00:00Z';
  const asked = { nats: 0 };
  const told: string[] = [];
  let position: EventPosition | null = { created: new Date(created), sequence: 7, rewoundAt: null };
  const stream = { created, state: { first_seq: 1, last_seq: 7 } };
  const place = { stream_seq: 7, consumer_seq: 7 };
  const consumer = { ack_floor: place, delivered: place, num_ack_pending: 0, config: {} };
  const manager = {
    streams: {
      info: async () => {
        asked.nats += 1;
        return stream;
      },
    },
    consumers: { info: async () => consumer, add: async () => consumer, delete: async () => true },
  };
  /** What happens before the database is this process's alone. */
  let before: () => void = () => undefined;
  const positions = {
    isFresh: async () => false,
    read: async () => position,
    change: async (_stream: string, work: (position: EventPosition | null) => Promise<EventPosition | null>) => {
      before();
      return (position = (await work(position)) ?? position);
    },
    storeGap: async (owner: string) => void told.push(owner),
    tellGap: (owner: string) => void told.push(owner),
  };
  const parts = {
    nats: { manager: async () => manager },
    positions,
    logger: {},
    metrics: new Metrics('test'),
    pace: positionPace,
  };
  const keeper = new PositionKeeper(
    parts as unknown as PositionParts,
    'links',
    { name: 'EVT_LINKS' } as never,
    'redirect',
  );
  /** Another process handles one more, and keeps it, as soon as this one has looked. */
  const outpace = () => {
    before = () => {
      stream.state.last_seq = place.stream_seq = place.consumer_seq = 8;
      position = { created: new Date(created), sequence: 8, rewoundAt: null };
    };
  };
  return { keeper, asked, told, outpace };
}

afterEach(() => void jest.useRealTimers());

it.each([0, -1, 1])(
  'a database is looked at again after its time where nothing happens, with the clock set by %s h',
  async (hours) => {
    jest.useFakeTimers();
    const { keeper, asked } = aKeeper();
    await keeper.keep(true);
    const before = asked.nats;
    jest.setSystemTime(Date.now() + hours * 3_600_000);
    jest.advanceTimersByTime(positionPace.lookMs - 1);
    await keeper.keep(false);
    expect(asked.nats).toBe(before);
    jest.advanceTimersByTime(1);
    await keeper.keep(false);
    expect(asked.nats).toBeGreaterThan(before);
  },
);

it('what another process has handled and kept since it looked is no sign that the stream lost its end', async () => {
  const { keeper, told, outpace } = aKeeper();
  outpace();
  await keeper.keep(true);
  expect(told).toEqual([]);
});

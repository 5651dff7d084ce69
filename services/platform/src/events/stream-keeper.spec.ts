import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import type { Health } from '../health/health.js';
import type { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import type { NatsService } from '../nats/nats.service.js';
import { StreamKeeper } from './stream-keeper.js';
import { deadLetterStream, eventStream, type StreamDefinition } from './streams.js';

const HOUR_NS = 3_600 * 1e9;
const MAX_BYTES = 1_000;
const limits = {
  STREAM_REPLICAS: 1,
  EVENT_STREAM_MAX_BYTES: MAX_BYTES,
  EVENT_STREAM_KEEP_HOURS: 24,
  DEAD_LETTER_MAX_BYTES: MAX_BYTES,
  DEAD_LETTER_KEEP_DAYS: 30,
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function streamOf({ name, subjects, discard, duplicateWindowSeconds, maxAgeHours }: StreamDefinition): StreamInfo {
  return {
    created: '2026-11-21T12:00:00Z',
    config: {
      name,
      subjects,
      discard,
      max_age: maxAgeHours(limits as NatsService['limits']) * HOUR_NS,
      max_bytes: MAX_BYTES,
      duplicate_window: duplicateWindowSeconds * 1e9,
      num_replicas: 1,
    },
    state: { messages: 10, bytes: 100, first_seq: 1, last_seq: 10, first_ts: new Date().toISOString() },
  } as StreamInfo;
}

/** Streams whose readers have done everything, and a keeper that has just begun; `looks`: when it looked at them. */
function kept() {
  const events = streamOf(eventStream('links'));
  const letters = streamOf(deadLetterStream);
  const consumer = {
    name: 'analytics',
    config: { durable_name: 'analytics' },
    ack_floor: { stream_seq: 10 },
    delivered: { stream_seq: 10 },
    num_pending: 0,
    num_ack_pending: 0,
  } as ConsumerInfo;
  const looks: number[] = [];
  const info = async (stream: string) => {
    if (stream === letters.config.name) return structuredClone(letters);
    looks.push(Date.now());
    return structuredClone(events);
  };
  const consumers = {
    list: async function* () {
      yield consumer;
    },
  };
  const nats = { service: 'links', limits, manager: async () => ({ streams: { info }, consumers }) };
  const health = { register: () => undefined } as unknown as Health;
  const logger = { warn: jest.fn(), error: jest.fn() };
  const keeper = new StreamKeeper(
    nats as unknown as NatsService,
    health,
    logger as unknown as AppLogger,
    new Metrics('links'),
  );
  keeper.start();
  return { keeper, events, letters, consumer, looks, logger };
}

type Kept = ReturnType<typeof kept>;

const pausesOf = (looks: number[]) => looks.slice(1).map((at, index) => at - (looks[index] ?? 0));

/** How long it pauses while `happen` is done before each look but the first two. */
async function pauses(happen: (streams: Kept, round: number) => void): Promise<number[]> {
  const streams = kept();
  const { keeper, looks, logger } = streams;
  const until = async (count: number) => {
    while (looks.length < count) await jest.advanceTimersByTimeAsync(100);
  };
  // All that it sees at first is new to it.
  await until(2);
  for (let round = 1; round <= 4; round += 1) {
    happen(streams, round);
    await until(2 + round);
  }
  keeper.close();
  expect(logger.warn).not.toHaveBeenCalled();
  return pausesOf(looks).slice(2);
}

it('looks every half minute while nothing comes and nobody has anything left to do', async () => {
  expect(await pauses(() => undefined)).toEqual([30_000, 30_000, 30_000]);
});

it.each<[string, (streams: Kept, round: number) => void]>([
  [
    'events come',
    ({ events: { state }, consumer }, round) => {
      state.messages = 10 + round;
      state.last_seq = 10 + round;
      consumer.ack_floor.stream_seq = consumer.delivered.stream_seq = state.last_seq;
    },
  ],
  ['as many come as leave', ({ events }, round) => void (events.state.last_seq = 10 + round)],
  ['events leave', ({ events }, round) => void (events.state.messages = 10 - round)],
  ['the stream is another one', ({ events }, round) => void (events.created = `2026-11-21T12:00:0${round}Z`)],
  ['dead letters come', ({ letters }, round) => void (letters.state.last_seq = 10 + round)],
  ['a consumer has not got all', ({ consumer }) => void (consumer.num_pending = 1)],
  ['a consumer has something in hand', ({ consumer }) => void (consumer.num_ack_pending = 1)],
])('looks every ten seconds while %s', async (_what, happen) => {
  for (const pause of await pauses(happen)) {
    expect(pause).toBeGreaterThanOrEqual(9_000);
    expect(pause).toBeLessThanOrEqual(11_000);
  }
});

it.each(['quiet', 'busy'])('looks every two seconds while a %s stream fills', async (what) => {
  const happen = ({ events: { state } }: Kept, round: number) => {
    state.bytes = MAX_BYTES * 0.6;
    if (what === 'busy') state.last_seq = 10 + round;
  };
  expect(await pauses(happen)).toEqual([2_000, 2_000, 2_000]);
});

it('minds no dead letters that fill theirs', async () => {
  const happen = ({ letters }: Kept) => void (letters.state.bytes = MAX_BYTES);
  expect(await pauses(happen)).toEqual([30_000, 30_000, 30_000]);
});

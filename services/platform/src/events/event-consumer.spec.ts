import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { JsMsg } from '@nats-io/jetstream';
import { Metrics } from '../metrics/metrics.js';
import { type ConsumerParts, EventConsumer } from './event-consumer.js';
import type { EventHandler } from './event-handlers.js';
import { durableSettings } from './intake.js';

const SUBJECT = 'evt.identity.test.v1';

/** A stream in which a pull lasts until it has what it asked for. */
function aStream() {
  const stored: JsMsg[] = [];
  const told = new Set<() => void>();
  const publish = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      stored.push({ seq: stored.length + 1, subject: SUBJECT, ack: () => undefined, nak: () => undefined } as JsMsg);
    }
    for (const tell of told) tell();
  };
  let given = 0;
  const fetch = async ({ max_messages: most }: { max_messages: number }) => {
    const stopping = new AbortController();
    const stop = () => {
      stopping.abort();
      for (const tell of told) tell();
    };
    const messages = (async function* () {
      for (let taken = 0; taken < most && !stopping.signal.aborted; ) {
        const message = stored[given];
        if (!message) {
          await new Promise<void>((resolve) => told.add(resolve));
          continue;
        }
        given += 1;
        taken += 1;
        yield message;
      }
    })();
    return Object.assign(messages, { stop });
  };
  return { publish, consumer: { fetch } };
}

/** A process whose handler takes many events, and is done with them at once where nothing holds it up. */
async function reading() {
  const { publish, consumer } = aStream();
  const batches: number[] = [];
  const handling = { heldUp: Promise.resolve() };
  const config = { ack_wait: durableSettings.ack_wait, max_ack_pending: durableSettings.max_ack_pending };
  const manager = { streams: { info: async () => ({}) }, consumers: { info: async () => ({ config }) } };
  const handler = { extras: { together: {} } } as unknown as EventHandler;
  const done = async (messages: readonly unknown[]) => {
    batches.push(messages.length);
    await handling.heldUp;
    return { kind: 'done' } as const;
  };
  const reader = new EventConsumer('identity', {
    service: 'links',
    nats: {
      manager: async () => manager,
      jetstream: { consumers: { get: async () => consumer } },
      pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    },
    metrics: new Metrics('links'),
    health: { register: () => undefined },
    positions: null,
    pace: { keepMs: 3_000 },
    handlersOf: () => [handler],
    call: (_handler: EventHandler, message: JsMsg) => done([message]),
    callWith: (_handler: EventHandler, messages: readonly JsMsg[]) => done(messages),
  } as unknown as ConsumerParts);
  await reader.start();
  return { reader, publish, batches, handling };
}

/** As much as happens without any time going by. */
const settled = async () => {
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  // Its clock begins with 0, and so does what counts from the last batch.
  jest.advanceTimersByTime(1_000);
});
afterEach(() => void jest.useRealTimers());

it('a backlog waits for nothing', async () => {
  const { reader, publish, batches, handling } = await reading();
  const { promise, resolve } = Promise.withResolvers<void>();
  handling.heldUp = promise;
  publish(1);
  await settled();
  publish(640);
  await settled();
  resolve();
  await settled();
  expect(batches).toEqual([1, ...Array.from({ length: 10 }, () => 64)]);
  await reader.stop();
});

it('what comes closely together is gathered, but for the first of a while', async () => {
  const { reader, publish, batches } = await reading();
  for (const count of [1, 1, 2]) {
    publish(count);
    await settled();
  }
  expect(batches).toEqual([1]);
  await jest.advanceTimersByTimeAsync(50);
  expect(batches).toEqual([1, 3]);
  await reader.stop();
});

import { expect, it, jest } from '@jest/globals';
import type { NatsService } from '../nats/nats.service.js';
import { trimStream } from './trim-stream.js';

const [FIRST, LAST] = [11, 30];

/** A stream with one consumer on a server of that release, full to the brim; answers what is removed from it. */
function streamOn(version: string) {
  const removed: number[] = [];
  const info = {
    config: { name: 'EVT', max_bytes: 1_000 },
    state: {
      messages: LAST - FIRST + 1,
      bytes: 1_000,
      first_seq: FIRST,
      last_seq: LAST,
      first_ts: '2026-01-01T00:00:00Z',
    },
  };
  const until = (seq: number) => {
    for (let each = FIRST; each < seq; each += 1) removed.push(each);
    return { purged: Math.max(0, seq - FIRST) };
  };
  const streams = {
    info: async () => info,
    purge: jest.fn(async (_name: string, { seq }: { seq: number }) => until(seq)),
    deleteMessage: jest.fn(async (_name: string, seq: number) => removed.push(seq) > 0),
  };
  const consumers = {
    list: async function* () {
      yield { config: { durable_name: 'links' } };
    },
  };
  const nats = { connection: { info: { version } }, manager: async () => ({ streams, consumers }) };
  return { nats: nats as unknown as NatsService, streams, removed };
}

/** Answers them one after the other. */
const oneByOne =
  (...answers: number[]) =>
  async () =>
    answers.shift() ?? 0;
// Nothing is old enough to go by its age.
const options = { keepHours: 1, now: () => Date.parse('2026-01-01T00:00:00Z') };

it.each(['2.9.25', '2.12.0'])('on %s nothing is removed where a consumer was set back meanwhile', async (version) => {
  const { nats, streams } = streamOn(version);
  for (const setBackTo of [FIRST - 1, 0]) {
    expect(await trimStream(nats, 'EVT', { ...options, doneTo: oneByOne(LAST, setBackTo) })).toBe(0);
  }
  expect(streams.purge).not.toHaveBeenCalled();
  expect(streams.deleteMessage).not.toHaveBeenCalled();
});

it.each(['2.9.25', '2.12.0'])('on %s no more is removed than what is done by then', async (version) => {
  const { nats, removed } = streamOn(version);
  const setBackTo = FIRST + 2;
  expect(await trimStream(nats, 'EVT', { ...options, doneTo: oneByOne(LAST, setBackTo, setBackTo) })).toBe(3);
  expect(removed).toEqual([FIRST, FIRST + 1, FIRST + 2]);
});

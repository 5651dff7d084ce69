import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import type { NatsService } from '../nats/nats.service.js';
import { EventTail, placeIn } from './event-tail.js';

const stream = (created: string, first_seq: number, last_seq: number) => ({ created, state: { first_seq, last_seq } });
const last = { created: 'a', sequence: 50 };

describe('placeIn', () => {
  it('goes on where it was', () => {
    expect(placeIn(stream('a', 51, 60), last, 0)).toEqual({ place: last, gap: false });
  });

  it.each([
    ['another stream of that name, with more messages', stream('b', 1, 90)],
    ['a stream that lost its end', stream('a', 1, 49)],
    ['a stream that forgot what was not seen', stream('a', 52, 60)],
  ])('tells a gap: %s', (_what, info) => {
    const end = { created: info.created, sequence: info.state.last_seq };
    expect(placeIn(info, last, 0)).toEqual({ place: end, gap: true });
  });

  it('begins at the end, and tells a gap when that took long', () => {
    expect(placeIn(stream('a', 1, 60), null, 9_000)).toEqual({ place: { created: 'a', sequence: 60 }, gap: false });
    expect(placeIn(stream('a', 1, 60), null, 11_000).gap).toBe(true);
  });
});

describe('a stream that is found late', () => {
  afterEach(() => void jest.useRealTimers());

  it.each([
    [9_000, 0, 0],
    [9_000, 1, 0],
    [11_000, 0, 1],
    [11_000, -1, 1],
  ])('%i ms after the start, with the clock set by %i h meanwhile, tells %i gaps', async (lateMs, hours, told) => {
    jest.useFakeTimers();
    let found = false;
    const manager = async () => {
      if (!found) throw new Error('NATS is away');
      return { streams: { info: async () => stream('a', 1, 60) } };
    };
    const begun = Promise.withResolvers<void>();
    const get = () => {
      begun.resolve();
      return new Promise(() => undefined);
    };
    const nats = { manager, jetstream: { consumers: { get } }, onReturn: () => () => undefined, near: true };
    const tails = new EventTail(nats as unknown as NatsService, { warn: () => undefined });
    const gap = jest.fn();
    tails.follow([sessionEnded], () => undefined).onGap(gap);
    await jest.advanceTimersByTimeAsync(lateMs - 500);
    jest.setSystemTime(Date.now() + hours * 3_600_000);
    found = true;
    await jest.advanceTimersByTimeAsync(500);
    await begun.promise;
    tails.close();
    expect(gap).toHaveBeenCalledTimes(told);
  });
});

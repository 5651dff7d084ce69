import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runningCall, withCallContext } from '../rpc/call-context.js';
import { patienceLeft, withDeadline } from '../rpc/patience.js';
import { periodic } from './periodic.js';

const EVERY_MS = 1_000;
const warn = jest.fn();
const options = { name: 'tidying', logger: { warn } };

beforeEach(() => {
  jest.useFakeTimers();
  warn.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Work that lasts until it is told to end. */
function heldWork() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<void>((resolve) => void ends.push(resolve)) };
}

describe('periodic', () => {
  it('works every so often, a tenth earlier or later, and not before', async () => {
    const starts: number[] = [];
    const tidying = periodic(EVERY_MS, () => void starts.push(Date.now()), options);
    await jest.advanceTimersByTimeAsync(EVERY_MS * 50);
    await tidying.stop();
    const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(EVERY_MS * 0.9 - 1);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(EVERY_MS * 1.1 + 1);
    expect(new Set(pauses).size).toBeGreaterThan(1);
  });

  it('works as often where its rounds wait for those of others', async () => {
    const others = [7_000, 30_000, 45_000].map((ms) => periodic(ms, () => undefined, options));
    for (const everyMs of [5_000, 10_000, 30_000, 60_000]) {
      let rounds = 0;
      const tidying = periodic(everyMs, () => void (rounds += 1), options);
      await jest.advanceTimersByTimeAsync(everyMs * 200);
      await tidying.stop();
      expect(rounds).toBeGreaterThan(200 * 0.88);
      expect(rounds).toBeLessThan(200 * 1.2);
    }
    await Promise.all(others.map((other) => other.stop()));
  });

  it('begins sooner where somebody says so, also during a round', async () => {
    const starts: number[] = [];
    let asked = () => undefined as void;
    const tidying = periodic(
      60_000,
      async () => {
        starts.push(performance.now());
        asked();
        asked = () => undefined;
      },
      options,
    );
    const began = performance.now();
    asked = () => tidying.within(500);
    tidying.within(1_000);
    // What is due sooner anyway stays as it is.
    tidying.within(2_000);
    await jest.advanceTimersByTimeAsync(1_100);
    expect(starts.map((at) => Math.round(at - began))).toEqual([1_000]);
    await jest.advanceTimersByTimeAsync(500);
    expect(starts).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(50_000);
    expect(starts).toHaveLength(2);
    await tidying.stop();
    tidying.within(10);
    await jest.advanceTimersByTimeAsync(100_000);
    expect(starts).toHaveLength(2);
  });

  it('never overlaps, whoever asks', async () => {
    const { ends, work } = heldWork();
    const tidying = periodic(EVERY_MS, work, options);
    await jest.advanceTimersByTimeAsync(EVERY_MS * 5);
    expect(ends).toHaveLength(1);
    const asked = tidying.now();
    await jest.advanceTimersByTimeAsync(EVERY_MS * 5);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await asked;
  });

  it('serves all who ask during a round by one that begins after it', async () => {
    const { ends, work } = heldWork();
    const tidying = periodic(EVERY_MS, work, options);
    void tidying.now();
    await jest.advanceTimersByTimeAsync(0);
    const asked = [tidying.now(), tidying.now(), tidying.now()];
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await Promise.all(asked);
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    await tidying.stop();
  });

  it('pauses for as long as the work says', async () => {
    const starts: number[] = [];
    const answers = [10, 0, undefined];
    const tidying = periodic(EVERY_MS, async () => answers[starts.push(Date.now()) - 1], options);
    await tidying.now();
    await jest.advanceTimersByTimeAsync(EVERY_MS * 1.5);
    await tidying.stop();
    const [first = 0, ...others] = starts;
    expect(others.slice(0, 2).map((at) => at - first)).toEqual([10, 11]);
    expect(others[2]).toBeGreaterThanOrEqual(first + EVERY_MS * 0.9);
    expect(starts).toHaveLength(4);
  });

  it('works for as long as it takes, however short the patience of whoever asks', async () => {
    const left: (number | null)[] = [];
    const tidying = periodic(EVERY_MS, () => void left.push(patienceLeft()), options);
    await withDeadline(performance.now() - 1, () => tidying.now());
    // The next rounds are set off by that one.
    await jest.advanceTimersByTimeAsync(EVERY_MS * 1.2);
    await tidying.stop();
    expect(left).toEqual([null, null]);
  });

  it('tells of a failure, once a minute at most, and goes on', async () => {
    let rounds = 0;
    const broken = async () => {
      rounds += 1;
      throw new Error('away');
    };
    const tidying = periodic(EVERY_MS, broken, options);
    await tidying.now();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(rounds).toBeGreaterThan(25);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain('tidying failed');
    await jest.advanceTimersByTimeAsync(32_000);
    await tidying.stop();
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn.mock.calls[1]?.[1]).toMatchObject({ more: expect.any(Number) });
  });

  it('tells who holds up all others, as one that computes for long, and of none that waits', async () => {
    jest.useRealTimers();
    const computes = periodic(
      60_000,
      () => {
        for (const until = performance.now() + 300; performance.now() < until; );
      },
      options,
    );
    const waits = periodic(60_000, () => new Promise<void>((resolve) => void setTimeout(resolve, 400)), {
      ...options,
      name: 'waiting',
    });
    await Promise.all([computes.now(), computes.now(), waits.now()]);
    await Promise.all([computes.now(), computes.stop(), waits.stop()]);
    expect(warn.mock.calls).toEqual([['tidying held up the process', { ms: expect.any(Number), more: 0 }]]);
  });

  it('is begun by `within` up to a quarter later from four seconds on, and after the round under way', async () => {
    const { ends, work } = heldWork();
    const tidying = periodic(3_600_000, work, options);
    const began = performance.now();
    tidying.within(10_100);
    await jest.advanceTimersByTimeAsync(10_050);
    expect(ends).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(10_100 / 4);
    expect(ends).toHaveLength(1);
    tidying.within(1_000);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(1_001);
    expect(ends).toHaveLength(2);
    expect(performance.now() - began).toBeLessThan(20_000);
    ends[1]?.();
    await tidying.stop();
  });

  it('tells nothing of a round that fails because it was stopped', async () => {
    let close: (error: Error) => void = () => undefined;
    const tidying = periodic(EVERY_MS, () => new Promise<void>((_, reject) => void (close = reject)), options);
    void tidying.now();
    await jest.advanceTimersByTimeAsync(0);
    const stopping = tidying.stop();
    close(new Error('closed'));
    await stopping;
    expect(warn).not.toHaveBeenCalled();
  });

  it('stops after the round that is under way', async () => {
    const { ends, work } = heldWork();
    const tidying = periodic(EVERY_MS, work, options);
    void tidying.now();
    await jest.advanceTimersByTimeAsync(0);
    let stopped = false;
    const stopping = tidying.stop().then(() => {
      stopped = true;
    });
    await jest.advanceTimersByTimeAsync(EVERY_MS * 5);
    expect(stopped).toBe(false);
    ends[0]?.();
    await stopping;
    await jest.advanceTimersByTimeAsync(EVERY_MS * 5);
    expect(ends).toHaveLength(1);
  });

  it('does nothing in the name of whoever asked for a round', async () => {
    const calls: unknown[] = [];
    const tidying = periodic(EVERY_MS * 60, () => void calls.push(runningCall()), options);
    withCallContext('of-somebody', null, () => void tidying.now());
    await jest.advanceTimersByTimeAsync(1_000);
    withCallContext('of-somebody', null, () => tidying.within(10));
    await jest.advanceTimersByTimeAsync(1_000);
    await tidying.stop();
    expect(calls).toEqual([null, null]);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
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

  it('tells of a failure and goes on', async () => {
    let rounds = 0;
    const broken = async () => {
      rounds += 1;
      throw new Error('away');
    };
    const tidying = periodic(EVERY_MS, broken, options);
    await tidying.now();
    await jest.advanceTimersByTimeAsync(EVERY_MS * 1.2);
    await tidying.stop();
    expect(rounds).toBe(2);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn.mock.calls[0]?.[0]).toContain('tidying failed');
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
});

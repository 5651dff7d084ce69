import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { afterAbout } from './ticks.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** When each is called, in milliseconds from now. */
async function calls(waits: readonly number[]): Promise<number[]> {
  const began = performance.now();
  const called: number[] = waits.map(() => Number.NaN);
  waits.forEach((ms, index) => {
    afterAbout(ms, () => {
      called[index] = performance.now() - began;
    });
  });
  await jest.advanceTimersByTimeAsync(Math.max(...waits) * 1.3);
  return called;
}

describe('afterAbout', () => {
  it('never calls early, and at most a quarter late', async () => {
    const waits = [0, 100, 3_999, 4_000, 5_001, 12_345, 19_999, 20_000, 33_333, 60_000, 3_600_000];
    const called = await calls(waits);
    waits.forEach((ms, index) => {
      expect(called[index]).toBeGreaterThanOrEqual(ms);
      expect(called[index]).toBeLessThanOrEqual(ms * 1.25 + 1);
    });
  });

  it('calls at one waking what is due about then, whatever each waited for', async () => {
    const called = await calls([20_100, 21_000, 22_700, 20_001]);
    await jest.advanceTimersByTimeAsync(0);
    expect(new Set(called).size).toBeLessThanOrEqual(2);
    const timers = jest.getTimerCount();
    const appointments = [21_000, 21_001, 21_002].map((ms) => afterAbout(ms, () => undefined));
    expect(jest.getTimerCount() - timers).toBe(1);
    for (const { cancel } of appointments) cancel();
    expect(jest.getTimerCount()).toBe(timers);
  });

  it('calls no more what was cancelled, also by another of the same waking', async () => {
    const called: string[] = [];
    const first = afterAbout(30_000, () => {
      called.push('first');
      second.cancel();
    });
    const second = afterAbout(30_000, () => void called.push('second'));
    const third = afterAbout(30_000, () => void called.push('third'));
    third.cancel();
    await jest.advanceTimersByTimeAsync(40_000);
    expect(called).toEqual(['first']);
    first.cancel();
  });

  it('lets one after the other ask its store, and waits for none that takes long', async () => {
    const events: string[] = [];
    const work = (name: string, ms: number) => () => {
      events.push(`${name} begins`);
      return new Promise<void>((resolve) => setTimeout(resolve, ms)).then(() => void events.push(`${name} ends`));
    };
    for (const [name, ms] of [
      ['a', 10],
      ['b', 10],
      ['slow', 5_000],
      ['c', 10],
    ] as const)
      afterAbout(30_000, work(name, ms));
    afterAbout(30_000, () => Promise.reject(new Error('told by whoever made it')));
    afterAbout(30_000, () => void events.push('last'));
    await jest.advanceTimersByTimeAsync(45_000);
    expect(events).toEqual([
      'a begins',
      'a ends',
      'b begins',
      'b ends',
      'slow begins',
      'c begins',
      'c ends',
      'last',
      'slow ends',
    ]);
  });

  it('calls all others where one throws, and throws that afterwards', async () => {
    const called: string[] = [];
    afterAbout(30_000, () => void called.push('first'));
    afterAbout(30_000, () => {
      throw new Error('broken');
    });
    afterAbout(30_000, () => void called.push('last'));
    await expect(jest.advanceTimersByTimeAsync(45_000)).rejects.toThrow('broken');
    expect(called).toEqual(['first', 'last']);
  });

  it('waits for all that take long a second at most, and calls what is left at once', async () => {
    const began = performance.now();
    const called: number[] = [];
    for (let count = 0; count < 100; count += 1)
      afterAbout(30_000, () => {
        called.push(performance.now() - began);
        return new Promise<void>((_, reject) => setTimeout(() => reject(new Error('told by whoever made it')), 20_000));
      });
    await jest.advanceTimersByTimeAsync(90_000);
    expect(called).toHaveLength(100);
    expect(Math.max(...called) - Math.min(...called)).toBeLessThanOrEqual(1_000);
    expect(new Set(called.slice(10)).size).toBe(1);
  });

  it('says when it calls', async () => {
    for (const ms of [50, 4_500, 27_000]) {
      let calledAt = 0;
      const { at } = afterAbout(ms, () => {
        calledAt = performance.now();
      });
      await jest.advanceTimersByTimeAsync(ms * 1.3);
      expect(Math.abs(calledAt - at)).toBeLessThan(2);
    }
  });
});

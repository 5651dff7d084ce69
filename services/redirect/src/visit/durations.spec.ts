import { describe, expect, it } from '@jest/globals';
import { boundsInSeconds, Durations, ticks } from './durations.js';

describe('durations of visits', () => {
  it('are counted by size, a bound belonging to what is below it', () => {
    const durations = new Durations();
    for (const took of [0, 100, 101, 1_000, 20_000_000]) durations.record(1_000, 1_000 + took);
    const counted = [...durations.counts].map((count, size) => [boundsInSeconds[size] ?? 'more', count]);
    expect(counted.filter(([, count]) => count !== 0)).toEqual([
      [0.0001, 2],
      [0.00025, 1],
      [0.001, 1],
      ['more', 1],
    ]);
    expect(durations.sum).toBeCloseTo(20.001201);
  });

  it('go on over the end of the clock, and are never less than nothing', () => {
    const durations = new Durations();
    durations.record(2 ** 31 - 50, -(2 ** 31) + 50);
    durations.record(500, 400);
    expect(durations.counts[0]).toBe(2);
    expect(durations.sum).toBeCloseTo(0.0001);
  });

  it('are of microseconds', () => {
    const [before, at] = [performance.now(), ticks()];
    const apart = (at - ((before * 1_000) | 0)) | 0;
    expect(apart).toBeGreaterThanOrEqual(0);
    expect(apart).toBeLessThan(1_000_000);
    expect(Number.isInteger(at)).toBe(true);
  });
});

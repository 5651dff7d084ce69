import { describe, expect, it } from '@jest/globals';
import { backOff } from './back-off.js';

describe('backOff', () => {
  it('grows to two hours, and tries seventeen times in a day', () => {
    const minutes = Array.from({ length: 20 }, (_, nth) => backOff(nth + 1, 0.5) / 60_000);
    expect(minutes.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
    let passed = 0;
    const within = minutes.filter((pause) => (passed += pause) <= 24 * 60);
    expect(within).toHaveLength(17);
  });

  it('is not the same for all', () => {
    expect([backOff(1, 0), backOff(1, 1)]).toEqual([54_000, 66_000]);
    expect(backOff(0, 0.5)).toBe(60_000);
  });
});

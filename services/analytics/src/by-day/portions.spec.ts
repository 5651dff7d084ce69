import { describe, expect, it } from '@jest/globals';
import { portions, slices } from './portions.js';

describe('days', () => {
  it('are taken together up to so many clicks, and a larger one alone', () => {
    const days = [60, 40, 1, 500, 70].map((clicks, index) => ({ day: `2026-01-0${index + 1}`, clicks }));
    expect(portions(days, 100).map((some) => some.map(({ clicks }) => clicks))).toEqual([[60, 40], [1], [500], [70]]);
    expect(portions([], 100)).toEqual([]);
  });
});

describe('clicks', () => {
  it.each([
    [0, 1],
    [100, 1],
    [101, 2],
    [1_000, 10],
  ])('%d of them are taken in %d slices', (clicks, count) => {
    const all = slices(clicks, 100);
    expect(new Set(all).size).toBe(count);
    expect(all.at(-1)).toBe(`cityHash64(event_id) % ${count} = ${count - 1}`);
  });
});

import { describe, expect, it } from '@jest/globals';
import { rarely, rarelyEach } from './rarely.js';

describe('rarely', () => {
  it('tells at once, then once in a while, with the number of those left out', () => {
    let clock = 5_000;
    const told: [number, number][] = [];
    const sometimes = rarely(1_000, () => clock);
    for (; clock < 8_000; clock += 100) sometimes((suppressed) => told.push([clock, suppressed]));
    expect(told).toEqual([
      [5_000, 0],
      [6_000, 9],
      [7_000, 9],
    ]);
  });

  it('is not silenced by a clock that was set back', () => {
    let clock = 1_000_000;
    let told = 0;
    const sometimes = rarely(1_000, () => clock);
    sometimes(() => (told += 1));
    clock = 0;
    sometimes(() => (told += 1));
    expect(told).toBe(2);
  });
});

describe('rarelyEach', () => {
  it('tells of each key by itself', () => {
    const told: string[] = [];
    const each = rarelyEach(60_000);
    for (const key of ['one', 'other', 'one', 'other']) each(key, () => told.push(key));
    expect(told).toEqual(['one', 'other']);
  });
});

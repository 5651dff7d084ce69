import { describe, expect, it } from '@jest/globals';
import { portionsOf } from './portions';

const of = (lines: readonly string[]) => [...portionsOf(lines)];

describe('lines for the block list', () => {
  it('go a thousand at a time, none of them twice and none left out', () => {
    const lines = Array.from({ length: 2_001 }, (_, n) => `${n}.example`);
    const portions = of(lines);
    expect(portions.map(({ from, entries }) => [from, entries.length])).toEqual([
      [0, 1_000],
      [1_000, 1_000],
      [2_000, 1],
    ]);
    expect(portions.flatMap(({ entries }) => entries)).toEqual(lines);
    expect(of([])).toEqual([]);
  });

  it('go fewer at a time where they are long, whatever letters they have', () => {
    const lines = Array.from({ length: 100 }, (_, n) => `https://example.com/${n}/${'ế'.repeat(2_000)}`);
    const portions = of([...lines, 'x'.repeat(60_000), 'last.example']);
    expect(portions.flatMap(({ entries }) => entries)).toHaveLength(102);
    const bytes = portions.map(({ entries }) => new TextEncoder().encode(JSON.stringify({ entries })).length);
    expect(bytes.filter((size) => size > 50_000)).toHaveLength(1);
    expect(portions.map(({ from }) => from)).toEqual([...new Set(portions.map(({ from }) => from))]);
  });
});

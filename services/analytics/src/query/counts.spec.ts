import { describe, expect, it } from '@jest/globals';
import { type CountRow, cutShort, topOf } from './counts.js';

const row = (overrides: Partial<CountRow>): CountRow => ({
  dimension: 'country',
  value: 'VN',
  detail: '',
  clicks: 1,
  visitors: 1,
  ...overrides,
});

describe('topOf', () => {
  it('adds up a value over the parts, and sorts by clicks, then by visitors, then by name', () => {
    const parts = [
      [row({ clicks: 3, visitors: 2 }), row({ value: 'US', clicks: 4 }), row({ value: 'DE', clicks: 4 })],
      [row({ clicks: 1, visitors: 1 }), row({ dimension: 'os', value: 'iOS' })],
    ];
    const top = topOf(parts);
    expect(top.get('country')).toEqual([
      row({ clicks: 4, visitors: 3 }),
      row({ value: 'DE', clicks: 4 }),
      row({ value: 'US', clicks: 4 }),
    ]);
    expect(top.get('os')).toHaveLength(1);
  });

  it('tells cities of the same name apart by their country', () => {
    const city = { dimension: 'city', value: 'Paris' };
    const top = topOf([[row({ ...city, detail: 'FR', clicks: 2 }), row({ ...city, detail: 'US' })]]);
    expect(top.get('city')?.map(({ detail, clicks }) => [detail, clicks])).toEqual([
      ['FR', 2],
      ['US', 1],
    ]);
  });

  it('keeps fifty, chosen after the parts were added up', () => {
    const many = Array.from({ length: 60 }, (_, index) => row({ value: `v${index}`, clicks: 10 }));
    const top = topOf([many, [row({ value: 'v59' })]]).get('country') ?? [];
    expect(top).toHaveLength(50);
    expect(top[0]).toMatchObject({ value: 'v59', clicks: 11 });
  });
});

describe('cutShort', () => {
  const values = (dimension: string, count: number) =>
    Array.from({ length: count }, (_, index) => row({ dimension, value: `v${index}` }));

  it.each([
    ['one read has as many values as are read, and another has some', [2_000, 1], ['os']],
    ['no read has as many', [1_999, 1_999], []],
    ['no other read has any', [2_000, 0], []],
  ])('%s', (_what, [first = 0, second = 0], dimensions) => {
    const reads = [[...values('os', first), ...values('country', 3)], values('os', second), values('country', 3)];
    expect(cutShort(reads)).toEqual(dimensions);
    expect(cutShort(reads.toReversed())).toEqual(dimensions);
  });
});

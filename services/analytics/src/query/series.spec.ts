import { describe, expect, it } from '@jest/globals';
import { rangeQuerySchema } from '@linkway/contracts';
import { periodOf } from './period.js';
import { Buckets, planSeries } from './series.js';

const plan = (range: Record<string, string>, ...days: string[]) =>
  planSeries(
    periodOf(rangeQuerySchema.parse(range), Date.parse('2026-12-31T00:00:00Z')),
    days.map((day) => ({ day, clicks: 5, run: '1' })),
    [],
  );

describe('planSeries', () => {
  it('takes whole days where buckets begin with them', () => {
    const { added, counted } = plan({ from: '2026-03-01', to: '2026-03-05' }, '2026-03-02');
    expect(added).toEqual([{ state: { day: '2026-03-02', clicks: 5, run: '1' }, cut: null }]);
    expect(counted).toEqual([]);
  });

  it('cuts a day where a local one begins, at its quarter of an hour', () => {
    const range = { from: '2026-03-01', to: '2026-03-05', interval: 'day' };
    expect(plan({ ...range, timezone: 'Asia/Ho_Chi_Minh' }, '2026-03-02').added[0]?.cut).toBe(17 * 4);
    expect(plan({ ...range, timezone: 'Asia/Kathmandu' }, '2026-03-02').added[0]?.cut).toBe(18 * 4 + 1);
  });

  it('counts click by click where hours are not those of UTC', () => {
    const range = { from: '2026-03-01', to: '2026-03-05', interval: 'hour' };
    expect(plan({ ...range, timezone: 'Asia/Kolkata' }, '2026-03-02').counted).toHaveLength(1);
    expect(plan({ ...range, timezone: 'Asia/Tokyo' }, '2026-03-02').added).toHaveLength(1);
  });
});

describe('Buckets', () => {
  it('adds to the last bucket that has begun', () => {
    const buckets = new Buckets([0, 1_000, 5_000]);
    buckets.add(0, 1, 1);
    buckets.add(999, 1, 0);
    buckets.add(4_999, 2, 1);
    buckets.add(9_999_999, 3, 1);
    expect(buckets.points().map(({ clicks, unique }) => [clicks, unique])).toEqual([
      [2, 1],
      [2, 1],
      [3, 1],
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Formats } from '@linkway/kit/i18n';
import { bucketTick, bucketUnder, openFrom, type Series } from './bucket';

const formats = {
  date: (time: string) => time.slice(0, 10).split('-').reverse().join('/'),
  dateTime: (time: string) => `${time.slice(0, 10).split('-').reverse().join('/')} ${time.slice(11, 16)}`,
} as Formats;
const of = (interval: Series['interval'], times: string[], open_since?: string | null): Series => ({
  interval,
  open_since,
  series: times.map((time) => ({ time: `${time}:00.000Z`, clicks: 1, unique: 1 })),
});
const labels = (series: Series) =>
  series.series.map(({ time }) => [bucketTick(time, series.interval, formats), bucketUnder(time, series, formats)]);

describe('what stands on the axis', () => {
  it.each([
    [
      'days of one year',
      of('day', ['2026-11-18T00:00', '2026-11-19T00:00']),
      [
        ['18/11', undefined],
        ['19/11', undefined],
      ],
    ],
    [
      'weeks of two years',
      of('week', ['2025-11-17T00:00', '2026-11-16T00:00']),
      [
        ['17/11', '2025'],
        ['16/11', '2026'],
      ],
    ],
    [
      'months',
      of('month', ['2025-11-01T00:00', '2026-11-01T00:00']),
      [
        ['11/2025', undefined],
        ['11/2026', undefined],
      ],
    ],
    [
      'hours',
      of('hour', ['2026-11-18T23:00', '2026-11-19T00:00']),
      [
        ['23:00', '18/11'],
        ['00:00', '19/11'],
      ],
    ],
  ])('%s', (_, series, expected) => expect(labels(series)).toEqual(expected));
});

describe('the bucket that is not over', () => {
  const times = ['2026-11-18T00:00', '2026-11-19T00:00', '2026-11-20T00:00'];
  it.each([
    ['2026-11-20T00:00:00.000Z', 2],
    ['2026-11-19T00:00:00.000Z', 1],
    [null, null],
    [undefined, null],
    ['2026-12-01T00:00:00.000Z', null],
  ])('since %s', (since, index) => expect(openFrom(of('day', times, since))).toBe(index));
});

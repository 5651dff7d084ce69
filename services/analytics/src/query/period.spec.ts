import { describe, expect, it } from '@jest/globals';
import { rangeQuerySchema } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { openSince, periodOf } from './period.js';

const NOW = Date.parse('2026-03-31T15:20:30.400Z');
const period = (range: Record<string, string> = {}) => periodOf(rangeQuerySchema.parse(range), NOW);
const starts = (range: Record<string, string>) => period(range).buckets.map((start) => new Date(start).toISOString());
const codeOf = (range: Record<string, string>) => {
  try {
    period(range);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
  return null;
};

describe('periodOf', () => {
  it('without a range takes the last thirty days up to now, in whole local days', () => {
    const utc = period();
    expect(new Date(utc.from).toISOString()).toBe('2026-03-02T00:00:00.000Z');
    expect(utc).toMatchObject({ to: NOW, open: true, interval: 'day' });
    expect(utc.buckets).toHaveLength(30);
    const hanoi = period({ timezone: 'Asia/Ho_Chi_Minh' });
    expect(new Date(hanoi.from).toISOString()).toBe('2026-03-01T17:00:00.000Z');
    const closed = period({ to: '2026-03-31' });
    expect([new Date(closed.from).toISOString(), closed.buckets.length]).toEqual(['2026-03-01T00:00:00.000Z', 30]);
  });

  it('knows since when it is not over', () => {
    const open = (range: Record<string, string> = {}) => {
      const since = openSince(period(range), NOW);
      return since === null ? null : new Date(since).toISOString();
    };
    expect(open()).toBe('2026-03-31T00:00:00.000Z');
    expect(open({ interval: 'week' })).toBe('2026-03-30T00:00:00.000Z');
    expect(open({ from: '2026-03-31', interval: 'hour' })).toBe('2026-03-31T15:00:00.000Z');
    expect(open({ from: '2026-03-20', to: '2026-04-05' })).toBe('2026-03-31T00:00:00.000Z');
    expect(open({ from: '2026-03-01', to: '2026-03-31' })).toBeNull();
    expect(open({ from: '2026-05-01', to: '2026-06-01' })).toBe('2026-05-01T00:00:00.000Z');
  });

  it('reads a plain date as its first moment in the zone', () => {
    const berlin = period({ from: '2026-03-28', to: '2026-03-31', timezone: 'Europe/Berlin' });
    expect(berlin.buckets.map((start) => new Date(start).toISOString())).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(berlin.open).toBe(false);
  });

  it('begins with the bucket that holds the first moment', () => {
    expect(starts({ from: '2026-03-04T12:00:00Z', to: '2026-03-10T00:00:00Z', interval: 'week' })).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-09T00:00:00.000Z',
    ]);
    expect(starts({ from: '2025-12-15', to: '2026-02-01', interval: 'month' })).toEqual([
      '2025-12-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
    expect(
      starts({ from: '2026-03-04T12:10:00+05:30', to: '2026-03-04T14:00:00+05:30', timezone: 'Asia/Kolkata' }),
    ).toEqual(['2026-03-04T06:30:00.000Z', '2026-03-04T07:30:00.000Z']);
  });

  it('has an hour twice where clocks are put back, and begins a day late where midnight is skipped', () => {
    const back = { from: '2026-10-25', to: '2026-10-26', timezone: 'Europe/Berlin', interval: 'hour' };
    expect(starts(back)).toHaveLength(25);
    // In Cairo clocks went from 23:59:59 to 01:00 on 24 April 2026.
    const cairo = { from: '2026-04-23', to: '2026-04-26', timezone: 'Africa/Cairo', interval: 'day' };
    expect(starts(cairo)).toEqual(['2026-04-22T22:00:00.000Z', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z']);
    const lordHowe = { from: '2026-10-04', to: '2026-10-05', timezone: 'Australia/Lord_Howe', interval: 'hour' };
    const hours = starts(lordHowe);
    expect(hours[0]).toBe('2026-10-03T13:30:00.000Z');
    expect(hours.at(-1)).toBe('2026-10-04T12:00:00.000Z');
    expect(new Set(hours).size).toBe(hours.length);
  });

  it.each([
    [{ from: '2026-03-30', to: '2026-03-31' }, 'hour'],
    [{ from: '2026-03-01', to: '2026-03-31' }, 'day'],
    [{ from: '2025-10-01', to: '2026-03-31' }, 'week'],
    [{ from: '2020-01-01', to: '2026-03-31' }, 'month'],
  ])('chooses an interval for %j', (range, interval) => expect(period(range).interval).toBe(interval));

  it.each([
    [{ from: '2026-03-02', to: '2026-03-02' }, 'analytics.range_invalid'],
    [{ from: '2026-04-02' }, 'analytics.range_invalid'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'analytics.range_invalid'],
    [{ from: '0001-01-01', to: '2026-03-02' }, 'analytics.date_invalid'],
    [{ from: '0095-01-01', to: '2026-03-02' }, 'analytics.date_invalid'],
    [{ from: '1900-01-01', to: '2030-01-01' }, 'analytics.date_invalid'],
    [{ from: '1969-12-31T23:59:59Z', to: '2026-03-02' }, 'analytics.date_invalid'],
    [{ from: '2026-03-02', to: '9999-01-01' }, 'analytics.date_invalid'],
    [{ from: '2026-03-02', to: '2100-01-02' }, 'analytics.date_invalid'],
    [{ to: '0001-01-01' }, 'analytics.date_invalid'],
    [{ to: '1970-01-15' }, 'analytics.date_invalid'],
    [{ from: '2026-01-01', to: '2026-03-31', interval: 'hour' }, 'analytics.range_too_fine'],
    [{ from: '2000-01-01', to: '2026-03-31', interval: 'day' }, 'analytics.range_too_fine'],
    [{ timezone: 'Nowhere/At_All' }, 'analytics.timezone_invalid'],
    [{ timezone: '' }, 'analytics.timezone_invalid'],
    [{ timezone: '+07:00' }, 'analytics.timezone_invalid'],
  ])('refuses %j', (range, code) => expect(codeOf(range as Record<string, string>)).toBe(code));

  it.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'takes all dates from 1971 to 2099 in %s',
    (timezone) => {
      expect(codeOf({ from: '1971-01-01', to: '2026-03-02', timezone })).toBeNull();
      expect(codeOf({ from: '2026-03-02', to: '2099-12-31', timezone })).toBeNull();
    },
  );

  it('takes 62 days of hours', () => {
    expect(period({ from: '2026-01-01', to: '2026-03-04', interval: 'hour' }).buckets).toHaveLength(62 * 24);
  });
});

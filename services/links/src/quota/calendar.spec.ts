import { describe, expect, it } from '@jest/globals';
import { Calendar, hourOf, secondsLeftOfHour, systemTimeZone } from './calendar.js';

describe('Calendar', () => {
  const newYear = new Date('2025-12-31T17:30:00Z');

  it('counts days and months in its own zone', () => {
    expect(new Calendar('UTC').day(newYear)).toBe('2025-12-31');
    expect(new Calendar('Asia/Ho_Chi_Minh').day(newYear)).toBe('2026-01-01');
    expect(new Calendar('UTC').month(newYear)).toBe('2025-12');
    expect(new Calendar('Asia/Ho_Chi_Minh').month(newYear)).toBe('2026-01');
  });

  it('starts the day at midnight of a zone with summer time', () => {
    const calendar = new Calendar('America/New_York');
    expect(calendar.day(new Date('2026-07-01T03:59:59Z'))).toBe('2026-06-30');
    expect(calendar.day(new Date('2026-07-01T04:00:00Z'))).toBe('2026-07-01');
    expect(calendar.day(new Date('2026-12-01T04:59:59Z'))).toBe('2026-11-30');
  });

  it('knows how long the day still lasts', () => {
    expect(new Calendar('UTC').secondsLeftOfDay(new Date('2026-01-01T23:59:50Z'))).toBe(10);
    expect(new Calendar('UTC').secondsLeftOfDay(new Date('2026-01-01T00:00:00Z'))).toBe(86_400);
    expect(new Calendar('Asia/Ho_Chi_Minh').secondsLeftOfDay(new Date('2026-01-01T16:00:00Z'))).toBe(3_600);
  });

  it('knows when the month ends, to the minute, in every zone and over a change of clocks', () => {
    const end = (zone: string, at: string) => new Calendar(zone).monthEnd(new Date(at)).toISOString();
    expect(end('UTC', '2026-01-31T23:59:59Z')).toBe('2026-02-01T00:00:00.000Z');
    expect(end('UTC', '2026-01-01T00:00:00Z')).toBe('2026-02-01T00:00:00.000Z');
    expect(end('Asia/Ho_Chi_Minh', '2026-11-30T16:59:59Z')).toBe('2026-11-30T17:00:00.000Z');
    expect(end('Asia/Ho_Chi_Minh', '2026-11-30T17:00:00Z')).toBe('2026-12-31T17:00:00.000Z');
    expect(end('America/New_York', '2026-11-01T05:00:00Z')).toBe('2026-12-01T05:00:00.000Z');
    expect(end('Asia/Kathmandu', '2026-02-10T00:00:00Z')).toBe('2026-02-28T18:15:00.000Z');
    const calendar = new Calendar('UTC');
    expect(calendar.monthEnd(new Date('2026-01-05T00:00:00Z')).getUTCMonth()).toBe(1);
    expect(calendar.monthEnd(new Date('2026-02-05T00:00:00Z')).getUTCMonth()).toBe(2);
  });

  it('refuses a zone that does not exist, and knows the one of the system', () => {
    expect(() => new Calendar('Mars/Olympus')).toThrow(RangeError);
    expect(() => new Calendar(systemTimeZone())).not.toThrow();
  });
});

describe('hours', () => {
  it('are counted in UTC and end on the hour', () => {
    expect(hourOf(new Date('2026-01-31T09:59:59.999Z'))).toBe('2026-01-31T09');
    expect(secondsLeftOfHour(new Date('2026-01-31T09:59:59.500Z'))).toBe(1);
    expect(secondsLeftOfHour(new Date('2026-01-31T09:00:00Z'))).toBe(3_600);
  });
});

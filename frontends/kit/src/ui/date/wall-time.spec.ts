import { afterEach, describe, expect, it } from '@jest/globals';
import dayjs from 'dayjs';
import { setTimeZone } from '../../i18n/time-zone';
import { momentOf, wallTime } from './wall-time';

afterEach(() => setTimeZone(undefined));

const shown = (iso: string) => wallTime(iso).format('YYYY-MM-DD HH:mm:ss');

describe('what the clock of the account shows', () => {
  it.each([
    ['Asia/Tokyo', '2026-11-26T19:30:00.000Z', '2026-11-27 04:30:00'],
    ['America/New_York', '2026-11-26T02:15:10.000Z', '2026-11-25 21:15:10'],
    ['America/New_York', '2026-07-01T02:15:00.000Z', '2026-06-30 22:15:00'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00.000Z', '2026-01-01 05:45:00'],
  ])('in %s at %s is %s, and back', (zone, iso, wall) => {
    setTimeZone(zone);
    expect(shown(iso)).toBe(wall);
    expect(momentOf(dayjs(wall))).toBe(iso);
  });

  it('is right on both sides of a change of its offset', () => {
    setTimeZone('America/New_York');
    // Clocks go from 02:00 to 03:00 at 07:00 UTC, and back at 06:00 UTC on 1 November.
    expect(momentOf(dayjs('2026-03-08 01:59'))).toBe('2026-03-08T06:59:00.000Z');
    expect(momentOf(dayjs('2026-03-08 03:00'))).toBe('2026-03-08T07:00:00.000Z');
    expect(momentOf(dayjs('2026-11-01 00:30'))).toBe('2026-11-01T04:30:00.000Z');
    expect(momentOf(dayjs('2026-11-01 02:30'))).toBe('2026-11-01T07:30:00.000Z');
  });

  it("is the browser's where none is chosen, or one that it does not know", () => {
    for (const zone of [undefined, 'Mars/Olympus']) {
      setTimeZone(zone);
      expect(wallTime('2026-11-26T19:30:00.000Z').toISOString()).toBe('2026-11-26T19:30:00.000Z');
      expect(momentOf(dayjs('2026-11-26 19:30'))).toBe(dayjs('2026-11-26 19:30').toISOString());
    }
  });
});

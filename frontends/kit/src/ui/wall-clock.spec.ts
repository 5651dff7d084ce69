import { afterEach, expect, it } from '@jest/globals';
import { setTimeZone } from '../i18n/time-zone';
import { dayStart, wallClock } from './wall-clock';

afterEach(() => setTimeZone(undefined));

it.each([
  ['Asia/Kolkata', '2026-11-20T10:25:30.400Z', '2026-11-20T15:55:30Z'],
  ['America/New_York', '2026-01-01T03:00:00Z', '2025-12-31T22:00:00Z'],
  // Put back from three to two: both hours show the same.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'],
])('tells what a clock in %s shows at %s', (zone, moment, shown) => {
  setTimeZone(zone);
  expect(wallClock(Date.parse(moment))).toBe(Date.parse(shown));
});

it('tells what the clock of the browser shows, where the account has chosen no zone', () => {
  const moment = new Date(2026, 9, 25, 2, 30, 15);
  expect(wallClock(moment.getTime())).toBe(Date.UTC(2026, 9, 25, 2, 30, 15));
});

it.each([
  ['Asia/Ho_Chi_Minh', '2026-11-20', '2026-11-19T17:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00:00.000Z'],
  // Put on at midnight: the day begins at one.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
])('tells when in %s the day %s begins', (zone, day, moment) => {
  setTimeZone(zone);
  expect(dayStart(day)).toBe(moment);
});

it('tells when a day of the browser begins, where the account has chosen no zone', () => {
  expect(dayStart('2026-10-25')).toBe(new Date(2026, 9, 25).toISOString());
});

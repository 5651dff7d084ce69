import { expect, it } from '@jest/globals';
import { daysSince } from './days-since';

const local = (day: number, hour: number): Date => new Date(2026, 2, day, hour, 30);

it.each([
  [local(5, 23), local(6, 0), 1],
  [local(5, 0), local(5, 23), 0],
  // Over a change of the clock, in zones that have one.
  [local(1, 12), local(31, 12), 30],
  // A clock that is wrong here.
  [local(6, 1), local(5, 1), 0],
])('counts days by the calendar: from %s to %s', (from, to, days) => {
  expect(daysSince(from.toISOString(), to)).toBe(days);
});

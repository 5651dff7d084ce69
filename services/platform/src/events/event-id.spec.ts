import { afterEach, expect, it, jest } from '@jest/globals';
import { validate, version } from 'uuid';
import { eventId } from './event-id.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const some = (count: number) => Array.from({ length: count }, eventId);

it('makes UUIDs of version 7 with the time of now', () => {
  const before = Date.now();
  const id = eventId();
  expect([validate(id), version(id)]).toEqual([true, 7]);
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});

it('makes ids that sort as they were made, within a millisecond and where the clock goes back', () => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  const ids = some(10_000);
  jest.spyOn(Date, 'now').mockReturnValue(now - 3_600_000);
  ids.push(...some(1_000));
  jest.spyOn(Date, 'now').mockReturnValue(now + 1);
  ids.push(...some(1_000));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it('shares no random digits between ids', () => {
  const ends = some(600).map((id) => id.slice(-12));
  expect(new Set(ends).size).toBe(ends.length);
});

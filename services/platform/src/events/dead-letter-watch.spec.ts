import { describe, expect, it } from '@jest/globals';
import type { StreamInfo } from '@nats-io/jetstream';
import { evictedBetween } from './dead-letter-watch.js';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

interface Some {
  first: number;
  last: number;
  deleted?: number;
  bytes?: number;
  maxBytes?: number;
  created?: string;
  /** Age of the oldest, in days. */
  days?: number;
}

const stream = ({ first, last, deleted = 0, bytes = 1_000, maxBytes = 1_000, created = 'then', days = 1 }: Some) =>
  ({
    created,
    config: { max_bytes: maxBytes, max_age: 30 * DAY_MS * 1e6 },
    state: {
      messages: last - first + 1 - deleted,
      first_seq: first,
      last_seq: last,
      first_ts: new Date(NOW - days * DAY_MS).toISOString(),
      bytes,
      num_deleted: deleted,
    },
  }) as StreamInfo;

const evicted = (before: Some | null, now: Some) => evictedBetween(before && stream(before), stream(now), NOW);

describe('dead letters that left a full stream', () => {
  it.each<[string, number, Some | null, Some]>([
    ['make room for new ones', 3, { first: 1, last: 20 }, { first: 4, last: 23 }],
    ['are more than there were', 30, { first: 1, last: 20 }, { first: 31, last: 50 }],
    ['came and left between two looks', 5, null, { first: 6, last: 20 }],
    [
      'are counted once though some between them had been taken out',
      3,
      { first: 1, last: 20, deleted: 4 },
      { first: 8, last: 23 },
    ],
    ['had no room when it was made smaller', 10, { first: 1, last: 20, maxBytes: 2_000 }, { first: 11, last: 20 }],
    [
      'beside one that an operator took out of the middle',
      3,
      { first: 1, last: 20 },
      { first: 4, last: 24, deleted: 1 },
    ],
  ])('%s', (_what, count, before, now) => {
    expect(evicted(before, now)).toBe(count);
  });

  it.each<[string, Some | null, Some]>([
    ['nothing left', { first: 1, last: 20 }, { first: 1, last: 23 }],
    ['an operator took the oldest', { first: 1, last: 20 }, { first: 2, last: 20, bytes: 950 }],
    ['an operator took one out of the middle', { first: 1, last: 20 }, { first: 1, last: 21, deleted: 1 }],
    ['an operator took them all, and new ones came', { first: 1, last: 20 }, { first: 21, last: 23, bytes: 150 }],
    ['they came to their age', { first: 1, last: 20, days: 30 }, { first: 6, last: 22 }],
    ['the stream is another one', { first: 90, last: 99, created: 'before' }, { first: 1, last: 20 }],
  ])('are none when %s', (_what, before, now) => {
    expect(evicted(before, now)).toBe(0);
  });
});

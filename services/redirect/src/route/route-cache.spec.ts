import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { route } from './fake-route.js';
import { RouteCache } from './route-cache.js';
import { type RouteVersion, versionOf } from './route-version.js';

/** The one that the cache's store has found; fake timers put another one in its place. */
const { performance } = globalThis;

let cache: RouteCache;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
  cache = new RouteCache({ size: 100, ttlMs: 60_000 });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const known = (version: number, host = 'go.test'): RouteVersion => versionOf(route({ host, version }));
const valid = (...read: RouteVersion[]) => cache.valid('abc', read);

describe('a version that links took back', () => {
  it('is not read again, on however many hosts', () => {
    for (const host of ['go.test', 'other.test', 'third.test']) cache.correct(known(1, host), 2);
    expect(valid(known(2), known(2, 'other.test'), known(2, 'third.test'))).toEqual([]);
  });

  it('is read on other hosts, and so are other versions on its own', () => {
    cache.correct(known(1), 2);
    expect(valid(known(2), known(2, 'other.test'))).toEqual([known(2, 'other.test')]);
    expect(valid(known(1))).toEqual([known(1)]);
    expect(valid(known(3))).toEqual([known(3)]);
    expect(cache.valid('other', [known(2)])).toEqual([known(2)]);
  });

  it('is one that was newer: of the same version links told the content', () => {
    cache.correct(known(2), 2);
    cache.correct(known(2, 'other.test'), 1);
    cache.correct(known(2, 'third.test'), null);
    const read = [known(2), known(1, 'other.test'), known(2, 'third.test')];
    expect(valid(...read)).toEqual(read);
  });

  it('is read again after two minutes, when links may have come to it', async () => {
    cache.correct(known(1), 2);
    await jest.advanceTimersByTimeAsync(119_000);
    expect(valid(known(2))).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(valid(known(2))).toEqual([known(2)]);
  });
});

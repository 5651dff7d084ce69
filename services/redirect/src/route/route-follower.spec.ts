import { beforeEach, expect, it } from '@jest/globals';
import { type EventData, linkUpdated } from '@linkway/contracts';
import { type EventTail, Metrics } from '@linkway/platform';
import { route } from './fake-route.js';
import { RouteCache, type RouteEntry } from './route-cache.js';
import { RouteFollower } from './route-follower.js';
import { versionOf } from './route-version.js';

let cache: RouteCache;
let metrics: Metrics;
let tell: (event: EventData<typeof linkUpdated>) => void;
let gap: () => void;
beforeEach(() => {
  cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
  const follow = (_contracts: unknown, handler: typeof tell) => {
    tell = handler;
    return { onGap: (callback: () => void) => void (gap = callback), stop: () => undefined };
  };
  metrics = new Metrics('redirect');
  new RouteFollower(cache, { follow } as unknown as EventTail, metrics).onModuleInit();
});

it('an event takes effect in memory at once, on the key that the link left too', () => {
  for (const code of ['abc', 'old']) cache.put(versionOf(route({ code })), false);
  const moved = route({ version: 2 });
  tell({ route: moved, previous: { host: 'go.test', code: 'old', version: 2 } });
  expect(cache.get('abc', 'go.test')?.known.route).toBe(moved);
  expect(cache.get('old', 'go.test')?.known.route).toBeNull();
});

it('where events may have been missed nothing in memory is answered with any more before it was loaded anew', () => {
  const entry: RouteEntry = cache.put(versionOf(route()), false);
  gap();
  expect(cache.servable(entry)).toBe(false);
  expect(entry.freshUntil).toBeLessThanOrEqual(performance.now());
});

it('lookups are told where they were found, each once', async () => {
  const told = async () =>
    [...(await metrics.registry.metrics()).matchAll(/^redirect_route_lookups_total\{from="(\w+)".*\} (\d+)$/gm)].map(
      ([, from, count]) => [from, count],
    );
  cache.put(versionOf(route()), false);
  cache.get('abc', 'go.test');
  cache.hits = 2;
  cache.misses = 1;
  const expected = [
    ['memory', '2'],
    ['elsewhere', '1'],
  ];
  expect(await told()).toEqual(expected);
  expect(await told()).toEqual(expected);
  expect(await metrics.registry.metrics()).toMatch(/^redirect_route_cache_entries\{.*\} 1$/m);
});

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type EventData, linkUpdated } from '@linkway/contracts';
import type { EventTail, Metrics } from '@linkway/platform';
import { route } from './fake-route.js';
import { RouteCache, type RouteEntry } from './route-cache.js';
import { RouteFollower } from './route-follower.js';
import { versionOf } from './route-version.js';

let cache: RouteCache;
let follower: RouteFollower;
let tell: (event: EventData<typeof linkUpdated>) => void;
let gap: () => void;
beforeEach(() => {
  cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
  const follow = (_contracts: unknown, handler: typeof tell) => {
    tell = handler;
    return { onGap: (callback: () => void) => void (gap = callback), stop: () => undefined };
  };
  const metric = { inc: () => undefined, set: () => undefined };
  const metrics = { counter: () => metric, gauge: () => metric };
  follower = new RouteFollower(cache, { follow } as unknown as EventTail, metrics as unknown as Metrics);
  follower.onModuleInit();
});
afterEach(() => follower.onModuleDestroy());

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
  expect(entry.freshUntil).toBeLessThanOrEqual(Date.now());
});

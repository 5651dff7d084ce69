import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { usedHeap } from '@linkway/platform/testkit';
import { route } from './fake-route.js';
import { RouteCache } from './route-cache.js';
import { nothing, type RouteVersion, versionOf } from './route-version.js';

/** The one that the cache's store has found; fake timers put another one in its place. */
const { performance } = globalThis;

let cache: RouteCache;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
  cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const known = (version: number, host = 'go.test'): RouteVersion => versionOf(route({ host, version }));
/** Those that are read; the others count as nothing. */
const valid = (...read: RouteVersion[]) =>
  read.map((one) => cache.valid(one)).filter(({ route: told }) => told !== null);

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
    const other = versionOf(route({ code: 'other', version: 2 }));
    expect(valid(other)).toEqual([other]);
    expect(cache.valid(known(2))).toEqual(nothing(known(2)));
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

describe('what events and links told', () => {
  it('holds over what is read, whichever of the two it was', () => {
    cache.apply(known(3));
    expect(cache.put(known(2), false).known.version).toBe(3);
    cache.correct(known(1), 3);
    expect(cache.put(cache.valid(known(3)), false).known.version).toBe(1);
    // Links comes to that version again, and an event says so.
    cache.apply(known(3));
    expect(cache.put(cache.valid(known(3)), false).known.version).toBe(3);
  });

  it('never goes back, in whatever order events, answers and rows come', () => {
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
    ]) {
      const routes = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
      let newest = 0;
      for (const version of order) {
        const takes: ((one: RouteVersion) => unknown)[] = [
          (one) => routes.apply(one),
          (one) => routes.correct(one, null),
          (one) => routes.put(one, false),
        ];
        for (const take of takes) {
          take(known(version));
          newest = Math.max(newest, version);
          expect(routes.put(known(1), false).known.version).toBe(newest);
        }
      }
    }
  });
});

describe('an entry in memory', () => {
  const gone = (version: number): RouteVersion => ({ ...known(version), route: null });

  it('is as nobody asked links about it once an event ends its link', () => {
    const entry = cache.put(known(1), false);
    cache.renew(entry);
    entry.elsewhere = route({ host: 'other.test' });
    expect(entry.confirmed).toBe(true);
    cache.apply(gone(2));
    expect(entry).toMatchObject({ confirmed: false, assumed: false, elsewhere: undefined });
    expect(entry.freshUntil).toBeLessThanOrEqual(performance.now() + 5_000);
    cache.renew(entry);
    cache.apply(gone(3));
    // It led nowhere before, and does so still.
    expect(entry.confirmed).toBe(true);
  });

  it('counts as links own word once that found it right, also where it only stood for that before', () => {
    const entry = cache.put(gone(1), true);
    entry.assumed = true;
    entry.confirmed = false;
    expect(cache.renew(entry)).toMatchObject({ confirmed: true, assumed: false });
  });

  it('guards nothing any more once a link is made on its own host', () => {
    const entry = cache.put(gone(1), true);
    cache.guard(entry);
    cache.apply(known(2));
    expect(entry.guards).toBe(false);
    cache.apply(gone(3));
    expect(cache.size).toBe(0);
  });

  it('is to be loaded anew after a gap in the events, whatever it is', () => {
    const [b, c] = ['b.test', 'c.test'].map((host) => nothing(known(1, host))) as [RouteVersion, RouteVersion];
    const entries = [cache.put(known(1), false), cache.put(b, true), cache.put(c, true)];
    cache.guard(entries[1] as (typeof entries)[1]);
    cache.expireAll();
    for (const entry of entries) expect([entry.freshUntil, cache.servable(entry)]).toEqual([0, false]);
  });

  it('takes a newer version that was read along, and is trusted for no longer by that', () => {
    const entry = cache.put(known(2, '*'), false, performance.now() - 30_000);
    const { freshUntil } = entry;
    cache.refresh(entry, known(1, '*'));
    expect(entry.known.version).toBe(2);
    cache.refresh(entry, known(3, '*'));
    expect([entry.known.version, entry.freshUntil]).toEqual([3, freshUntil]);
  });
});

describe('a version that links took back is remembered', () => {
  it('when an event tells of an older one, and when links takes back another', () => {
    cache.correct(known(1), 5);
    cache.apply(known(2));
    cache.correct(known(3), 4);
    expect(valid(known(5), known(4))).toEqual([]);
    expect(valid(known(3))).toEqual([known(3)]);
  });
});

describe('names that are made up', () => {
  const guard = (host: string) => {
    const entry = cache.put(nothing({ code: 'abc', host }), false);
    cache.guard(entry);
  };

  it('push no link out of memory, however many a link for any host is visited under', () => {
    for (let code = 0; code < 300; code += 1) cache.put(versionOf(route({ code: `c${code}` })), false);
    for (let host = 0; host < 20_000; host += 1) guard(`h${host}.test`);
    for (let code = 0; code < 300; code += 1) expect(cache.get(`c${code}`, 'go.test')).toBeDefined();
    expect(cache.get('abc', 'h19999.test')?.guards).toBe(true);
    expect(cache.get('abc', 'h0.test')).toBeUndefined();
    expect(cache.bytes).toBeLessThanOrEqual(1_000_000);
  });

  it('keep nothing of what a visitor sent but the code and the host', () => {
    jest.useRealTimers();
    const before = usedHeap();
    const large = new RouteCache({ bytes: 100_000_000, ttlMs: 60_000 });
    for (let number = 0; number < 4_000; number += 1) {
      // As the code is taken from an address: a part of it, which keeps the whole in memory.
      const address = `/a-public-code-${number}?${Buffer.alloc(15_000, 'x').toString('latin1')}`;
      const code = /^\/([^?]+)/.exec(address)?.[1] ?? '';
      const entry = large.put(nothing({ code, host: 'h.test' }), false);
      if (number % 2 === 0) large.guard(entry);
    }
    // 60 MB were sent.
    expect(usedHeap() - before).toBeLessThan(15_000_000);
    expect(large.get('a-public-code-2', 'h.test')).toBeDefined();
  });
});

describe('the bytes of memory', () => {
  const long = (code: string, characters: number): RouteVersion =>
    versionOf(route({ code, original_url: `https://example.com/${'x'.repeat(characters)}` }));

  it('are what bounds it: many short links fit, or few long ones', () => {
    const [short, tall] = [
      new RouteCache({ bytes: 1_000_000, ttlMs: 1 }),
      new RouteCache({ bytes: 1_000_000, ttlMs: 1 }),
    ];
    for (let code = 0; code < 2_000; code += 1) {
      short.put(long(`c${code}`, 0), false);
      tall.put(long(`c${code}`, 4_000), false);
    }
    expect(short.size).toBeGreaterThan(400);
    expect(tall.size).toBeLessThan(200);
    for (const routes of [short, tall]) expect(routes.bytes).toBeLessThanOrEqual(1_000_000);
    expect(tall.get('c1999', 'go.test')).toBeDefined();
    expect(tall.get('c0', 'go.test')).toBeUndefined();
  });

  it('are counted anew when an event changes a link in memory', () => {
    cache.put(long('abc', 10), false);
    const before = cache.bytes;
    cache.apply({ ...long('abc', 4_000), version: 2 });
    expect(cache.bytes).toBeGreaterThan(before + 3_900);
    cache.apply({ ...long('abc', 10), version: 3 });
    expect(cache.bytes).toBe(before);
    cache.apply({ code: 'abc', host: 'go.test', version: 4, route: null });
    expect(cache.bytes).toBe(0);
  });

  it('are those of all destinations, and of the hash of a password', () => {
    const bytesOf = (more: Partial<Route>): number => {
      const routes = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
      routes.put(versionOf(route(more)), false);
      return routes.bytes;
    };
    const plain = bytesOf({});
    const mobile = `https://m.example.com/${'x'.repeat(4_000)}`;
    expect(bytesOf({ device_targeting: { mobile } })).toBeGreaterThan(plain + 4_500);
    expect(bytesOf({ system_targeting: { ios: mobile } })).toBeGreaterThan(plain + 4_500);
    expect(bytesOf({ location_targeting: { VN: mobile, other: mobile } })).toBeGreaterThan(plain + 9_000);
    expect(bytesOf({ password_hash: 'x'.repeat(100) })).toBe(plain + 100);
  });

  it('bound what events tell of links that nobody visits, too', () => {
    for (let code = 0; code < 500; code += 1) cache.apply(long(`c${code}`, 4_000));
    // What was told last is put over the table still; the first ones gave way.
    expect(cache.put(nothing({ code: 'c499', host: 'go.test' }), false).known.version).toBe(1);
    expect(cache.put(nothing({ code: 'c0', host: 'go.test' }), false).known.version).toBe(0);
  });
});

describe('what is kept for a start without stores', () => {
  it('is what leads somewhere and what guards a link for any host, the last visited first', () => {
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    for (const code of ['a', 'b', 'c']) cache.put(versionOf(route({ code })), false);
    cache.put(nothing({ code: 'unknown', host: 'go.test' }), true);
    cache.guard(cache.put(nothing({ code: 'guard', host: 'go.test' }), true));
    cache.get('a', 'go.test');
    expect(cache.hottest(9).map(({ known }) => known.code)).toEqual(['a', 'c', 'b', 'guard']);
    expect(cache.hottest(2).map(({ known }) => known.code)).toEqual(['a', 'c', 'guard']);
  });

  it('is asked about before anybody is answered with it, and not to be asked for as unknown', () => {
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    cache.restore(versionOf(route()), false);
    cache.restore(nothing({ code: 'guard', host: 'go.test' }), true);
    const entry = cache.get('abc', 'go.test');
    expect(entry).toMatchObject({ freshUntil: 0, waitFrom: 0, confirmed: true, guards: false });
    expect(entry && cache.servable(entry)).toBe(true);
    expect(cache.get('guard', 'go.test')).toMatchObject({ guards: true, known: { route: null } });
    expect(cache.size).toBe(2);
  });

  it('has become otherwise with each link, and not with codes that lead nowhere', () => {
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    const changed = (act: () => unknown) => {
      const before = cache.revision;
      act();
      return cache.revision > before;
    };
    expect(changed(() => cache.put(nothing({ code: 'unknown', host: 'go.test' }), true))).toBe(false);
    expect(changed(() => cache.put(versionOf(route()), false))).toBe(true);
    expect(changed(() => cache.get('abc', 'go.test'))).toBe(false);
    expect(changed(() => cache.apply(versionOf(route({ version: 2 }))))).toBe(true);
    expect(changed(() => cache.apply({ code: 'abc', host: 'go.test', version: 3, route: null }))).toBe(true);
    expect(changed(() => cache.guard(cache.put(nothing({ code: 'unknown', host: 'go.test' }), true)))).toBe(true);
  });

  it('hears of what events and links told of any key', () => {
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    const told: unknown[] = [];
    cache.onTold = (change, held) => told.push([change.version, held]);
    cache.apply(versionOf(route({ version: 2 })));
    cache.correct(versionOf(route({ version: 1 })), 2);
    expect(told).toEqual([
      [2, null],
      [1, 2],
    ]);
  });

  it('is doubted until links was asked, however often it had to stand', () => {
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    cache.restore(versionOf(route()), false);
    const [entry] = cache.doubtful();
    if (!entry) throw new Error('it is not doubted');
    cache.extend(entry, 2_000, 0);
    expect(entry.waitFrom).toBe(entry.freshUntil);
    cache.renew(entry);
    expect(cache.doubtful()).toEqual([]);
    cache.extend(entry, 2_000, 0);
    expect(entry.waitFrom).toBe(60_000);
    cache.doubtAll();
    expect(cache.doubtful()).toEqual([entry]);
    expect(entry).toMatchObject({ freshUntil: 0, waitFrom: 0 });
    cache.renew(entry);
    expect(cache.doubtful()).toEqual([]);
    cache.expireAll();
    expect(cache.doubtful()).toEqual([entry]);
    // Asked before the gap, and after it.
    cache.renew(entry, performance.now(), cache.gaps - 1);
    expect(cache.doubtful()).toEqual([entry]);
    cache.renew(entry, performance.now(), cache.gaps);
    expect(cache.doubtful()).toEqual([]);
  });

  it('says nothing any more of codes that led nowhere, once all of it is doubted', () => {
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    cache.put(nothing({ code: 'unknown', host: 'go.test' }), true);
    cache.doubtAll();
    expect(cache.get('unknown', 'go.test')).toBeUndefined();
  });

  it('gives way to what events have told', () => {
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    cache.apply({ code: 'abc', host: 'go.test', version: 2, route: null });
    cache.restore(versionOf(route()), false);
    expect(cache.get('abc', 'go.test')?.known).toMatchObject({ version: 2, route: null });
  });
});

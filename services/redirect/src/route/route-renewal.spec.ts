import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { route } from './fake-route.js';
import { Misses } from './misses.js';
import { RouteCache, type RouteEntry } from './route-cache.js';
import { type Found, isRefused, RouteDirectory } from './route-directory.js';
import { nothing, type RouteVersion, versionOf } from './route-version.js';

/** A question that is answered when the test says so. */
class Held<T> {
  asked = 0;
  answer: (value: T) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;
  readonly ask = (): Promise<T> => {
    this.asked += 1;
    return new Promise((answer, fail) => {
      this.answer = answer;
      this.fail = fail;
    });
  };
}

const TTL_MS = 60_000;
const VISITOR = '192.0.2.1';
const first = versionOf(route());
const second = versionOf(route({ version: 2, original_url: 'https://example.com/2' }));
const keys = ['go.test', '*'].map((host) => nothing({ code: 'abc', host }));

let cache: RouteCache;
let directory: RouteDirectory;
let check: Held<void>;
let lookUp: Held<RouteVersion[]>;
let resolve: Held<RouteVersion[]>;
let elsewhere: Held<Route | null>;
beforeEach(() => {
  // What follows takes no time of the clock, however slow the machine is.
  jest.useFakeTimers();
  check = new Held();
  lookUp = new Held();
  resolve = new Held();
  elsewhere = new Held();
  cache = new RouteCache({ bytes: 1_000_000, ttlMs: TTL_MS }, performance.now() - 60_000);
  directory = directoryOf(cache);
});
afterEach(() => {
  jest.useRealTimers();
});

function directoryOf(routes: RouteCache): RouteDirectory {
  const questions = { check: check.ask, lookUp: lookUp.ask, resolve: resolve.ask, elsewhere: elsewhere.ask };
  const repository = { apply: async () => undefined };
  return new RouteDirectory(routes, questions, new Misses({ perMinute: 5, perSecond: 1_000 }), repository, {
    warn: () => undefined,
  });
}
const find = (host = 'go.test', code = 'abc') => directory.find(code, host, performance.now(), VISITOR);
/** Lets everything happen that waits for nothing but its turn. */
const turn = () => jest.advanceTimersByTimeAsync(0);
/** In memory since then. */
const inMemory = (ageMs: number, code = 'abc') =>
  cache.put(versionOf(route({ code })), false, performance.now() - ageMs);
/** One whose time is over and that is answered with meanwhile: its renewal waits for links. */
function renewing(): RouteEntry {
  const entry = inMemory(55_000);
  expect(find()).toBe(entry.known.route);
  expect(check.asked).toBe(1);
  return entry;
}
const urlOf = (found: Found) => (found && !isRefused(found) ? found.original_url : undefined);

describe.each([1, -1])('while the clock is set by %s h', (hours) => {
  const setClock = () => jest.setSystemTime(Date.now() + hours * 3_600_000);

  it('links is asked within a minute about a route whose event was lost', async () => {
    const entry = inMemory(0);
    setClock();
    expect(find()).toBe(entry.known.route);
    expect(check.asked).toBe(0);
    await jest.advanceTimersByTimeAsync(55_000);
    expect(find()).toBe(entry.known.route);
    expect(check.asked).toBe(1);
  });

  it('links is asked again soon after it could not be', async () => {
    renewing();
    check.fail(new Error('away'));
    await turn();
    lookUp.fail(new Error('away'));
    await turn();
    setClock();
    void find();
    expect(check.asked).toBe(1);
    await jest.advanceTimersByTimeAsync(5_000);
    void find();
    expect(check.asked).toBe(2);
  });
});

describe('while links hangs, the database is asked at once', () => {
  it('for a link of which an event may have been missed', async () => {
    renewing();
    cache.expireAll();
    const found = find();
    expect(lookUp.asked).toBe(1);
    lookUp.answer([second]);
    expect(urlOf(await found)).toBe('https://example.com/2');
  });

  it('for the same code under another host', async () => {
    renewing();
    const found = find('other.test');
    expect(lookUp.asked).toBe(1);
    lookUp.answer([versionOf(route({ host: 'other.test' }))]);
    expect(await found).toMatchObject({ host: 'other.test' });
  });

  it('for whoever waits for links already when an event may have been missed', async () => {
    inMemory(2 * TTL_MS);
    const found = find();
    cache.expireAll();
    await jest.advanceTimersByTimeAsync(300);
    expect(lookUp.asked).toBe(1);
    lookUp.answer([second]);
    expect(urlOf(await found)).toBe('https://example.com/2');
  });
});

describe('a renewal and a load at the same time', () => {
  /** A load that waits for no renewal: events may have been missed. */
  const loading = () => {
    cache.expireAll();
    return find();
  };

  it('ask the database one question', async () => {
    renewing();
    const found = loading();
    check.fail(new Error('no responders'));
    await turn();
    expect(lookUp.asked).toBe(1);
    lookUp.answer([second]);
    expect(urlOf(await found)).toBe('https://example.com/2');
  });

  it('ask the database one question, whichever comes first', async () => {
    renewing();
    check.fail(new Error('no responders'));
    await turn();
    const found = loading();
    expect(lookUp.asked).toBe(1);
    lookUp.answer([second]);
    expect(urlOf(await found)).toBe('https://example.com/2');
  });

  it('leave what was loaded last, where links then is away', async () => {
    renewing();
    const found = loading();
    lookUp.answer([second]);
    const loaded = await found;
    check.fail(new Error('no responders'));
    await turn();
    expect(lookUp.asked).toBe(1);
    expect(cache.get('abc', 'go.test')?.known).toBe(second);
    expect(loaded).toBe(second.route);
  });

  it('answer whoever waits for links with what was loaded meanwhile', async () => {
    inMemory(2 * TTL_MS);
    const waiting = find();
    void loading();
    lookUp.answer([second]);
    await turn();
    check.answer();
    expect(urlOf(await waiting)).toBe('https://example.com/2');
  });

  it('leave what was trusted meanwhile, where the database then fails', async () => {
    const entry = renewing();
    check.fail(new Error('no responders'));
    await turn();
    expect(lookUp.asked).toBe(1);
    cache.renew(entry);
    const { freshUntil } = entry;
    lookUp.fail(new Error('refused'));
    await turn();
    expect(entry.freshUntil).toBe(freshUntil);
  });

  it('leave a link expired of which an event may have been missed while links was asked', async () => {
    renewing();
    cache.expireAll();
    check.answer();
    await turn();
    const found = find();
    expect(lookUp.asked).toBe(1);
    lookUp.answer([second]);
    expect(urlOf(await found)).toBe('https://example.com/2');
  });

  it('do not bring back a version that links took back, as long as the database tells it still', async () => {
    cache.put(second, false, performance.now() - 55_000);
    void find();
    const found = loading();
    cache.correct(first, second.version);
    check.answer();
    await turn();
    lookUp.answer([second]);
    expect(await found).toBe(first.route);
    expect(cache.get('abc', 'go.test')?.known).toBe(first);
  });

  it.each([
    ['answers', () => resolve.answer([])],
    ['is away', () => resolve.fail(new Error('no responders'))],
  ])('do not bring back a version that links took back when it was asked before and %s', async (_name, end) => {
    const found = find();
    lookUp.answer([{ ...second, route: null }]);
    await turn();
    expect(resolve.asked).toBe(1);
    cache.correct(first, second.version);
    end();
    expect(await found).toBe(first.route);
  });

  it.each([
    ['is its word, and it is not asked again', false, 0],
    ['is not its word where it could not be asked', true, 1],
  ])('what links said while the database was read %s', async (_name, assumed, asked) => {
    const found = find();
    expect(lookUp.asked).toBe(1);
    for (const key of keys) cache.put(key, true).assumed = assumed;
    lookUp.answer([]);
    await turn();
    expect(resolve.asked).toBe(asked);
    expect(elsewhere.asked).toBe(1 - asked);
    resolve.answer([]);
    await turn();
    elsewhere.answer(null);
    expect(await found).toBeNull();
  });

  it('leave what links said of a host meanwhile, on which a link for any host was visited', async () => {
    const any = versionOf(route({ host: '*' }));
    cache.guard(cache.put(nothing(first), false, performance.now() - 55_000), performance.now() - 55_000);
    cache.put(any, false);
    expect(find()).toBe(any.route);
    expect(check.asked).toBe(1);
    cache.put(first, true);
    check.answer();
    await turn();
    expect(find()).toBe(first.route);
    expect(lookUp.asked).toBe(0);
  });
});

it.each([
  ['is in memory', true],
  ['is in the table', false],
])('whoever waits for a check that ends his link gets the link for any host, which %s', async (_where, inside) => {
  inMemory(2 * TTL_MS);
  const any = versionOf(route({ host: '*' }));
  if (inside) cache.put(any, false);
  const found = find();
  const gone = { ...second, route: null };
  cache.correct(gone, first.version);
  check.answer();
  await turn();
  expect([lookUp.asked, elsewhere.asked]).toEqual([inside ? 0 : 1, 0]);
  lookUp.answer([gone, any]);
  expect(await found).toBe(any.route);
});

it('whoever comes rarely waits for the check of a link for any host, however lately that of his own host was', async () => {
  const any = versionOf(route({ host: '*' }));
  cache.guard(cache.put(nothing(first), false));
  cache.put(any, false, performance.now() - 2 * TTL_MS);
  const found = find();
  expect(found).toBeInstanceOf(Promise);
  const moved = versionOf(route({ host: '*', version: 2, original_url: 'https://example.com/2' }));
  cache.correct(moved, any.version);
  check.answer();
  expect(await found).toBe(moved.route);
});

it('links that could not be asked is asked by whoever read the database meanwhile', async () => {
  const before = find();
  lookUp.answer([]);
  await turn();
  cache.expireAll();
  const found = find();
  expect([lookUp.asked, resolve.asked]).toEqual([2, 1]);
  resolve.fail(new Error('no responders'));
  await turn();
  lookUp.answer([]);
  await turn();
  expect(resolve.asked).toBe(2);
  resolve.answer([first]);
  expect(await found).toBe(first.route);
  elsewhere.answer(null);
  expect(await before).toBeNull();
});

describe('where the database fails, whoever waits for it gets', () => {
  const loading = () => {
    cache.expireAll();
    const found = find();
    expect(lookUp.asked).toBe(1);
    return found;
  };
  const failing = async () => {
    lookUp.fail(new Error('refused'));
    await turn();
    expect(resolve.asked).toBe(0);
  };
  const linksIsAway = () => jest.advanceTimersByTimeAsync(300);

  it('the link for any host, where an event has ended his own meanwhile', async () => {
    inMemory(0);
    const any = cache.put(versionOf(route({ host: '*' })), false);
    const found = loading();
    cache.apply({ ...second, route: null });
    await failing();
    await linksIsAway();
    expect(await found).toBe(any.known.route);
  });

  it('what was in memory when he came, though it has left meanwhile', async () => {
    cache = new RouteCache({ bytes: 2_500, ttlMs: TTL_MS }, performance.now() - 60_000);
    directory = directoryOf(cache);
    const entry = inMemory(0);
    const found = loading();
    inMemory(0, 'other');
    expect(cache.get('abc', 'go.test')).toBeUndefined();
    await failing();
    await linksIsAway();
    expect(await found).toBe(entry.known.route);
  });

  it('what links says, where that can be asked: events may have been missed', async () => {
    const { known } = inMemory(0);
    const found = loading();
    await failing();
    expect(check.asked).toBe(1);
    cache.correct(second, known.version);
    check.answer();
    expect(await found).toBe(second.route);
    expect(find()).toBe(second.route);
  });

  it('the same once more, where links cannot be asked, and asks again soon', async () => {
    const { known } = inMemory(0);
    const found = loading();
    await failing();
    check.fail(new Error('no responders'));
    expect(await found).toBe(known.route);
    await jest.advanceTimersByTimeAsync(3_000);
    const again = find();
    lookUp.fail(new Error('refused'));
    await turn();
    expect(check.asked).toBe(2);
    cache.correct({ ...second, route: null }, known.version);
    check.answer();
    await turn();
    resolve.answer([]);
    await turn();
    elsewhere.answer(null);
    expect(await again).toBeNull();
  });
});

it('a renewal that nobody waits for fails silently, where its link has left memory and nobody can be asked', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  try {
    cache = new RouteCache({ bytes: 2_500, ttlMs: TTL_MS }, performance.now() - 60_000);
    directory = directoryOf(cache);
    renewing();
    inMemory(0, 'other');
    const found = Promise.resolve(find()).catch((error: Error) => error.name);
    check.fail(new Error('no responders'));
    await turn();
    lookUp.fail(new Error('refused'));
    await turn();
    resolve.fail(new Error('no responders'));
    expect(await found).toBe('RoutesUnavailable');
    await turn();
    jest.useRealTimers();
    await new Promise((done) => setImmediate(done));
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});

it('nobody waits for links that is known to be away, however long ago the link was checked', async () => {
  for (const code of ['abc', 'other', 'third']) inMemory(2 * TTL_MS, code);
  const found = find();
  expect(found).toBeInstanceOf(Promise);
  check.fail(new Error('no responders'));
  await turn();
  lookUp.answer([first]);
  await found;
  expect(find('go.test', 'other')).not.toBeInstanceOf(Promise);
  await jest.advanceTimersByTimeAsync(3_000);
  expect(find('go.test', 'third')).toBeInstanceOf(Promise);
});

describe('where the table is away', () => {
  const away = new Error('away');

  it('links is asked about what was known before a gap, and not for each where links is away, too', async () => {
    for (const code of ['a', 'b']) inMemory(0, code);
    cache.expireAll();
    const one = find('go.test', 'a');
    await turn();
    lookUp.fail(away);
    await turn();
    check.fail(away);
    expect(await one).toMatchObject({ code: 'a' });
    const other = find('go.test', 'b');
    await turn();
    lookUp.fail(away);
    expect(await other).toMatchObject({ code: 'b' });
    expect(check.asked).toBe(1);
  });

  it('links is not asked about what was known since', async () => {
    for (const key of keys) cache.put(key, true, performance.now() - TTL_MS);
    const found = find();
    await turn();
    lookUp.fail(away);
    await turn();
    expect(check.asked).toBe(0);
    elsewhere.answer(null);
    expect(await found).toBeNull();
  });
});

it('a gap while links is asked about what is doubted leaves it in doubt', async () => {
  const entry = inMemory(0);
  cache.expireAll();
  const settled = directory.settleDoubts();
  await turn();
  cache.expireAll();
  check.answer();
  await settled;
  expect(cache.doubtful()).toEqual([entry]);
});

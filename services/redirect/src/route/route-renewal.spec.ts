import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { route } from './fake-route.js';
import { MissBudget } from './miss-budget.js';
import { type CodeEntry, RouteCache } from './route-cache.js';
import { RouteDirectory } from './route-directory.js';
import { type RouteVersion, versionOf } from './route-version.js';

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
const elsewhere = versionOf(route({ host: 'other.test' }));

let cache: RouteCache;
let directory: RouteDirectory;
let check: Held<void>;
let lookUp: Held<RouteVersion[]>;
let resolve: Held<RouteVersion[]>;
beforeEach(() => {
  // What follows takes no time of the clock, however slow the machine is.
  jest.useFakeTimers();
  check = new Held();
  lookUp = new Held();
  resolve = new Held();
  cache = new RouteCache({ size: 100, ttlMs: TTL_MS }, Date.now() - 60_000);
  directory = directoryOf(cache);
});
afterEach(() => {
  jest.useRealTimers();
});

function directoryOf(routes: RouteCache): RouteDirectory {
  const questions = { check: check.ask, lookUp: lookUp.ask, resolve: resolve.ask };
  const repository = { apply: async () => undefined };
  return new RouteDirectory(routes, questions, new MissBudget(5), repository, { warn: () => undefined });
}
const find = (host = 'go.test', code = 'abc') => directory.find(code, host, Date.now(), VISITOR);
/** Lets everything happen that waits for nothing but its turn. */
const turn = () => jest.advanceTimersByTimeAsync(0);
/** In memory since then. */
const inMemory = (ageMs: number, code = 'abc') =>
  cache.put(code, [versionOf(route({ code }))], false, Date.now() - ageMs);
/** One whose time is over and that is answered with meanwhile: its renewal waits for links. */
function renewing(): CodeEntry {
  const entry = inMemory(55_000);
  expect(find()).toBe(entry);
  expect(check.asked).toBe(1);
  return entry;
}
const urlOf = ({ routes }: CodeEntry) => routes[0]?.original_url;

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
    lookUp.answer([first, elsewhere]);
    expect((await found).routes).toHaveLength(2);
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
  it('ask the database one question', async () => {
    renewing();
    const found = find('other.test');
    check.fail(new Error('no responders'));
    await turn();
    expect(lookUp.asked).toBe(1);
    lookUp.answer([first, elsewhere]);
    expect((await found).routes).toHaveLength(2);
  });

  it('ask the database one question, whichever comes first', async () => {
    renewing();
    check.fail(new Error('no responders'));
    await turn();
    const found = find('other.test');
    expect(lookUp.asked).toBe(1);
    lookUp.answer([first, elsewhere]);
    expect((await found).routes).toHaveLength(2);
  });

  it('leave what was loaded last, where links then is away', async () => {
    renewing();
    const found = find('other.test');
    lookUp.answer([first]);
    await turn();
    resolve.answer([]);
    const confirmed = await found;
    check.fail(new Error('no responders'));
    await turn();
    expect(lookUp.asked).toBe(1);
    expect(find('other.test')).toBe(confirmed);
  });

  it('leave what links said of another host, which the renewal did not ask for', async () => {
    renewing();
    const found = find('other.test');
    lookUp.answer([first]);
    await turn();
    resolve.answer([]);
    const confirmed = await found;
    check.answer();
    await turn();
    expect(find('other.test')).toBe(confirmed);
    expect(resolve.asked).toBe(1);
  });

  it('leave what links said of another host while the database was read', async () => {
    renewing();
    const found = find('other.test');
    lookUp.answer([first]);
    await turn();
    await jest.advanceTimersByTimeAsync(TTL_MS);
    // Its time is over again, and the next renewal reads the database.
    void find();
    check.fail(new Error('no responders'));
    await turn();
    expect(lookUp.asked).toBe(2);
    resolve.answer([]);
    await found;
    lookUp.answer([first]);
    await turn();
    void find('other.test');
    expect(resolve.asked).toBe(1);
  });

  it('answer whoever waits for links with what was loaded meanwhile', async () => {
    inMemory(2 * TTL_MS);
    const waiting = find();
    void find('other.test');
    lookUp.answer([second, elsewhere]);
    await turn();
    check.answer();
    expect(urlOf(await waiting)).toBe('https://example.com/2');
  });

  it('leave what is trusted to the renewal, where the database then fails', async () => {
    const entry = renewing();
    const found = find('other.test');
    check.answer();
    await turn();
    const { freshUntil } = entry;
    lookUp.fail(new Error('refused'));
    await turn();
    expect(entry.freshUntil).toBe(freshUntil);
    resolve.answer([]);
    await found;
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
    cache.put('abc', [second], false, Date.now() - 55_000);
    void find();
    const found = find('other.test');
    cache.correct(first, second.version);
    check.answer();
    await turn();
    lookUp.answer([second]);
    await turn();
    expect(await find()).toMatchObject({ known: [first] });
    // Links itself may come to that version again.
    resolve.answer([second]);
    expect((await found).known).toEqual([second]);
  });

  it.each([
    ['answers', () => resolve.answer([])],
    ['is away', () => resolve.fail(new Error('no responders'))],
  ])('do not bring back a version that links took back when it was asked before and %s', async (_name, end) => {
    cache.put('abc', [second], false, Date.now() - 55_000);
    const found = find('other.test');
    lookUp.answer([second]);
    await jest.advanceTimersByTimeAsync(TTL_MS);
    void find();
    check.fail(new Error('no responders'));
    await turn();
    lookUp.answer([second]);
    await turn();
    cache.correct(first, second.version);
    end();
    expect((await found).known).toEqual([first]);
  });
});

it('a renewal that nobody waits for fails silently, where its link has left memory and nobody can be asked', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  try {
    cache = new RouteCache({ size: 1, ttlMs: TTL_MS }, Date.now() - 60_000);
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

it('what links did not say is not taken for its word by who reads the database at the same time', async () => {
  renewing();
  const found = find('other.test');
  lookUp.answer([first]);
  await turn();
  expect(resolve.asked).toBe(1);
  await jest.advanceTimersByTimeAsync(TTL_MS);
  // Its time is over again, and a renewal reads the database.
  void find();
  check.fail(new Error('no responders'));
  await turn();
  expect(lookUp.asked).toBe(2);
  resolve.fail(new Error('no responders'));
  await found;
  lookUp.answer([first]);
  await turn();
  void find('other.test');
  expect(resolve.asked).toBe(2);
});

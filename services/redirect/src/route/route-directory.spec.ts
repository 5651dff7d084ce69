import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { BatcherFull } from './batcher.js';
import { route } from './fake-route.js';
import { Misses } from './misses.js';
import { RouteCache, type RouteEntry } from './route-cache.js';
import { type Found, isRefused, RouteDirectory, RoutesUnavailable } from './route-directory.js';
import {
  changesOf,
  corrected,
  hostsFor,
  newer,
  nothing,
  type RouteKey,
  type RouteVersion,
  versionOf,
} from './route-version.js';

let now: number;
let table: RouteVersion[];
let owner: Route[];
let cache: RouteCache;
let directory: RouteDirectory;
type Asks<A, T> = jest.Mock<(asked: A) => Promise<T>>;
let lookUp: Asks<RouteKey, RouteVersion[]>;
let resolve: Asks<RouteKey, RouteVersion[]>;
let elsewhere: Asks<RouteKey, Route | null>;
let check: Asks<RouteVersion, void>;
let apply: Asks<readonly RouteVersion[], void>;

beforeEach(() => {
  jest.restoreAllMocks();
  // Their own for each test: what one leaves hanging asks again seconds later.
  lookUp = jest.fn();
  resolve = jest.fn();
  elsewhere = jest.fn();
  check = jest.fn();
  apply = jest.fn();
  table = [];
  owner = [];
  lookUp.mockImplementation(async (asked) => among(table, asked));
  apply.mockResolvedValue();
  resolve.mockImplementation(async (asked) => among(owner.map(versionOf), asked));
  elsewhere.mockImplementation(
    async ({ code, host }) =>
      table.find((one) => one.code === code && !hostsFor(host).includes(one.host))?.route ?? null,
  );
  check.mockResolvedValue();
  begin();
});

function begin(misses = new Misses({ perMinute: 5, perSecond: 1_000 })): void {
  now = performance.now();
  // Made long ago, so that the first unsure seconds are over.
  cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 }, now - 60_000);
  const questions = { lookUp, resolve, elsewhere, check };
  directory = new RouteDirectory(cache, questions, misses, { apply }, { warn: () => undefined });
}
/** Their own clock begins anew. */
function withFakeTimers(): void {
  jest.useFakeTimers();
  begin();
}
const among = (versions: RouteVersion[], { code, host }: RouteKey) =>
  versions.filter((one) => one.code === code && hostsFor(host).includes(one.host));
const find = (at = now, code = 'abc', ip = '192.0.2.1') => directory.find(code, 'go.test', at, ip);
/** What was found, by those who are not refused. */
const given = (found: Found): Route | null => {
  if (isRefused(found)) throw new Error(found.refused);
  return found;
};
const urlOn = async (host: string, at = now) =>
  given(await directory.find('abc', host, at, '192.0.2.1'))?.original_url ?? null;
const urls = async (at = now) => [given(await find(at))].flatMap((found) => found?.original_url ?? []);
const entry = (code = 'abc', host = 'go.test') => cache.get(code, host) as RouteEntry;

describe('finding a route', () => {
  it('asks the table once, however many ask, and then memory', async () => {
    table = [versionOf(route())];
    await Promise.all(Array.from({ length: 20 }, async () => find()));
    expect(lookUp).toHaveBeenCalledTimes(1);
    expect(find()).not.toBeInstanceOf(Promise);
    expect(resolve).not.toHaveBeenCalled();
  });

  it('asks links before it says no, once, and keeps the answer', async () => {
    owner = [route()];
    expect(await urls()).toEqual(['https://example.com/1']);
    expect(apply).toHaveBeenCalledWith([versionOf(route())]);
    await find();
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it('asks links when only another host has the code, and then for that host, once', async () => {
    table = [versionOf(route({ host: 'other.test' }))];
    for (let times = 0; times < 3; times += 1) expect(await find()).toMatchObject({ host: 'other.test' });
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(elsewhere.mock.calls).toEqual([[{ code: 'abc', host: 'go.test' }]]);
  });

  it('does not look for other hosts of a link that is found', async () => {
    table = [versionOf(route()), versionOf(route({ host: 'other.test' }))];
    await find();
    expect(elsewhere).not.toHaveBeenCalled();
    expect(cache.get('abc', 'other.test')).toBeUndefined();
  });

  it('says no where other hosts cannot be looked for, and looks again', async () => {
    table = [versionOf(route({ host: 'other.test' }))];
    elsewhere.mockRejectedValueOnce(new Error('refused'));
    expect(await find()).toBeNull();
    expect(await find()).toMatchObject({ host: 'other.test' });
  });

  it('remembers a no for a short while only', async () => {
    expect(await urls()).toEqual([]);
    expect(find(now + 1_000)).toBeNull();
    table = [versionOf(route())];
    expect(await urls(now + 7_000)).toEqual(['https://example.com/1']);
  });

  it('asks links anew once a no is over', async () => {
    expect(await urls()).toEqual([]);
    owner = [route()];
    expect(await urls(now + 7_000)).toEqual(['https://example.com/1']);
  });

  it('asks links before it says no of a link that an event has just ended', async () => {
    table = [versionOf(route())];
    await find();
    cache.renew(entry());
    cache.apply({ code: 'abc', host: 'go.test', version: 2, route: null });
    // Links has come further than the events.
    owner = [route({ version: 3, original_url: 'https://example.com/3' })];
    table = [];
    expect(await urls()).toEqual(['https://example.com/3']);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it('names no link of another host that has gone since', async () => {
    table = [versionOf(route({ host: 'other.test' }))];
    expect(await find()).toMatchObject({ host: 'other.test' });
    cache.apply(versionOf(route()));
    table = [];
    cache.apply({ code: 'abc', host: 'go.test', version: 2, route: null });
    expect(await find()).toBeNull();
  });

  it('ends a remembered no on creation', async () => {
    await find();
    cache.apply(versionOf(route()));
    expect(await urls()).toEqual(['https://example.com/1']);
  });
});

describe('while a store is away', () => {
  it('answers what it knows, for as long as it takes', async () => {
    table = [versionOf(route())];
    await find();
    lookUp.mockRejectedValue(new Error('refused'));
    for (let hours = 1; hours < 5; hours += 1) expect(await urls(now + hours * 3_600_000)).toHaveLength(1);
    cache.expireAll(now + 5 * 3_600_000);
    expect(await urls(now + 5 * 3_600_000)).toHaveLength(1);
  });

  it('looks at the table again where links is away, and does not go back to what it has', async () => {
    table = [versionOf(route())];
    await find();
    cache.apply(versionOf(route({ version: 3, original_url: 'https://example.com/3' })));
    // So much has happened since that the event itself is not remembered any more, and the projection lags still.
    for (let code = 0; code < 50_001; code += 1) cache.apply(versionOf(route({ code: `other${code}` })));
    check.mockRejectedValue(new Error('no responders'));
    const later = now + 3_600_000;
    expect(await urls(later)).toEqual(['https://example.com/3']);
    await settled();
    expect(lookUp).toHaveBeenCalledTimes(2);
    expect(await urls()).toEqual(['https://example.com/3']);
  });

  it('does not wait for a database that hangs', async () => {
    table = [versionOf(route())];
    await find();
    cache.expireAll(now);
    lookUp.mockImplementation(() => new Promise(() => undefined));
    const before = performance.now();
    expect(await urls(now)).toHaveLength(1);
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  it('asks links instead of the table, and gives up only when neither answers', async () => {
    lookUp.mockRejectedValue(new Error('refused'));
    owner = [route()];
    expect(await urls()).toHaveLength(1);
    resolve.mockRejectedValue(new Error('no responders'));
    await expect(find(now, 'other')).rejects.toThrow(RoutesUnavailable);
  });

  it('believes the table when links is away', async () => {
    resolve.mockRejectedValue(new Error('no responders'));
    expect(await urls()).toEqual([]);
  });

  it('asks links again after two seconds, sooner than after its no', async () => {
    resolve.mockRejectedValueOnce(new Error('no responders'));
    expect(await urls()).toEqual([]);
    owner = [route()];
    expect(find(now + 1_000)).toBeNull();
    expect(await urls(performance.now() + 2_000)).toEqual(['https://example.com/1']);
  });
});

describe('events', () => {
  it('change an entry in place, and never backwards', async () => {
    table = [versionOf(route())];
    await find();
    cache.apply(versionOf(route({ version: 3, original_url: 'https://example.com/3' })));
    cache.apply(versionOf(route({ version: 2, original_url: 'https://example.com/2' })));
    expect(await urls()).toEqual(['https://example.com/3']);
    cache.apply({ code: 'abc', host: 'go.test', version: 4, route: null });
    expect(await urls()).toEqual([]);
  });

  it('stand over a table that was not written yet', async () => {
    table = [versionOf(route())];
    cache.apply(versionOf(route({ version: 2, original_url: 'https://example.com/2' })));
    expect(await urls()).toEqual(['https://example.com/2']);
  });

  it('stand over a table that was read while they came', async () => {
    let answer: (rows: RouteVersion[]) => void = () => undefined;
    lookUp.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const found = find();
    cache.apply(versionOf(route({ version: 2, original_url: 'https://example.com/2' })));
    answer([versionOf(route())]);
    expect(given(await found)?.original_url).toBe('https://example.com/2');
  });

  it('that may have been missed make everything be loaded anew', async () => {
    table = [versionOf(route())];
    await find();
    table = [versionOf(route({ version: 2, original_url: 'https://example.com/2' }))];
    cache.expireAll(now);
    expect(await urls(now + 1)).toEqual(['https://example.com/2']);
  });
});

const settled = () => new Promise((done) => setTimeout(done, 5));

describe('when the time of an entry is over', () => {
  /** Its last check is less than a whole TTL ago. */
  const soon = () => now + 55_000;
  const later = () => now + 3_600_000;

  it.each([0, 0.5, 0.999_999])('at random %d that is within its TTL, short of the whole', async (random) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    table = [versionOf(route())];
    await find();
    expect(entry().freshUntil).toBeGreaterThanOrEqual(now + 36_000);
    expect(entry().freshUntil).toBeLessThanOrEqual(now + 52_000);
    cache.renew(entry(), now);
    expect(entry().freshUntil).toBeLessThanOrEqual(now + 52_000);
  });

  it('links is asked for its version while the visitor is answered, and the table is left alone', async () => {
    table = [versionOf(route())];
    await find();
    const found = find(soon());
    expect(found).not.toBeInstanceOf(Promise);
    await find(soon());
    await settled();
    expect(check.mock.calls).toEqual([[versionOf(route())]]);
    expect(lookUp).toHaveBeenCalledTimes(1);
    expect(find(performance.now() + 1_000)).toBe(found);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('what links corrects holds from then on, and the table cannot undo it', async () => {
    table = [versionOf(route())];
    await find();
    check.mockImplementation(async () =>
      cache.correct(versionOf(route({ version: 2, original_url: 'https://example.com/2' })), 1),
    );
    await find(soon());
    await settled();
    expect(await urls(performance.now())).toEqual(['https://example.com/2']);
    cache.expireAll();
    expect(await urls(performance.now())).toEqual(['https://example.com/2']);
  });

  it('whoever comes long after it waits for what links says', async () => {
    table = [versionOf(route())];
    await find();
    check.mockImplementation(async () => {
      await settled();
      cache.correct(versionOf(route({ version: 2, is_active: false })), 1);
    });
    const answers = await Promise.all([find(later()), find(later())]);
    expect(answers.map((found) => given(found)?.is_active)).toEqual([false, false]);
    expect(check).toHaveBeenCalledTimes(1);
    expect(find(performance.now() + 1_000)).not.toBeInstanceOf(Promise);
  });

  it('whoever comes long after it is told of a link that is gone, or of where it is now', async () => {
    table = [versionOf(route())];
    await find();
    const gone = { code: 'abc', host: 'go.test', version: 2, route: null };
    check.mockImplementation(async () => cache.correct(gone, 1));
    owner = [route({ host: '*', original_url: 'https://example.com/any' })];
    expect(await urls(later())).toEqual(['https://example.com/any']);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['links hangs', () => check.mockReturnValue(new Promise(() => undefined))],
    [
      'links is away and the database hangs',
      () => {
        check.mockRejectedValue(new Error('no responders'));
        lookUp.mockReturnValue(new Promise(() => undefined));
      },
    ],
  ])('nobody waits for long where %s', async (_name, breakThem) => {
    table = [versionOf(route())];
    await find();
    breakThem();
    const before = performance.now();
    expect(await urls(later())).toEqual(['https://example.com/1']);
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  it('one visitor waits for links that hangs, and no other, whatever the link', async () => {
    for (const code of ['abc', 'other']) cache.put(versionOf(route({ code })), false, now - 120_000);
    check.mockReturnValue(new Promise(() => undefined));
    expect(find()).toBeInstanceOf(Promise);
    await find();
    expect(find(now + 400)).not.toBeInstanceOf(Promise);
    expect(find(now + 400, 'other')).not.toBeInstanceOf(Promise);
    // The check of the first hangs still, and its visitors are answered.
    expect(find(now + 30_000)).not.toBeInstanceOf(Promise);
  });

  it('links is asked again once a check that hangs is given up', async () => {
    withFakeTimers();
    try {
      cache.put(versionOf(route()), false, now - 120_000);
      check.mockReturnValue(new Promise(() => undefined));
      const first = find();
      await jest.advanceTimersByTimeAsync(400);
      await first;
      // As long as the first one is under way there is no second.
      void find(performance.now() + 3_600_000);
      expect(check).toHaveBeenCalledTimes(1);
      await jest.advanceTimersByTimeAsync(6_000);
      void find(performance.now() + 3_600_000);
      expect(check).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('a whole TTL goes by before anybody waits again for those who could not be asked', async () => {
    cache.put(versionOf(route()), false, now - 120_000);
    check.mockRejectedValue(new Error('no responders'));
    lookUp.mockRejectedValue(new Error('refused'));
    await find();
    expect(find(performance.now() + 30_000)).not.toBeInstanceOf(Promise);
  });

  it('nobody waits again for those who could not be asked', async () => {
    table = [versionOf(route())];
    await find();
    check.mockRejectedValue(new Error('no responders'));
    lookUp.mockRejectedValue(new Error('refused'));
    await find(later());
    await settled();
    expect(find(performance.now() + 30_000)).not.toBeInstanceOf(Promise);
    expect(await urls(performance.now() + 30_000)).toHaveLength(1);
  });

  it('the table is looked at too after ten checks, for what versions cannot tell', async () => {
    table = [versionOf(route())];
    await find();
    for (let times = 0; times < 11; times += 1) {
      await find(later());
      await settled();
    }
    expect(check).toHaveBeenCalledTimes(11);
    expect(lookUp).toHaveBeenCalledTimes(2);
  });
});

describe('a link for any host', () => {
  const soon = () => now + 55_000;
  const everywhere = route({ host: '*', original_url: 'https://example.com/any' });

  it('is found under any host, with one question for both keys, and then in memory', async () => {
    table = [versionOf(everywhere)];
    expect(await urlOn('one.test')).toBe('https://example.com/any');
    expect(lookUp.mock.calls).toEqual([[{ code: 'abc', host: 'one.test' }]]);
    expect(directory.find('abc', 'one.test', now + 20_000, '192.0.2.1')).not.toBeInstanceOf(Promise);
    expect(await urlOn('two.test')).toBe('https://example.com/any');
    expect(resolve).not.toHaveBeenCalled();
  });

  it('gives way to a link of the host itself, and stands where that goes', async () => {
    table = [versionOf(everywhere), versionOf(route())];
    expect(await urls()).toEqual(['https://example.com/1']);
    expect(await urlOn('two.test')).toBe('https://example.com/any');
    cache.apply({ code: 'abc', host: 'go.test', version: 2, route: null });
    expect(await urls()).toEqual(['https://example.com/any']);
    cache.apply(versionOf(route({ version: 3 })));
    expect(await urls()).toEqual(['https://example.com/1']);
  });

  it('is asked of links in its time, however often it is read along with hosts that nobody visited before', async () => {
    withFakeTimers();
    try {
      table = [versionOf(everywhere)];
      const changed = versionOf({ ...everywhere, version: 2, original_url: 'https://example.com/2' });
      // The event was lost on its way to the table and to this process.
      check.mockImplementation(async ({ host }) => {
        if (host === '*') cache.correct(changed, 1);
      });
      const seen = new Set<string | null>();
      for (let visit = 0; visit < 6; visit += 1) {
        seen.add(await urlOn(`host${visit}.test`, performance.now()));
        await jest.advanceTimersByTimeAsync(15_000);
      }
      expect([...seen]).toEqual(['https://example.com/any', 'https://example.com/2']);
      expect(check).toHaveBeenCalledWith(versionOf(everywhere));
    } finally {
      jest.useRealTimers();
    }
  });

  it('is what the table has by now where it is read along, whether newer or ended', async () => {
    table = [versionOf(everywhere)];
    await urlOn('one.test');
    table = [versionOf({ ...everywhere, version: 2, original_url: 'https://example.com/2' })];
    expect(await urlOn('two.test')).toBe('https://example.com/2');
    table = [{ ...versionOf({ ...everywhere, version: 3 }), route: null }];
    expect(await urlOn('three.test')).toBeNull();
    expect(await urlOn('one.test')).toBeNull();
  });

  it('is what is answered where a network makes up names without end, though a link may be on one of them', async () => {
    const made = (number: number, listed = false, ip = '192.0.2.1') =>
      directory.find('abc', `made-up${number}.test`, now, ip, listed);
    table = [versionOf(everywhere), versionOf(route({ host: 'made-up9.test' }))];
    for (let number = 0; number < 5; number += 1) expect(await made(number)).toMatchObject({ host: '*' });
    expect(lookUp).toHaveBeenCalledTimes(5);
    expect(made(6)).toMatchObject({ host: '*' });
    expect(made(9)).toMatchObject({ host: '*' });
    expect(lookUp).toHaveBeenCalledTimes(5);
    // Hosts of domains are always looked for, and so is what others ask for.
    expect(await made(9, true)).toMatchObject({ host: 'made-up9.test' });
    expect(await made(7, false, '198.51.100.7')).toMatchObject({ host: '*' });
    expect(lookUp).toHaveBeenCalledTimes(7);
  });

  it('costs a network one made-up name, however many visits wait for it', async () => {
    table = [versionOf(everywhere)];
    const madeUp = async (host: string) => directory.find('abc', host, now, '192.0.2.1', false);
    await Promise.all(Array.from({ length: 8 }, () => madeUp('made-up.test')));
    await madeUp('other.test');
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('costs a network nothing on the hosts of domains', async () => {
    table = [versionOf(everywhere)];
    for (let number = 0; number < 8; number += 1)
      await directory.find('abc', `h${number}.test`, now, '192.0.2.1', true);
    owner = [route({ code: 'new' })];
    expect(await find(now, 'new')).toMatchObject({ code: 'new' });
  });

  it('changes for every host at once', async () => {
    table = [versionOf(everywhere)];
    for (const host of ['one.test', 'two.test']) await urlOn(host);
    cache.apply(versionOf({ ...everywhere, version: 2, original_url: 'https://example.com/2' }));
    for (const host of ['one.test', 'two.test']) {
      expect(directory.find('abc', host, now, '192.0.2.1')).toMatchObject({ original_url: 'https://example.com/2' });
    }
  });

  it('is checked together with the host on which there is none, and both are kept as long', async () => {
    table = [versionOf(everywhere)];
    await urlOn('go.test');
    expect(cache.size).toBe(2);
    expect(find(soon())).toMatchObject({ host: '*' });
    await settled();
    expect(check.mock.calls).toEqual([[nothing({ code: 'abc', host: 'go.test' })], [versionOf(everywhere)]]);
    expect(find(performance.now() + 20_000)).toMatchObject({ host: '*' });
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  it('that is made later is kept as long, on a host that was visited before', async () => {
    await find();
    cache.apply(versionOf(everywhere));
    expect(find(now + 10_000)).toMatchObject({ host: '*' });
    await settled();
    expect(check).toHaveBeenCalledTimes(2);
    expect(find(now + 30_000)).toMatchObject({ host: '*' });
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('gives way to what links tells of the host when it is checked', async () => {
    table = [versionOf(everywhere)];
    await urlOn('go.test');
    check.mockImplementation(async ({ host }) => {
      if (host === 'go.test') cache.correct(versionOf(route()), null);
    });
    await find(soon());
    await settled();
    expect(await urls()).toEqual(['https://example.com/1']);
  });

  it('that is gone is not remembered for longer than others', async () => {
    table = [versionOf(everywhere)];
    await urlOn('go.test');
    check.mockImplementation(async ({ host }) => {
      if (host === '*') cache.correct({ code: 'abc', host: '*', version: 2, route: null }, 1);
    });
    await find(soon());
    await settled();
    expect(entry('abc', '*').freshUntil).toBeLessThan(performance.now() + 5_000);
    table = [];
    expect(await find()).toBeNull();
    expect(await find(performance.now() + 5_000)).toBeNull();
    expect(cache.size).toBe(0);
  });

  it('stands while the database and links are away', async () => {
    table = [versionOf(everywhere)];
    await urlOn('go.test');
    for (const question of [lookUp, resolve, elsewhere]) question.mockRejectedValue(new Error('refused'));
    check.mockRejectedValue(new Error('no responders'));
    for (let hours = 1; hours < 4; hours += 1) {
      expect(await urlOn('go.test', now + hours * 3_600_000)).toBe('https://example.com/any');
      await settled();
    }
    cache.expireAll(now + 5 * 3_600_000);
    expect(await urlOn('go.test', now + 5 * 3_600_000)).toBe('https://example.com/any');
  });
});

describe('codes that lead nowhere', () => {
  it('leave no link out of memory, however many they are', async () => {
    cache = new RouteCache({ bytes: 65_536, ttlMs: 60_000 }, now - 60_000);
    for (let code = 0; code < 20; code += 1) cache.put(versionOf(route({ code: `known${code}` })), false);
    for (let code = 0; code < 30_000; code += 1) cache.put(nothing({ code: `unknown${code}`, host: 'go.test' }), true);
    for (let code = 0; code < 20; code += 1) expect(entry(`known${code}`).known.route).not.toBeNull();
    expect(entry('unknown29999')).toBeDefined();
    expect(entry('unknown9999')).toBeUndefined();
  });

  it('change places with links as these come and go', async () => {
    await find();
    expect(cache.size).toBe(0);
    cache.apply(versionOf(route()));
    expect(cache.size).toBe(1);
    cache.apply({ code: 'abc', host: 'go.test', version: 2, route: null });
    expect(cache.size).toBe(0);
    await find();
    expect(entry().known).toMatchObject({ version: 2, route: null });
  });

  it('use up what their network may have looked up; others may still ask, and links cost nothing', async () => {
    table = ['one', 'two', 'three'].map((code) => versionOf(route({ code })));
    owner = [route({ code: 'four' })];
    for (const code of ['one', 'two', 'three', 'four']) expect(await find(now, code)).toMatchObject({ code });
    for (let code = 0; code < 5; code += 1) expect(await find(now, `none${code}`)).toBeNull();
    table = [versionOf(route())];
    expect(find(now)).toEqual({ refused: 'flooding', retryAfterSeconds: 12 });
    expect(find(now, 'abc', '192.0.2.77')).toMatchObject({ refused: 'flooding' });
    expect(await find(now, 'abc', '198.51.100.7')).toMatchObject({ code: 'abc' });
    expect(await find(now + 13_000, 'none9')).toBeNull();
  });

  it('are told from memory where they were asked for a moment ago, also where the network may not ask any more', async () => {
    for (let code = 0; code < 5; code += 1) await find(now, `none${code}`);
    for (const question of [lookUp, resolve, elsewhere]) question.mockClear();
    expect(find(now, 'none3')).toBeNull();
    expect(find(now, 'none6')).toMatchObject({ refused: 'flooding' });
    for (const question of [lookUp, resolve, elsewhere]) expect(question).not.toHaveBeenCalled();
  });

  it('cost their network one each, however many visits wait for it, whatever came of it', async () => {
    await Promise.all(Array.from({ length: 8 }, async () => find(now, 'none')));
    expect(resolve).toHaveBeenCalledTimes(1);
    lookUp.mockRejectedValue(new BatcherFull());
    for (let code = 0; code < 4; code += 1) await expect(find(now, `busy${code}`)).rejects.toThrow(RoutesUnavailable);
    expect(find(now, 'busy9')).toMatchObject({ refused: 'flooding' });
  });

  it('let a link that was made a moment ago through without a question, even where the network may not ask any more', async () => {
    for (let code = 0; code < 5; code += 1) await find(now, `none${code}`);
    cache.apply(versionOf(route()));
    cache.apply(versionOf(route({ code: 'none3', host: '*' })));
    lookUp.mockRejectedValue(new Error('not to be asked'));
    expect(find()).toMatchObject({ code: 'abc' });
    expect(find(now, 'none3')).toMatchObject({ code: 'none3', host: '*' });
  });

  it('are none where a link for any host was made a moment ago, or is in memory: the host of a domain may have its own', async () => {
    for (let code = 0; code < 5; code += 1) await find(now, `none${code}`);
    const everywhere = versionOf(route({ host: '*' }));
    table = [versionOf(route())];
    expect(find()).toMatchObject({ refused: 'flooding' });
    cache.apply(everywhere);
    expect(await find()).toMatchObject({ host: 'go.test' });
    table.push(everywhere);
    expect(await directory.find('abc', 'other.test', now, '192.0.2.1')).toMatchObject({ host: '*' });
  });

  it('are no miss where a link is in memory that events may have changed', async () => {
    table = [versionOf(route())];
    await find();
    for (let code = 0; code < 5; code += 1) await find(now, `none${code}`);
    cache.expireAll();
    expect(await urls()).toEqual(['https://example.com/1']);
  });

  it.each([
    ['too many ask', new BatcherFull()],
    ['it has too much to do', new AppError('service.busy')],
    ['it does not come to an answer', new AppError('service.timeout')],
  ])('are not told as unknown where links is there and %s', async (_why, error) => {
    resolve.mockRejectedValueOnce(error);
    await expect(find()).rejects.toThrow(RoutesUnavailable);
    owner = [route()];
    expect(await urls()).toEqual(['https://example.com/1']);
  });

  it('are refused for a moment where the read model is asked for too many', async () => {
    lookUp.mockRejectedValueOnce(new BatcherFull());
    await expect(find()).rejects.toThrow(RoutesUnavailable);
    expect(resolve).not.toHaveBeenCalled();
  });
});

describe('versions', () => {
  it('of an update name the key that was left', () => {
    const previous = { host: 'go.test', code: 'old', version: 5 };
    expect(changesOf({ route: route(), previous })).toEqual([versionOf(route()), { ...previous, route: null }]);
  });
  it('that links told stand over older, equal and given ones, but not over newer', () => {
    const told = versionOf(route({ version: 2, original_url: 'https://example.com/told' }));
    expect(corrected(null, told, null)).toBe(told);
    expect(corrected(versionOf(route()), told, null)).toBe(told);
    expect(corrected(versionOf(route({ version: 2 })), told, null)).toBe(told);
    expect(corrected(versionOf(route({ version: 9 })), told, 9)).toBe(told);
    expect(corrected(versionOf(route({ version: 9 })), told, 8)).toEqual(versionOf(route({ version: 9 })));
  });
  it('of two sources give way to newer ones', () => {
    const [first, again, second] = [route(), route(), route({ version: 2 })].map(versionOf) as [
      RouteVersion,
      RouteVersion,
      RouteVersion,
    ];
    expect([newer(first, second), newer(second, first)]).toEqual([second, second]);
    expect(newer(first, again)).toBe(again);
    expect(newer(null, first)).toBe(first);
  });
});

describe('beside a network that floods', () => {
  const ask = (code: string, ip: string) => Promise.resolve(directory.find(code, 'go.test', performance.now(), ip));
  /** It has had all turns, and waits for more: the last one for a link that exists. */
  const flood = () =>
    [...Array.from({ length: 24 }, (_, at) => `x${at}`), 'abc'].map((code) => ask(code, '198.51.100.7'));
  afterEach(() => void jest.useRealTimers());
  beforeEach(() => {
    withFakeTimers();
    begin(new Misses({ perMinute: 100_000, perSecond: 20 }));
    table = [versionOf(route())];
  });

  it('a visitor does not share its turn, though it asks for the same link', async () => {
    const flooding = flood();
    const visitor = ask('abc', '203.0.113.7');
    const others = Array.from({ length: 7 }, (_, network) => ask(`y${network}`, `10.0.${network}.1`));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await flooding.at(-1)).toMatchObject({ refused: 'busy' });
    expect(given(await visitor)).toMatchObject({ code: 'abc' });
    await Promise.all([...flooding, ...others]);
  });

  it('what one visitor has found is there for those who wait for their turn', async () => {
    const flooding = flood();
    const visitor = ask('abc', '203.0.113.7');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(given(await visitor)).toMatchObject({ code: 'abc' });
    expect(await flooding.at(-1)).toMatchObject({ code: 'abc' });
    await Promise.all(flooding);
    expect(lookUp.mock.calls.filter(([{ code }]) => code === 'abc')).toHaveLength(1);
  });
});

describe('a link that an event tells of, or another finds, while its visitor waits to be refused', () => {
  const key = { code: 'abc', host: 'go.test' };
  const ip = '198.51.100.7';
  const directoryOf = (perMinute: number, perSecond: number) =>
    new RouteDirectory(
      cache,
      { lookUp, resolve, elsewhere, check },
      new Misses({ perMinute, perSecond }),
      { apply },
      { warn: () => undefined },
    );

  it('is there, and gives a network that had paid nothing no more than it had', async () => {
    directory = directoryOf(1, 20);
    await directory.find('x', 'go.test', performance.now(), ip);
    expect(await directory.find('abc', 'go.test', performance.now(), ip)).toMatchObject({ refused: 'flooding' });
    expect(directory.foundMeanwhile(key, null)).toBeNull();
    cache.apply(versionOf(route()));
    for (let waited = 0; waited < 5; waited += 1) expect(directory.foundMeanwhile(key, null)).toMatchObject(key);
    expect(await directory.find('y', 'go.test', performance.now(), ip)).toMatchObject({ refused: 'flooding' });
  });

  it('costs nothing where its network had paid', async () => {
    directory = directoryOf(2, 20);
    await directory.find('x', 'go.test', performance.now(), ip);
    await directory.find('y', 'go.test', performance.now(), ip);
    cache.apply(versionOf(route()));
    expect(directory.foundMeanwhile(key, ip)).toMatchObject(key);
    expect(await directory.find('z', 'go.test', performance.now(), ip)).toBeNull();
    expect(await directory.find('z2', 'go.test', performance.now(), ip)).toMatchObject({ refused: 'flooding' });
  });
});

it('a question that came to no answer costs a network nothing', async () => {
  lookUp.mockRejectedValue(new Error('away'));
  resolve.mockRejectedValue(new Error('away'));
  for (let visit = 0; visit < 10; visit += 1) await expect(find(performance.now())).rejects.toThrow(RoutesUnavailable);
  lookUp.mockImplementation(async (asked) => among([versionOf(route())], asked));
  expect(given(await find(performance.now(), 'abc', '192.0.2.9'))).toMatchObject({ code: 'abc' });
});

it('what an event told is looked for in the table once events may have been missed since', async () => {
  cache.apply(versionOf(route()));
  expect(given(await find(performance.now(), 'abc', '192.0.2.1'))).toMatchObject({ version: 1 });
  expect(lookUp).not.toHaveBeenCalled();
  cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 }, now - 60_000);
  const questions = { lookUp, resolve, elsewhere, check };
  directory = new RouteDirectory(
    cache,
    questions,
    new Misses({ perMinute: 5, perSecond: 1_000 }),
    { apply },
    { warn: () => undefined },
  );
  cache.apply(versionOf(route()));
  cache.expireAll();
  table = [versionOf(route({ version: 2, is_active: false }))];
  expect(given(await find(performance.now(), 'abc', '192.0.2.1'))).toMatchObject({ version: 2, is_active: false });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { RouteCache } from './route-cache.js';
import { RouteDirectory, RoutesUnavailable } from './route-directory.js';
import { changesOf, newest, type RouteVersion, versionOf } from './route-version.js';

const route = (more: Partial<Route> = {}): Route => ({
  link_id: '0197a000-0000-7000-8000-000000000001',
  workspace_id: null,
  host: 'go.test',
  domain_name: 'go.test',
  code: 'abc',
  original_url: 'https://example.com/1',
  is_active: true,
  password_hash: null,
  expires_at: null,
  max_clicks: null,
  device_targeting: null,
  version: 1,
  ...more,
});

let now: number;
let table: RouteVersion[];
let owner: Route[];
let cache: RouteCache;
let directory: RouteDirectory;
const findByCode = jest.fn<(code: string) => Promise<RouteVersion[]>>();
const apply = jest.fn<(changes: readonly RouteVersion[]) => Promise<void>>();
const call = jest.fn<() => Promise<unknown>>();

beforeEach(() => {
  jest.resetAllMocks();
  now = Date.now();
  table = [];
  owner = [];
  findByCode.mockImplementation(async () => table);
  apply.mockResolvedValue();
  call.mockImplementation(async () => ({ routes: owner }));
  // Made long ago, so that the first unsure seconds are over.
  cache = new RouteCache({ size: 100, ttlMs: 60_000 }, now - 60_000);
  directory = new RouteDirectory(cache, { findByCode, apply }, { call } as never, { warn: () => undefined });
});
const find = (at = now) => directory.find('abc', 'go.test', at);
const urls = async (at = now) => (await find(at)).routes.map(({ original_url }) => original_url);

describe('finding a route', () => {
  it('asks the table once, however many ask, and then memory', async () => {
    table = [versionOf(route())];
    await Promise.all(Array.from({ length: 20 }, async () => find()));
    expect(findByCode).toHaveBeenCalledTimes(1);
    expect(find()).not.toBeInstanceOf(Promise);
    expect(call).not.toHaveBeenCalled();
  });

  it('asks links before it says no, once, and keeps the answer', async () => {
    owner = [route()];
    expect(await urls()).toEqual(['https://example.com/1']);
    expect(apply).toHaveBeenCalledWith([versionOf(route())]);
    await find();
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('asks links when only another host has the code', async () => {
    table = [versionOf(route({ host: 'other.test' }))];
    await find();
    expect(call).toHaveBeenCalledTimes(1);
    await find();
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('remembers a no for a short while only', async () => {
    expect(await urls()).toEqual([]);
    expect(find(now + 1_000)).not.toBeInstanceOf(Promise);
    table = [versionOf(route())];
    expect(await urls(now + 7_000)).toEqual(['https://example.com/1']);
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
    findByCode.mockRejectedValue(new Error('refused'));
    for (let hours = 1; hours < 5; hours += 1) expect(await urls(now + hours * 3_600_000)).toHaveLength(1);
    cache.expireAll(now + 5 * 3_600_000);
    expect(await urls(now + 5 * 3_600_000)).toHaveLength(1);
  });

  it('does not wait for a database that hangs', async () => {
    table = [versionOf(route())];
    await find();
    cache.expireAll(now);
    findByCode.mockImplementation(() => new Promise(() => undefined));
    const before = Date.now();
    expect(await urls(now)).toHaveLength(1);
    expect(Date.now() - before).toBeLessThan(1_000);
  });

  it('asks links instead of the table, and gives up only when neither answers', async () => {
    findByCode.mockRejectedValue(new Error('refused'));
    owner = [route()];
    expect(await urls()).toHaveLength(1);
    call.mockRejectedValue(new Error('no responders'));
    await expect(directory.find('other', 'go.test', now)).rejects.toThrow(RoutesUnavailable);
  });

  it('believes the table when links is away', async () => {
    call.mockRejectedValue(new Error('no responders'));
    expect(await urls()).toEqual([]);
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
    findByCode.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const found = find();
    cache.apply(versionOf(route({ version: 2, original_url: 'https://example.com/2' })));
    answer([versionOf(route())]);
    expect((await found).routes[0]?.original_url).toBe('https://example.com/2');
  });

  it('that may have been missed make everything be loaded anew', async () => {
    table = [versionOf(route())];
    await find();
    table = [versionOf(route({ version: 2, original_url: 'https://example.com/2' }))];
    cache.expireAll(now);
    expect(await urls(now + 1)).toEqual(['https://example.com/2']);
  });
});

describe('versions', () => {
  it('of an update name the key that was left', () => {
    const previous = { host: 'go.test', code: 'old', version: 5 };
    expect(changesOf({ route: route(), previous })).toEqual([versionOf(route()), { ...previous, route: null }]);
  });
  it('of two sources are joined by host', () => {
    const other = versionOf(route({ host: '*' }));
    expect(newest([versionOf(route()), other], [versionOf(route({ version: 2 }))])).toEqual([
      versionOf(route({ version: 2 })),
      other,
    ]);
  });
});

import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ANY_HOST } from '@linkway/contracts';
import { type AppLogger, Metrics } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import type { RedirectConfig } from '../config.js';
import { HostBook } from '../host/host-book.js';
import { route } from '../route/fake-route.js';
import type { RouteRepository } from '../route/route.repository.js';
import { RouteCache } from '../route/route-cache.js';
import type { RouteDirectory } from '../route/route-directory.js';
import type { RouteFollower } from '../route/route-follower.js';
import { type RouteKey, type RouteVersion, versionOf } from '../route/route-version.js';
import { WorkspaceBook } from '../workspace/workspace-book.js';
import { readSnapshots } from './snapshot-file.js';
import { SnapshotKeeper } from './snapshot-keeper.js';

let folder: string;
let table: RouteVersion[];
let heard: boolean;
let isAway: boolean;
let settle: () => void | Promise<void>;
const asked: RouteKey[][] = [];
const keepers: SnapshotKeeper[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lw-keeper-'));
  table = [];
  heard = true;
  isAway = false;
  settle = () => undefined;
  asked.length = 0;
});
afterEach(async () => {
  for (const keeper of keepers.splice(0)) await keeper.onApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

const logger = { warn: () => undefined, info: () => undefined } as unknown as AppLogger;
const routes = {
  findByKeys: async (keys: readonly RouteKey[]) => {
    if (isAway) throw new Error('the database is away');
    asked.push([...keys]);
    return table.filter(({ code, host }) => keys.some((key) => key.code === code && key.host === host));
  },
} as RouteRepository;

function keeperOf(
  cache: RouteCache,
  book = new HostBook([]),
  most = 100,
  workspaces = new WorkspaceBook(),
): SnapshotKeeper {
  const stores = { DATABASE_URL: 'postgres://db', NATS_URL: 'nats://nats', NATS_USER: '' };
  const config = { ...stores, SNAPSHOT_DIR: folder, CLICK_LOG_DIR: '', SNAPSHOT_ROUTES: most } as RedirectConfig;
  const follower = { isHeard: () => heard } as RouteFollower;
  const metrics = new Metrics('test');
  const keeper = new SnapshotKeeper(cache, routes, directory, book, workspaces, follower, config, logger, metrics);
  keepers.push(keeper);
  return keeper;
}

const directory = { settleDoubts: async () => settle() } as RouteDirectory;

const cacheOf = (...codes: string[]) => {
  const cache = new RouteCache({ bytes: 10_000_000, ttlMs: 60_000 });
  for (const code of codes) cache.put(versionOf(route({ code })), false);
  return cache;
};
const onDisk = () => readSnapshots(folder, () => undefined);
const codesOnDisk = async () => ((await onDisk())?.routes ?? []).map(({ known }) => known.code);

it('a stop keeps what is hot, the last visited first, within the bound', async () => {
  const cache = cacheOf('a', 'b', 'c');
  cache.get('a', 'go.test');
  const book = new HostBook([]);
  book.apply({ domain_id: 'd', host: 'go.test', is_active: true, version: 1 });
  const keeper = keeperOf(cache, book, 2);
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  await keeper.onApplicationShutdown();
  expect(await codesOnDisk()).toEqual(['a', 'c']);
  expect((await onDisk())?.domains).toHaveLength(1);
});

it('with what was hot before, the next process asks the database, in portions, and not for what it has', async () => {
  const first = keeperOf(cacheOf(...Array.from({ length: 700 }, (_, number) => `code${number}`)), undefined, 1_000);
  first.onApplicationBootstrap();
  await first.loaded;
  await first.onApplicationShutdown();

  table = [versionOf(route({ code: 'code3', version: 9, original_url: 'https://example.com/now' }))];
  const cache = cacheOf('code5');
  const second = keeperOf(cache, undefined, 1_000);
  second.onApplicationBootstrap();
  await second.loaded;
  expect(asked.map(({ length }) => length)).toEqual([499, 200]);
  expect(asked.flat().map(({ code }) => code)).not.toContain('code5');
  // What the snapshot said counts for nothing beside the table: the others are gone.
  expect(cache.get('code3', 'go.test')?.known.route?.original_url).toBe('https://example.com/now');
  expect(cache.size).toBe(2);
});

it('what guards a link for any host is loaded with it', async () => {
  const cache = cacheOf();
  cache.put(versionOf(route({ code: 'any', host: ANY_HOST })), false);
  cache.guard(cache.put({ code: 'any', host: 'go.test', version: 0, route: null }, true));
  const first = keeperOf(cache);
  first.onApplicationBootstrap();
  await first.loaded;
  await first.onApplicationShutdown();

  table = [versionOf(route({ code: 'any', host: ANY_HOST }))];
  const next = cacheOf();
  const second = keeperOf(next);
  second.onApplicationBootstrap();
  await second.loaded;
  expect(next.get('any', 'go.test')).toMatchObject({ guards: true, known: { route: null } });
  expect(next.get('any', ANY_HOST)?.known.route).not.toBeNull();
});

it('a process that has not loaded what was hot does not write over it', async () => {
  const first = keeperOf(cacheOf('hot'));
  first.onApplicationBootstrap();
  await first.loaded;
  await first.onApplicationShutdown();
  const [before] = readdirSync(folder);

  isAway = true;
  const second = keeperOf(cacheOf('cold'));
  second.onApplicationBootstrap();
  await second.onApplicationShutdown();
  expect(readdirSync(folder)).toEqual([before]);
  expect(await codesOnDisk()).toEqual(['hot']);
});

it('changes of what is on disk are told at once; a snapshot that is gone is written anew', async () => {
  const cache = cacheOf('a', 'b');
  const book = new HostBook([]);
  const keeper = keeperOf(cache, book);
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  await keeper.keepNow();
  cache.apply({ code: 'a', host: 'go.test', version: 2, route: null });
  cache.apply(versionOf(route({ code: 'other' })));
  book.apply({ domain_id: 'd', host: 'go.test', is_active: false, version: 1 });
  await eventually(async () => expect(await codesOnDisk()).toEqual(['b']));
  await eventually(async () => expect((await onDisk())?.domains).toHaveLength(1));

  rmSync(folder, { recursive: true, force: true });
  cache.apply(versionOf(route({ code: 'b', version: 2 })));
  await eventually(async () => expect(await codesOnDisk()).toEqual(['b']));
});

it('without events what is kept gets older; what has not become otherwise is not written anew', async () => {
  const cache = cacheOf('a');
  const keeper = keeperOf(cache);
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  await keeper.keepNow();
  const first = (await onDisk())?.at ?? 0;
  heard = false;
  cache.put(versionOf(route({ code: 'b' })), false);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await keeper.keepNow();
  expect(await onDisk()).toMatchObject({ at: first });
  expect(await codesOnDisk()).toEqual(['b', 'a']);
  heard = true;
  const [name = ''] = readdirSync(folder);
  const before = statSync(join(folder, name)).ino;
  await keeper.keepNow();
  expect((await onDisk())?.at).toBeGreaterThan(first);
  expect(statSync(join(folder, name)).ino).toBe(before);
});

it('with no links to keep nothing is written', async () => {
  const keeper = keeperOf(cacheOf('a'), undefined, 0);
  keeper.onApplicationBootstrap();
  await keeper.onApplicationShutdown();
  expect(readdirSync(folder)).toEqual([]);
});

it('what was loaded is asked about before anybody is answered with it, for the table may lag', async () => {
  const first = keeperOf(cacheOf('a'));
  first.onApplicationBootstrap();
  await first.loaded;
  await first.onApplicationShutdown();
  table = [versionOf(route({ code: 'a' }))];
  const cache = cacheOf();
  const second = keeperOf(cache);
  second.onApplicationBootstrap();
  await second.loaded;
  expect(cache.get('a', 'go.test')).toMatchObject({ doubted: true, freshUntil: 0, waitFrom: 0 });
  // Until that was done, nothing is sure.
  const before = Date.now();
  await second.keepNow();
  expect((await onDisk())?.at).toBeLessThanOrEqual(before);
});

it('a deletion of any key is kept as long as an older file is believed', async () => {
  const dead = keeperOf(cacheOf('a', 'b'));
  dead.onApplicationBootstrap();
  await dead.loaded;
  await dead.onApplicationShutdown();
  table = [versionOf(route({ code: 'a' })), versionOf(route({ code: 'b' }))];
  // It has room for few in memory, and 'a' is none of those that it writes.
  const cache = cacheOf();
  const living = keeperOf(cache, undefined, 1);
  living.onApplicationBootstrap();
  await living.loaded;
  cache.get('b', 'go.test');
  await living.keepNow();
  cache.apply({ code: 'a', host: 'go.test', version: 2, route: null });
  await eventually(async () => expect(await codesOnDisk()).toEqual(['b']));
  // Also once its own is written anew.
  cache.put(versionOf(route({ code: 'c' })), false);
  await living.keepNow();
  expect((await codesOnDisk()).sort()).toEqual(['b', 'c']);
});

it('the last twenty thousand changes of other keys are remembered, and no more', async () => {
  const dead = keeperOf(cacheOf('code0', 'code1', 'code20000', 'other'));
  dead.onApplicationBootstrap();
  await dead.loaded;
  await dead.onApplicationShutdown();
  table = ['code0', 'code1', 'code20000', 'other'].map((code) => versionOf(route({ code })));
  const cache = cacheOf();
  const living = keeperOf(cache);
  living.onApplicationBootstrap();
  await living.loaded;
  for (let number = 0; number <= 20_000; number += 1) {
    cache.apply({ code: `code${number}`, host: 'go.test', version: 2, route: null });
  }
  await living.keepNow();
  // The oldest one is forgotten, and the file of the dead brings it back.
  expect((await codesOnDisk()).sort()).toEqual(['code0', 'other']);
});

it('a change of another key is remembered for ten minutes', async () => {
  const cache = cacheOf('kept');
  const keeper = keeperOf(cache);
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now');
  const told = () => {
    const [name = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, name), 'utf8');
    return ['long-gone', 'gone'].filter((code) => text.includes(`"${code}"`));
  };
  try {
    clock.mockReturnValue(now - 601_000);
    keeper.onApplicationBootstrap();
    await keeper.loaded;
    cache.apply({ code: 'long-gone', host: 'go.test', version: 2, route: null });
    clock.mockReturnValue(now - 500_000);
    cache.apply({ code: 'gone', host: 'go.test', version: 2, route: null });
    await keeper.keepNow();
    expect(told()).toEqual(['long-gone', 'gone']);
  } finally {
    clock.mockRestore();
  }
  cache.put(versionOf(route({ code: 'new' })), false);
  await keeper.keepNow();
  expect(told()).toEqual(['gone']);
});

it('a snapshot that could not be written is written anew, with what had been told until then', async () => {
  table = [versionOf(route({ code: 'b' }))];
  const cache = cacheOf('b');
  const living = keeperOf(cache);
  living.onApplicationBootstrap();
  await living.loaded;
  await living.keepNow();
  const dead = keeperOf(cacheOf('a'));
  dead.onApplicationBootstrap();
  await dead.loaded;
  await dead.onApplicationShutdown();
  expect((await codesOnDisk()).sort()).toEqual(['a', 'b']);
  // Nothing in memory is otherwise by that.
  cache.apply({ code: 'a', host: 'go.test', version: 2, route: null });
  const away = `${folder}-away`;
  renameSync(folder, away);
  writeFileSync(folder, '');
  await expect(living.keepNow()).rejects.toThrow();
  rmSync(folder);
  renameSync(away, folder);
  await living.keepNow();
  expect(await codesOnDisk()).toEqual(['b']);
});

it('a switched host is written with the next snapshot, also where only the table told of it', async () => {
  const book = new HostBook([]);
  const keeper = keeperOf(cacheOf('a'), book);
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  await keeper.keepNow();
  book.update({ changed: [{ domain_id: 'd', host: 'go.test', is_active: false, version: 2 }], removed: [] });
  await keeper.keepNow();
  expect(await onDisk()).toMatchObject({ domains: [{ domain_id: 'd', is_active: false }] });
});

it('a workspace that is shut or has privacy mode is in the next snapshot, and one that an event opens again a moment later no more', async () => {
  const workspaces = new WorkspaceBook();
  const [a, b] = [
    { workspace_id: 'a', is_shut: true, own_visits: null, version: 2 },
    { workspace_id: 'b', is_shut: false, own_visits: 'digest', version: 2 },
  ];
  workspaces.update([a]);
  const keeper = keeperOf(cacheOf('a'), new HostBook([]), 100, workspaces);
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  await keeper.keepNow();
  expect((await onDisk())?.workspaces).toEqual([a]);
  workspaces.apply(b);
  workspaces.apply({ ...a, is_shut: false, version: 3 });
  workspaces.apply(a);
  await eventually(async () => expect((await onDisk())?.workspaces).toEqual([{ ...a, is_shut: false, version: 3 }, b]));
  await keeper.keepNow();
  expect((await onDisk())?.workspaces).toEqual([b]);
});

it.each<[string, () => RouteVersion[]]>([
  ['the table has not any more', () => []],
  ['the table tells to be deleted', () => [{ code: 'a', host: 'go.test', version: 2, route: null }]],
])('a link that %s does not come back from an older file', async (_what, rows) => {
  const dead = keeperOf(cacheOf('a', 'b'));
  dead.onApplicationBootstrap();
  await dead.loaded;
  await dead.onApplicationShutdown();
  table = [...rows(), versionOf(route({ code: 'b' }))];
  const living = keeperOf(cacheOf());
  living.onApplicationBootstrap();
  await living.loaded;
  await living.keepNow();
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await codesOnDisk()).toEqual(['b']);
});

it('what is told while hot links are loaded is not lost', async () => {
  const dead = keeperOf(cacheOf('a', 'b'));
  dead.onApplicationBootstrap();
  await dead.loaded;
  await dead.onApplicationShutdown();
  table = [versionOf(route({ code: 'a' })), versionOf(route({ code: 'b' }))];
  const cache = cacheOf();
  const living = keeperOf(cache);
  living.onApplicationBootstrap();
  cache.apply({ code: 'a', host: 'go.test', version: 2, route: null });
  await living.loaded;
  await living.keepNow();
  expect(await codesOnDisk()).toEqual(['b']);
});

it('snapshots of dead processes go, whether its own is written anew or not', async () => {
  const keeper = keeperOf(cacheOf('a'));
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  await keeper.keepNow();
  const dead = join(folder, 'abc-00112233.snapshot');
  writeFileSync(dead, '');
  const old = new Date(Date.now() - 3 * 60_000);
  utimesSync(dead, old, old);
  await keeper.keepNow();
  expect(readdirSync(folder)).toHaveLength(1);
});

it('what is told while the first one is written is in it, or behind it', async () => {
  const cache = cacheOf(...Array.from({ length: 2_000 }, (_, number) => `code${number}`));
  const keeper = keeperOf(cache, undefined, 2_000);
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  const writing = keeper.keepNow();
  await new Promise((done) => setImmediate(done));
  cache.apply({ code: 'code1999', host: 'go.test', version: 2, route: null });
  await writing;
  await eventually(async () => expect(await codesOnDisk()).not.toContain('code1999'));
});

it('a link that an event tells of, and somebody visits, just before its snapshot is written anew is in it', async () => {
  const cache = cacheOf('a', 'b');
  const keeper = keeperOf(cache);
  keeper.onApplicationBootstrap();
  await keeper.loaded;
  await keeper.keepNow();
  cache.apply(versionOf(route({ code: 'new' })));
  cache.put(versionOf(route({ code: 'new' })), false);
  await keeper.keepNow();
  // What is told now is on disk behind what was told before.
  cache.apply({ code: 'b', host: 'go.test', version: 2, route: null });
  await eventually(async () => expect((await codesOnDisk()).sort()).toEqual(['a', 'new']));
});

describe('a version that links took back, and has made anew since,', () => {
  const keyed = (version: number, original_url: string) => versionOf(route({ code: 'a', version, original_url }));
  const former = keyed(5, 'https://example.com/former');
  const urlsOnDisk = async () => (await onDisk())?.routes.map(({ known }) => known.route?.original_url);
  /** Beside a dead process that has the former one, in a file that is written anew in the end. */
  async function after(told: (cache: RouteCache) => void): Promise<void> {
    const [older, cache] = [cacheOf(), cacheOf()];
    older.put(former, false);
    const dead = keeperOf(older);
    dead.onApplicationBootstrap();
    await dead.loaded;
    await dead.onApplicationShutdown();
    table = [former];
    const living = keeperOf(cache);
    living.onApplicationBootstrap();
    await living.loaded;
    await living.keepNow();
    told(cache);
    await eventually(() => expect(written()).toContain('"held":5'));
    cache.put(versionOf(route({ code: 'new', original_url: 'https://example.com/new' })), false);
    await living.keepNow();
  }
  const written = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');

  it('is what stands then', async () => {
    await after((cache) => cache.correct(keyed(4, 'https://example.com/4'), 5));
    expect(await urlsOnDisk()).toEqual(['https://example.com/new', 'https://example.com/4']);
  });

  it('stays away once the link is deleted', async () => {
    await after((cache) => {
      cache.correct(keyed(4, 'https://example.com/4'), 5);
      cache.apply({ code: 'a', host: 'go.test', version: 5, route: null });
    });
    expect(await urlsOnDisk()).toEqual(['https://example.com/new']);
  });

  it('is the new one, though an older event comes late', async () => {
    await after((cache) => {
      cache.correct(keyed(3, 'https://example.com/3'), 5);
      cache.apply(keyed(5, 'https://example.com/5'));
      cache.apply(keyed(4, 'https://example.com/4'));
    });
    expect(await urlsOnDisk()).toEqual(['https://example.com/new', 'https://example.com/5']);
  });
});

it('a link that one process has is kept where another, which does not, learns from links that it is newer', async () => {
  const [older, cache] = [cacheOf('b'), cacheOf('b')];
  older.put(versionOf(route({ code: 'a', version: 6 })), false);
  const dead = keeperOf(older);
  dead.onApplicationBootstrap();
  await dead.loaded;
  await dead.onApplicationShutdown();
  table = [versionOf(route({ code: 'a', version: 5 }))];
  const living = keeperOf(cache, undefined, 1);
  living.onApplicationBootstrap();
  await living.loaded;
  cache.get('b', 'go.test');
  cache.correct(versionOf(route({ code: 'a', version: 6 })), 5);
  cache.get('b', 'go.test');
  await living.keepNow();
  expect((await codesOnDisk()).sort()).toEqual(['a', 'b']);
});

it('a version that links took back does not come back from an older file', async () => {
  const older = cacheOf('b');
  older.put(versionOf(route({ code: 'a', version: 5 })), false);
  const dead = keeperOf(older);
  dead.onApplicationBootstrap();
  await dead.loaded;
  await dead.onApplicationShutdown();
  table = [versionOf(route({ code: 'a', version: 5 })), versionOf(route({ code: 'b' }))];
  const cache = cacheOf();
  const living = keeperOf(cache, undefined, 1);
  living.onApplicationBootstrap();
  await living.loaded;
  cache.get('b', 'go.test');
  await living.keepNow();
  cache.correct({ code: 'a', host: 'go.test', version: 4, route: null }, 5);
  await eventually(async () => expect(await codesOnDisk()).toEqual(['b']));
  cache.put(versionOf(route({ code: 'c' })), false);
  await living.keepNow();
  expect((await codesOnDisk()).sort()).toEqual(['b', 'c']);
});

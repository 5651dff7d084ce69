import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ANY_HOST } from '@linkway/contracts';
import { route } from '../route/fake-route.js';
import { nothing, type RouteVersion, versionOf } from '../route/route-version.js';
import { type Change, type KnownRoute, readSnapshots, removeDead, SnapshotFile } from './snapshot-file.js';

const HOUR = 3_600_000;
let folder: string;
let damaged: string[];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lw-snapshot-')), 'snapshot');
  damaged = [];
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const now = Date.now();
const stores = 'of-the-test';
const addresses = { root_url: 'https://site.test/' };
const domain = { domain_id: 'd1', host: 'go.test', is_active: true, version: 3, addresses };
const leads = (code: string, version = 1): KnownRoute => ({
  known: versionOf(route({ code, version })),
  guards: false,
});
const gone = (code: string, version: number): RouteVersion => ({ code, host: 'go.test', version, route: null });
const read = (at = now) => readSnapshots(folder, (file) => damaged.push(file), at);
const versions = async () => (await read())?.routes.map(({ known }) => `${known.code} ${known.version}`);
const only = () => join(folder, readdirSync(folder)[0] ?? '');

it('tells what was written, in its order, to nobody but its user', async () => {
  const routes = [leads('b'), leads('a', 7), { known: nothing({ code: 'any', host: 'go.test' }), guards: true }];
  await new SnapshotFile(folder).write({ stores, at: now, domains: [domain], workspaces: [], routes });
  expect(await read()).toEqual({ at: now, stores, domains: [domain], workspaces: [], routes });
  expect(statSync(only()).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('holds many links, with texts of any kind', async () => {
  const odd = versionOf(route({ code: 'odd', original_url: 'https://example.com/a\n{"format":1}' }));
  const many = Array.from({ length: 2_000 }, (_, number) => leads(`code${number}`));
  await new SnapshotFile(folder).write({
    stores,
    at: now,
    domains: [],
    workspaces: [],
    routes: [{ known: odd, guards: false }, ...many],
  });
  const found = (await read())?.routes ?? [];
  expect(found).toHaveLength(2_001);
  expect(found[0]?.known).toEqual(odd);
});

it('is on the disk as a whole before it takes the place of the former one', async () => {
  const file = new SnapshotFile(folder);
  await file.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('a')] });
  const former = statSync(only()).ino;
  const opened = await open(only());
  const handles: FileHandle = Object.getPrototypeOf(opened);
  await opened.close();
  const synced: { name: string; ino: number; size: number }[][] = [];
  const { datasync } = handles;
  const spy = jest.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
    await datasync.call(this);
    const there = readdirSync(folder).sort();
    synced.push(
      there.map((name) => {
        const { ino, size } = statSync(join(folder, name));
        return { name, ino, size };
      }),
    );
  });
  try {
    await file.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('b'), leads('c')] });
  } finally {
    spy.mockRestore();
  }
  const { ino, size } = statSync(only());
  expect(synced).toMatchObject([[{ ino: former }, { name: expect.stringMatching(/\.part$/), ino, size }]]);
});

it('an empty one is one', async () => {
  await new SnapshotFile(folder).write({ stores, at: now, domains: [], workspaces: [], routes: [] });
  expect(await read()).toEqual({ at: now, stores, domains: [], workspaces: [], routes: [] });
});

it('what is added stands over what was written, newer over older, and what links took back goes', async () => {
  const file = new SnapshotFile(folder);
  await file.write({
    stores,
    at: now - 5_000,
    domains: [domain],
    workspaces: [],
    routes: [leads('a', 5), leads('b', 5), leads('c', 5), leads('d', 5)],
  });
  await file.append([
    { known: versionOf(route({ code: 'a', version: 6 })), held: null },
    { known: versionOf(route({ code: 'b', version: 4 })), held: null },
    { known: versionOf(route({ code: 'c', version: 4 })), held: 5 },
  ]);
  await file.append([{ known: gone('d', 6), held: null }, { domain: { ...domain, is_active: false, version: 4 } }]);
  await file.append([{ at: now }]);
  expect(file.added).toBeGreaterThan(0);
  expect(await versions()).toEqual(['a 6', 'b 5', 'c 4']);
  expect(await read()).toMatchObject({ at: now, domains: [{ is_active: false, version: 4 }] });
  await file.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('e')] });
  expect(file.added).toBe(0);
  await file.append([{ known: versionOf(route({ code: 'f' })), held: null }]);
  expect(await versions()).toEqual(['e 1', 'f 1']);
  await file.close();
});

it.each(['added', 'written anew'])(
  'what links took back of a link that is in the file stays away (%s)',
  async (how) => {
    await new SnapshotFile(folder).write({
      stores,
      at: now - 60_000,
      domains: [],
      workspaces: [],
      routes: [leads('a', 5), leads('b', 6)],
    });
    const living = new SnapshotFile(folder);
    const told = ['a', 'b'].map((code) => ({ known: leads(code, 4).known, held: 5 }));
    if (how === 'added') {
      await living.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('a', 5), leads('b', 5)] });
      await living.append(told);
      await living.close();
    } else
      await living.write(
        { stores, at: now, domains: [], workspaces: [], routes: [leads('a', 4), leads('b', 4)] },
        told,
      );
    // The other process had heard of a newer one.
    expect(await versions()).toEqual(['a 4', 'b 6']);
  },
);

describe.each([
  ['later', 60_000],
  ['earlier', -60_000],
])(
  'what links took back does not come back where it makes that version anew, and the file that tells so is the %s one',
  (_when, by) => {
    const versionsBeside = async (written: KnownRoute, told: Change[]) => {
      await new SnapshotFile(folder).write({
        stores,
        at: now - by,
        domains: [],
        workspaces: [],
        routes: [leads('a', 5), leads('b')],
      });
      const living = new SnapshotFile(folder);
      await living.write({ stores, at: now, domains: [], workspaces: [], routes: [written] });
      await living.append(told);
      await living.close();
      return versions();
    };
    const anew = versionOf(route({ code: 'a', version: 5, original_url: 'https://example.com/anew' }));

    it.each<[string, KnownRoute, RouteVersion]>([
      ['of a link that it has', leads('a', 5), leads('a', 4).known],
      ['of another link', leads('c'), gone('a', 5)],
    ])('in a deletion, %s', async (_what, written, known) => {
      const told = [known, gone('a', 5)].map((one, at) => ({ known: one, held: at === 0 ? 5 : null }));
      expect(await versionsBeside(written, told)).not.toContain('a 5');
    });

    it('in steps', async () => {
      const told = [3, 4].map((version) => ({ known: leads('a', version).known, held: version === 3 ? 5 : null }));
      expect(await versionsBeside(leads('a', 5), told)).toContain('a 4');
    });

    it('in a change, which stands', async () => {
      const told = [leads('a', 4).known, anew].map((known, at) => ({ known, held: at === 0 ? 5 : null }));
      expect(await versionsBeside(leads('a', 5), told)).toContain('a 5');
      expect((await read())?.routes.map(({ known }) => known)).toContainEqual(anew);
    });
  },
);

it('a line that was cut off costs itself alone', async () => {
  const file = new SnapshotFile(folder);
  await file.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('a')] });
  appendFileSync(only(), '{"known":{"code":"b","ho');
  await file.append([{ known: versionOf(route({ code: 'c' })), held: null }]);
  expect(await versions()).toEqual(['a 1', 'c 1']);
  await file.close();
});

it('nothing is added to a file that is gone', async () => {
  const file = new SnapshotFile(folder);
  await expect(file.append([{ at: now }])).rejects.toThrow('ENOENT');
  await file.write({ stores, at: now, domains: [], workspaces: [], routes: [] });
  await file.append([{ at: now }]);
  rmSync(only());
  await expect(file.append([{ at: now }])).rejects.toThrow('ENOENT');
  await file.close();
});

it.each<[string, (text: string) => string]>([
  ['cut', (text) => text.slice(0, text.length / 2)],
  ['changed', (text) => text.replace('"code":"a"', '"code":"z"')],
  ['of another format', (text) => text.replace('"format":1', '"format":9')],
  ['empty', () => ''],
])('one that is %s is passed over and told of', async (_what, change) => {
  await new SnapshotFile(folder).write({
    stores,
    at: now,
    domains: [],
    workspaces: [],
    routes: [leads('a'), leads('b')],
  });
  writeFileSync(only(), change(readFileSync(only(), 'utf8')));
  expect(await read()).toBeNull();
  expect(damaged).toHaveLength(1);
  await new SnapshotFile(folder).write({ stores, at: now, domains: [], workspaces: [], routes: [leads('c')] });
  expect(await versions()).toEqual(['c 1']);
});

it('a link that this release does not understand is left out', async () => {
  const strange = { ...route({ code: 'x' }), original_url: 7 } as never;
  const known = { code: 'x', host: 'go.test', version: 1, route: strange };
  await new SnapshotFile(folder).write({
    stores,
    at: now,
    domains: [],
    workspaces: [],
    routes: [{ known, guards: false }, leads('a')],
  });
  expect(await versions()).toEqual(['a 1']);
});

it('of several processes the newest version of each link counts, and a deletion too', async () => {
  const [one, two, old] = [new SnapshotFile(folder), new SnapshotFile(folder), new SnapshotFile(folder)];
  await one.write({
    stores,
    at: now - 60_000,
    domains: [domain],
    workspaces: [],
    routes: [leads('a', 2), leads('b', 1), leads('c', 1)],
  });
  await two.write({
    stores,
    at: now,
    domains: [{ ...domain, is_active: false, version: 9 }],
    workspaces: [],
    routes: [leads('a', 1), leads('b', 2)],
  });
  await two.append([{ known: gone('c', 2), held: null }]);
  await old.write({ stores, at: now - 11 * 60_000, domains: [], workspaces: [], routes: [leads('d')] });
  expect((await versions())?.sort()).toEqual(['a 2', 'b 2']);
  expect(await read()).toMatchObject({ at: now, domains: [{ version: 9 }] });
  await two.close();
});

it('one that is a day old is none', async () => {
  await new SnapshotFile(folder).write({ stores, at: now, domains: [], workspaces: [], routes: [leads('a')] });
  expect(await read(now + 23 * HOUR)).not.toBeNull();
  expect(await read(now + 25 * HOUR)).toBeNull();
  expect(await readSnapshots(join(folder, 'none'), () => undefined)).toBeNull();
});

it('those of dead processes go, and nothing else', async () => {
  const [living, dead] = [new SnapshotFile(folder), new SnapshotFile(folder)];
  await dead.write({
    stores,
    at: now,
    domains: [],
    workspaces: [],
    routes: [leads('a'), { known: nothing({ code: 'a', host: ANY_HOST }), guards: false }],
  });
  const old = new Date(now - 3 * 60_000);
  utimesSync(only(), old, old);
  writeFileSync(join(folder, 'notes.txt'), 'ours');
  utimesSync(join(folder, 'notes.txt'), old, old);
  await living.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('b')] });
  await removeDead(folder, now);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(readdirSync(folder)).toContain('notes.txt');
  expect(await versions()).toEqual(['b 1']);
});

it('what became otherwise of a key that is not in it keeps an older file from bringing it back', async () => {
  const [dead, living] = [new SnapshotFile(folder), new SnapshotFile(folder)];
  await dead.write({ stores, at: now - 60_000, domains: [], workspaces: [], routes: [leads('a', 2), leads('b', 2)] });
  await living.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('c')] }, [
    { known: gone('a', 3), held: null },
  ]);
  expect((await versions())?.sort()).toEqual(['b 2', 'c 1']);
});

it('of many the last ones are read', async () => {
  for (let number = 0; number < 10; number += 1) {
    await new SnapshotFile(folder).write({
      stores,
      at: now - number * 1_000,
      domains: [],
      workspaces: [],
      routes: [leads(`code${number}`)],
    });
    const name =
      readdirSync(folder).find((each) => readFileSync(join(folder, each), 'utf8').includes(`code${number}"`)) ?? '';
    const at = new Date(now - number * 1_000);
    utimesSync(join(folder, name), at, at);
  }
  expect(await versions()).toEqual(Array.from({ length: 8 }, (_, number) => `code${number} 1`));
});

it('what guards a link for any host goes on to guard it, whatever version its own nothing has', async () => {
  const file = new SnapshotFile(folder);
  await file.write({
    stores,
    at: now,
    domains: [],
    workspaces: [],
    routes: [{ known: gone('a', 2), guards: true }, leads('b')],
  });
  await file.append([
    { known: gone('a', 3), held: null },
    { known: gone('b', 3), held: null },
  ]);
  expect((await read())?.routes).toEqual([{ known: gone('a', 3), guards: true }]);
  await file.close();
});

it('who holds a link knows more of its version than who only heard of it, unless links took that version back', async () => {
  const [one, other] = [new SnapshotFile(folder), new SnapshotFile(folder)];
  await one.write({
    stores,
    at: now - 1_000,
    domains: [],
    workspaces: [],
    routes: [leads('a', 3), leads('b', 3), leads('c', 3), leads('e', 3)],
  });
  await one.append([
    { known: gone('a', 3), held: null },
    { known: gone('e', 3), held: 3 },
  ]);
  await other.write({ stores, at: now, domains: [], workspaces: [], routes: [leads('d')] }, [
    { known: gone('b', 3), held: null },
    { known: gone('c', 3), held: 3 },
  ]);
  expect((await versions())?.sort()).toEqual(['a 3', 'b 3', 'd 1']);
  await one.close();
});

import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LogFolder } from './log-folder.js';

let directory: string;
let troubles: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-folder-'));
  troubles = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = () => LogFolder.open(directory, (message) => troubles.push(message));
const DEAD = 'mi9x2k1a-77-0a1b2c3d';

function deadFolder(root: string, ...names: string[]): void {
  mkdirSync(join(root, DEAD), { recursive: true });
  for (const name of names) writeFileSync(join(root, DEAD, name), name, { mode: 0o644 });
}

it('takes over what a dead process left, of this release and the former, for its owner alone', async () => {
  deadFolder(directory, 'a-00000001.clicks', 'a-00000001.cuts');
  deadFolder(join(directory, 'v2'), 'b-00000001-0.clicks2', 'b-00000001-0.cuts2');
  const folder = await open();
  expect(await folder.adopt()).toEqual(
    ['a-00000001.clicks', 'b-00000001-0.clicks2'].map((name) => join(folder.path, name)),
  );
  for (const name of readdirSync(folder.path)) expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path)).toHaveLength(4);
  expect(existsSync(join(directory, DEAD))).toBe(false);
  folder.close();
});

it('is there when its socket is, and not before', async () => {
  const opening = open();
  const folders = () => readdirSync(join(directory, 'v2')).filter((name) => !name.endsWith('.alive'));
  expect(folders()).toEqual([]);
  const folder = await opening;
  expect(folders()).toEqual([folder.name]);
  folder.close();
});

it('leaves alone a process that has only just begun: it has a socket, and no folder yet', async () => {
  const folder = await open();
  const socket = join(directory, 'v2', `${DEAD}.alive`);
  const beginning = createServer();
  await new Promise<void>((done) => beginning.listen(socket, done));
  expect(await folder.adopt()).toEqual([]);
  expect(existsSync(socket)).toBe(true);
  deadFolder(join(directory, 'v2'), 'b-00000001-0.clicks2');
  expect(await folder.adopt()).toEqual([]);
  beginning.close();
  expect(await folder.adopt()).toHaveLength(1);
  folder.close();
});

it('leaves alone a process of which it cannot be told whether it lives', async () => {
  deadFolder(join(directory, 'v2'), 'b-00000001-0.clicks2');
  const socket = join(directory, 'v2', `${DEAD}.alive`);
  // No proof of death, as a socket whose queue is full is none.
  symlinkSync(`${DEAD}.alive`, socket);
  const folder = await open();
  expect(await folder.adopt()).toEqual([]);
  expect(lstatSync(socket).isSymbolicLink()).toBe(true);
  rmSync(socket);
  expect(await folder.adopt()).toHaveLength(1);
  folder.close();
});

it('leaves alone what is none of ours', async () => {
  for (const root of [directory, join(directory, 'v2')]) {
    mkdirSync(join(root, 'lost+found'), { recursive: true });
    writeFileSync(join(root, 'lost+found', 'keep.txt'), 'keep');
    writeFileSync(join(root, 'notes.txt'), 'keep');
  }
  deadFolder(join(directory, 'v2'), 'b-00000001-0.clicks2', 'notes.txt');
  const folder = await open();
  expect(await folder.adopt()).toHaveLength(1);
  for (const root of [directory, join(directory, 'v2')]) {
    expect(readFileSync(join(root, 'lost+found', 'keep.txt'), 'utf8')).toBe('keep');
    expect(readFileSync(join(root, 'notes.txt'), 'utf8')).toBe('keep');
  }
  expect(readFileSync(join(directory, 'v2', `${DEAD}.kept`, 'notes.txt'), 'utf8')).toBe('notes.txt');
  expect(await folder.adopt()).toEqual([]);
  expect(troubles).toEqual([]);
  folder.close();
});

it('opens though something cannot be taken over, and takes it later', async () => {
  deadFolder(directory, 'a-00000001.clicks');
  const folder = await open();
  // In the way of the rename.
  mkdirSync(join(folder.path, `from-${DEAD}`));
  writeFileSync(join(folder.path, `from-${DEAD}`, 'other'), '');
  expect(await folder.adopt()).toEqual([join(folder.path, 'a-00000001.clicks')]);
  mkdirSync(join(folder.path, 'from-a'));
  mkdirSync(join(folder.path, 'from-a', 'b.clicks'));
  writeFileSync(join(folder.path, 'b.clicks'), 'a file where a folder should go');
  expect(await folder.adopt()).toEqual([]);
  expect(troubles.join()).toContain('cannot be taken over as a whole');
  folder.close();
});

it('forgets cuts whose segment was deleted before its process died', async () => {
  deadFolder(join(directory, 'v2'), 'b-00000001-0.cuts2', 'b-00000002-9.clicks2', 'b-00000002-9.cuts2');
  const folder = await open();
  await folder.adopt();
  expect(readdirSync(folder.path).sort()).toEqual(['b-00000002-9.clicks2', 'b-00000002-9.cuts2']);
  folder.close();
});

it('is no dead folder to a process of the former release', async () => {
  const folder = await open();
  // That release asks for a socket beside each folder; only these two answers are proof of death to it.
  const answer = await new Promise<string>((done) => {
    connect(join(directory, 'v2.alive'), () => done('alive')).once('error', (error: NodeJS.ErrnoException) =>
      done(error.code ?? ''),
    );
  });
  expect(['ENOENT', 'ECONNREFUSED']).not.toContain(answer);
  expect(lstatSync(join(directory, 'v2.alive')).isSymbolicLink()).toBe(true);
  folder.close();
});

it('opens where the link stands already, and through a link', async () => {
  const real = join(directory, 'real');
  mkdirSync(real);
  symlinkSync(real, join(directory, 'clicks'));
  const first = await LogFolder.open(join(directory, 'clicks'), () => undefined);
  const second = await LogFolder.open(join(directory, 'clicks'), () => undefined);
  expect(await second.adopt()).toEqual([]);
  first.close();
  second.close();
  expect(readdirSync(join(real, 'v2'))).toEqual([]);
});

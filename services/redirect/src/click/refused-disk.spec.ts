import { mkdtempSync, readdirSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { type Disk, disk } from './disk.js';
import { RefusedClicks } from './refused-clicks.js';

const MIB = 1024 ** 2;
const clicks = { json: Buffer.from('1,2'), ends: [1, 3], hashes: [1, 2] };
const id = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-refused-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A disk that says that of every file. */
function telling(about: { size?: number; blocks: number | undefined }): Disk {
  return {
    ...disk,
    fstatSync: ((fd: number) => Object.assign(disk.fstatSync(fd), about)) as Disk['fstatSync'],
    stat: async (path): Promise<Stats> => Object.assign(await disk.stat(path), about),
  };
}
/** A disk whose every file takes so much room. */
const coarse = (room: number) => telling({ blocks: room / 512 });

describe('the room of files that were set aside', () => {
  it('is what they take of the disk, however little is in them', async () => {
    const refused = new RefusedClicks(coarse(20 * MIB), directory);
    for (const number of [1, 2, 3]) await refused.keep(id(number), clicks);
    await expect(refused.keep(id(4), clicks)).rejects.toThrow('no room');
    expect(readdirSync(directory)).toHaveLength(3);

    // Another process counts the same, though it wrote none of them.
    const other = new RefusedClicks(coarse(20 * MIB), directory);
    await other.read();
    await expect(other.keep(id(4), clicks)).rejects.toThrow('no room');
    expect(other.list().map(({ room }) => room)).toEqual(Array(3).fill(20 * MIB));
    const [gone] = other.list();
    other.drop(gone?.name ?? '');
    await other.keep(id(4), clicks);
    expect(readdirSync(directory)).toHaveLength(3);
  });

  it('is not written to in vain where there is none', async () => {
    const fs = coarse(64 * MIB);
    const refused = new RefusedClicks(fs, directory);
    await refused.keep(id(1), clicks);
    fs.openSync = () => {
      throw new Error('written');
    };
    await expect(refused.keep(id(2), clicks)).rejects.toThrow('no room');
  });

  it.each([0, undefined])('is never less than what is in them, where the disk tells %s blocks', async (blocks) => {
    const refused = new RefusedClicks(telling({ size: 32 * MIB, blocks }), directory);
    await refused.keep(id(1), clicks);
    await refused.keep(id(2), clicks);
    await expect(refused.keep(id(3), clicks)).rejects.toThrow('no room');
  });

  it('is that of the same batch once, so that it is kept again when there is no more', async () => {
    const refused = new RefusedClicks(coarse(32 * MIB), directory);
    await refused.keep(id(1), clicks);
    const name = await refused.keep(id(2), clicks);
    expect(await refused.keep(id(2), clicks)).toBe(name);
    expect(refused.clicks).toBe(4);
    await expect(refused.keep(id(3), clicks)).rejects.toThrow('no room');
  });
});

/** A disk that takes its time to be sure of what was written. */
class SlowDisk {
  /** What it is to be sure of, files and folders. */
  readonly asked: string[] = [];
  private readonly paths = new Map<number, string>();
  private done: (error: Error | null) => void = () => undefined;
  readonly disk: Disk = {
    ...disk,
    openSync: ((path: string, flags: string, mode?: number) => {
      const fd = disk.openSync(path, flags, mode);
      this.paths.set(fd, path);
      return fd;
    }) as Disk['openSync'],
    fdatasync: ((fd: number, done: (error: Error | null) => void) => {
      this.asked.push(this.paths.get(fd) ?? '');
      this.done = done;
    }) as Disk['fdatasync'],
  };
  finish(error: Error | null = null): void {
    this.done(error);
  }
}

describe('what is to survive the end of the machine', () => {
  it('is kept once the disk is sure of it', async () => {
    const slow = new SlowDisk();
    const refused = new RefusedClicks(slow.disk, directory, true);
    const keeping = refused.keep(id(1), clicks);
    expect(slow.asked).toHaveLength(1);
    expect(readdirSync(directory)).toEqual([`${id(1)}-00000001-0.2.refused.new`]);
    expect(refused.clicks).toBe(0);
    slow.finish();
    // And of its name: else the machine comes back with an unfinished file, which is deleted.
    await eventually(() => slow.asked.length === 2);
    expect(slow.asked[1]).toBe(directory);
    expect(refused.clicks).toBe(0);
    slow.finish();
    const name = await keeping;
    expect(readdirSync(directory)).toEqual([name]);
    expect(refused.clicks).toBe(2);
  });

  it('is not kept where the disk fails', async () => {
    const slow = new SlowDisk();
    const refused = new RefusedClicks(slow.disk, directory, true);
    const keeping = refused.keep(id(1), clicks);
    slow.finish(new Error('EIO'));
    await expect(keeping).rejects.toThrow('EIO');
    expect(refused.list()).toEqual([]);
    expect(readdirSync(directory).filter((name) => name.endsWith('.refused'))).toEqual([]);
  });

  it('is waited for nowhere else', async () => {
    const slow = new SlowDisk();
    const name = await new RefusedClicks(slow.disk, directory).keep(id(1), clicks);
    expect(readdirSync(directory)).toEqual([name]);
    expect(slow.asked).toEqual([]);
  });
});

it('a file that is being written is left to its writer for a minute', async () => {
  const slow = new SlowDisk();
  const keeping = new RefusedClicks(slow.disk, directory, true).keep(id(1), clicks);
  const [unfinished = ''] = readdirSync(directory);
  const { mtimeMs } = statSync(join(directory, unfinished));
  const other = new RefusedClicks(disk, directory);
  await other.read();
  expect(await other.expire(mtimeMs + 59_000)).toBe(0);
  expect(readdirSync(directory)).toEqual([unfinished]);
  slow.finish();
  await eventually(() => slow.asked.length === 2);
  slow.finish();
  const name = await keeping;
  expect(readdirSync(directory)).toEqual([name]);

  // Nobody writes this one any more.
  writeFileSync(join(directory, unfinished), '');
  await other.read();
  await other.expire(statSync(join(directory, unfinished)).mtimeMs + 61_000);
  expect(readdirSync(directory)).toEqual([name]);
});

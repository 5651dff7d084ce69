import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { batchId, clicksByShard, halvesOf, MAX_CUT_CLICKS, planCut, type ShardClicks } from './batch.js';
import { ClickLog, type ClickLogOptions } from './click-log.js';
import { type Disk, disk } from './disk.js';
import { NUMBERED, RecordBatch } from './record.js';

let directory: string;
let losses: [number, string][];
let troubles: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-clicks-'));
  losses = [];
  troubles = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (more: Partial<ClickLogOptions> = {}) =>
  ClickLog.open({
    directory,
    maxBytes: 1 << 20,
    segmentBytes: 1 << 16,
    sync: 'write',
    onLoss: (clicks, reason) => losses.push([clicks, reason]),
    onSetAside: () => undefined,
    onTrouble: (message) => troubles.push(message),
    ...more,
  });
const append = (log: ClickLog, json: string, hash = 7) => new Promise<void>((done) => log.append(json, hash, done));

function records(...jsons: string[]): Buffer {
  const batch = new RecordBatch();
  jsons.forEach((json, index) => void batch.add(json, 7, index));
  return Buffer.from(batch.take());
}

const plan = (bytes: Buffer) => planCut(bytes, { format: NUMBERED, number: 0 });
const text = (bytes: Buffer, number = 0) =>
  String(clicksByShard(bytes, planCut(bytes, { format: NUMBERED, number }), NUMBERED, 1).get(0)?.json);

async function contents(log: ClickLog): Promise<string[]> {
  const found: string[] = [];
  for (const segment of log.segments) {
    const bytes = await segment.read(0, Buffer.alloc(segment.size));
    const cut = planCut(bytes, { format: segment.format, number: segment.first });
    const shards = clicksByShard(bytes, cut, segment.format, 1);
    found.push(...(JSON.parse(`[${shards.get(0)?.json.toString() ?? ''}]`) as string[]));
  }
  return found;
}

/** Puts everything that is written to a segment behind it, as if it were shipped. */
function shipAll(log: ClickLog): void {
  for (let segment = log.nextToShip(); segment; segment = log.nextToShip()) {
    segment.cuts.cut({ to: segment.size, shards: 1, at: 0, clicks: 1, next: segment.endNumber });
    segment.acknowledge();
  }
  log.release();
}

const root = () => join(directory, 'v2');
const left = () => readdirSync(root());

/** Files of the only process folder. */
function files(): string[] {
  const folder = readdirSync(root(), { withFileTypes: true }).find((entry) => entry.isDirectory())?.name ?? '';
  return readdirSync(join(root(), folder)).map((name) => join(root(), folder, name));
}
const segmentFile = () => files().find((file) => file.endsWith('.clicks2')) ?? '';

/** A disk whose calls fail for as long as `broken` says so, with the error of a full or a failing one. */
function badDisk(code: 'ENOSPC' | 'EIO', ...calls: (keyof Disk)[]): { disk: Disk; broken: boolean } {
  const state = { disk: { ...disk }, broken: true };
  for (const call of calls) {
    const works = disk[call] as (...args: unknown[]) => unknown;
    const replaced = (...args: unknown[]) => {
      if (state.broken) throw Object.assign(new Error(`${code}: ${call}`), { code });
      return works(...args);
    };
    Object.assign(state.disk, { [call]: replaced });
  }
  return state;
}

describe('the click log', () => {
  it('answers only once the click is on disk', async () => {
    const log = await open();
    let onDisk = -1;
    const answered = new Promise<void>((done) =>
      log.append('"one"', 1, () => {
        onDisk = statSync(segmentFile()).size;
        done();
      }),
    );
    expect(onDisk).toBe(-1);
    await answered;
    expect(onDisk).toBe(16 + 5);
    log.close();
  });

  it('shares one write among the clicks of a turn', async () => {
    const log = await open();
    await Promise.all(['"a"', '"b"', '"ü"'].map((json) => append(log, json)));
    expect(await contents(log)).toEqual(['a', 'b', 'ü']);
    log.close();
  });

  it('syncs before it answers, when told to', async () => {
    const syncs: (() => void)[] = [];
    const fdatasync = ((_fd: number, done: (error: null) => void) => {
      syncs.push(() => done(null));
    }) as typeof disk.fdatasync;
    const log = await open({ sync: 'always', disk: { ...disk, fdatasync } });
    const answered: string[] = [];
    const turn = () => new Promise((done) => setImmediate(done));
    log.append('"one"', 1, () => answered.push('one'));
    await turn();
    expect(await contents(log)).toEqual(['one']);
    log.append('"two"', 1, () => answered.push('two'));
    await turn();
    await turn();
    // The first sync began before the second click was written, so it is none for that one.
    expect([answered, syncs.length]).toEqual([[], 1]);
    syncs.shift()?.();
    expect([answered, syncs.length]).toEqual([['one'], 1]);
    syncs.shift()?.();
    expect(answered).toEqual(['one', 'two']);
    log.close();
  });

  it('syncs the names of its segments too, when told to', async () => {
    const synced: number[] = [];
    const fdatasyncSync = ((fd: number) => {
      synced.push(disk.fstatSync(fd).mode & 0o170000);
      disk.fdatasyncSync(fd);
    }) as typeof disk.fdatasyncSync;
    const log = await open({ sync: 'always', disk: { ...disk, fdatasyncSync } });
    expect(synced).toEqual([0o040000]);
    expect(troubles).toEqual([]);
    log.close();
  });

  it('answers though it is full, and tells of the loss', async () => {
    const log = await open({ maxBytes: 100 });
    for (let index = 0; index < 5; index += 1) await append(log, `"${'x'.repeat(30)}"`);
    expect(losses).toEqual([
      [1, 'the click log is full'],
      [1, 'the click log is full'],
      [1, 'the click log is full'],
    ]);
    expect(await contents(log)).toHaveLength(2);
    log.close();
  });

  it('has room again after its segments were shipped', async () => {
    const log = await open({ maxBytes: 600, segmentBytes: 200 });
    for (let round = 0; round < 30; round += 1) {
      await append(log, `"${'x'.repeat(60)}"`);
      shipAll(log);
    }
    expect(losses).toEqual([]);
    expect(log.size).toBeLessThan(600);
    log.close();
    expect(left()).toEqual([]);
  });

  it('leaves to the next process what was not shipped, and nothing else', async () => {
    const first = await open();
    await append(first, '"shipped"');
    const segment = first.nextToShip();
    shipAll(first);
    await append(first, '"kept"');
    first.close();
    const second = await open();
    const adopted = second.nextToShip();
    const bytes = await adopted?.read(adopted.cuts.ackedTo, Buffer.alloc(1_000));
    expect(adopted?.cuts.number).toBe(1);
    expect(text(bytes ?? Buffer.alloc(0), 1)).toBe('"kept"');
    expect(adopted?.name).toBe(segment?.name);
    second.close();
  });

  it('does not touch the folder of a living process', async () => {
    const living = await open();
    await append(living, '"mine"');
    const other = await open();
    expect(other.nextToShip()).toBeNull();
    expect(await contents(living)).toEqual(['mine']);
    living.close();
    other.close();
  });

  it('lets only one of many adopt what a dead process left', async () => {
    const dead = await open();
    await append(dead, '"orphan"');
    dead.close();
    const heirs = await Promise.all([open(), open(), open()]);
    expect((await Promise.all(heirs.map(contents))).flat()).toEqual(['orphan']);
    for (const heir of heirs) heir.close();
  });
});

describe('a segment after a crash', () => {
  it('loses its torn end only', () => {
    const whole = records('"one"', '"two"');
    const torn = Buffer.concat([whole, records('"three"').subarray(0, 15)]);
    expect(plan(torn)).toMatchObject({ end: whole.length, gaps: [], next: 2 });
    expect(text(torn)).toBe('"one","two"');
  });
  it('is read by the next process up to the torn end', async () => {
    const log = await open();
    await append(log, '"whole"');
    await append(log, '"torn"');
    log.close();
    const segment = segmentFile();
    truncateSync(segment, statSync(segment).size - 2);
    const next = await open();
    expect(await contents(next)).toEqual(['whole']);
    next.close();
  });
});

describe('shipped clicks', () => {
  it('leave the disk within a minute, on a quiet node too', async () => {
    const log = await open();
    await append(log, '"shipped"');
    const segment = segmentFile();
    shipAll(log);
    log.tend(performance.now() + 20_000);
    expect(files()).toContain(segment);
    log.tend(performance.now() + 31_000);
    expect(files()).not.toContain(segment);
    await append(log, '"next"');
    expect(await contents(log)).toEqual(['next']);
    // Nothing of it was shipped, so there is nothing to hide yet.
    log.tend(performance.now() + 3_600_000);
    expect(log.segments).toHaveLength(1);
    log.close();
  });

  it.each([1, -1])('leave it within a minute in which the clock is set by %s h', async (hours) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const log = await open();
      await append(log, '"shipped"');
      const segment = segmentFile();
      shipAll(log);
      jest.setSystemTime(Date.now() + hours * 3_600_000);
      jest.advanceTimersByTime(20_000);
      expect(files()).toContain(segment);
      jest.advanceTimersByTime(40_000);
      expect(files()).not.toContain(segment);
      log.close();
    } finally {
      jest.useRealTimers();
    }
  });

  it('are looked after while any are there, and a log without one wakes nobody', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const log = await open();
      jest.advanceTimersByTime(2_000);
      expect(jest.getTimerCount()).toBe(0);
      for (const click of ['"first"', '"second"']) {
        await append(log, click);
        jest.advanceTimersByTime(300_000);
        expect(jest.getTimerCount()).toBe(1);
        expect(await contents(log)).toEqual([click.slice(1, -1)]);
        shipAll(log);
        jest.advanceTimersByTime(40_000);
        expect(log.segments.map(({ size }) => size)).toEqual([0]);
        expect(jest.getTimerCount()).toBe(0);
      }
      log.close();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('leave it on a busy node as soon as those beside them are shipped', async () => {
    const log = await open();
    await append(log, '"shipped"');
    shipAll(log);
    await append(log, '"waits"');
    log.tend(performance.now() + 31_000);
    expect(log.segments.map(({ sealed }) => sealed)).toEqual([true, false]);
    shipAll(log);
    expect(log.segments).toHaveLength(1);
    log.close();
  });

  it('are read by nobody else', async () => {
    const log = await open();
    await append(log, '"private"');
    for (const file of files()) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(root(), left().find((name) => !name.includes('.')) ?? '')).mode & 0o777).toBe(0o700);
    expect(statSync(root()).mode & 0o777).toBe(0o700);
    log.close();
  });
});

describe('a disk that is full or fails', () => {
  it.each(['ENOSPC', 'EIO'] as const)(
    '%s: clicks are lost and counted while it lasts, stored afterwards',
    async (code) => {
      const bad = badDisk(code, 'writeSync');
      bad.broken = false;
      const log = await open({ disk: bad.disk });
      await append(log, '"before"');
      bad.broken = true;
      await Promise.all([append(log, '"lost"'), append(log, '"lost too"')]);
      expect(losses).toEqual([[2, `${code}: writeSync`]]);
      bad.broken = false;
      await append(log, '"after"');
      expect(await contents(log)).toEqual(['before', 'after']);
      // No gap in the numbers: nobody will take these for damaged.
      expect(log.segments[0]?.endNumber).toBe(2);
      log.close();
    },
  );

  it('leaves no half written click behind', async () => {
    let half = false;
    const writeSync = ((fd: number, bytes: Buffer, at: number, length: number, position: number) => {
      if (!half) return disk.writeSync(fd, bytes, at, length, position);
      if (length < 10) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return disk.writeSync(fd, bytes, at, length - 5, position);
    }) as typeof disk.writeSync;
    const log = await open({ disk: { ...disk, writeSync } });
    await append(log, '"before"');
    const { size } = statSync(segmentFile());
    half = true;
    await append(log, '"this does not fit"');
    expect(losses).toEqual([[1, 'full']]);
    expect(statSync(segmentFile()).size).toBe(size);
    log.close();
  });

  it('opens the log all the same, and stores as soon as there is room', async () => {
    const bad = badDisk('ENOSPC', 'openSync');
    const log = await open({ disk: bad.disk });
    await append(log, '"lost"');
    expect(losses).toHaveLength(1);
    bad.broken = false;
    log.tend();
    await append(log, '"stored"');
    expect(await contents(log)).toEqual(['stored']);
    log.close();
  });

  it('does not open in a folder that can never be used', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    await expect(open({ directory: join(file, 'clicks') })).rejects.toThrow('ENOTDIR');
  });

  it('goes on in the old segment when no new one can be made', async () => {
    const bad = badDisk('ENOSPC', 'openSync');
    bad.broken = false;
    const log = await open({ segmentBytes: 30, disk: bad.disk });
    await append(log, '"a long first click, enough for a segment"');
    bad.broken = true;
    await append(log, '"second"');
    expect(losses).toEqual([]);
    expect(troubles).toContain('the click log cannot begin a new segment');
    expect(log.segments).toHaveLength(1);
    bad.broken = false;
    await append(log, '"third"');
    expect(log.segments).toHaveLength(2);
    expect(await contents(log)).toEqual(['a long first click, enough for a segment', 'second', 'third']);
    log.close();
  });

  it('lets what is stored be shipped though cuts cannot be written, and deletes it when it can', async () => {
    const bad = badDisk('EIO', 'writeSync', 'unlinkSync');
    bad.broken = false;
    const log = await open({ segmentBytes: 10, disk: bad.disk });
    await append(log, '"first"');
    await append(log, '"second"');
    bad.broken = true;
    shipAll(log);
    expect(log.pendingBytes).toBe(0);
    expect(log.segments).toHaveLength(2);
    expect(troubles.join()).toMatch(/cuts of .* cannot be kept/);
    bad.broken = false;
    log.tend();
    expect(log.segments).toHaveLength(1);
    expect(losses).toEqual([]);
    log.close();
  });

  it('takes the room of what is shipped, though no new segment can be made beside it', async () => {
    // As many bytes as are there now; what is deleted gives room.
    let room = Number.POSITIVE_INFINITY;
    const sizes = new Map<number, number>();
    const writeSync = ((fd: number, bytes: Buffer, at: number, length: number, position: number) => {
      if (length > room) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      room -= length;
      sizes.set(fd, (sizes.get(fd) ?? 0) + length);
      return disk.writeSync(fd, bytes, at, length, position);
    }) as typeof disk.writeSync;
    const closeSync = ((fd: number) => {
      room += sizes.get(fd) ?? 0;
      sizes.delete(fd);
      disk.closeSync(fd);
    }) as typeof disk.closeSync;
    const log = await open({ disk: { ...disk, writeSync, closeSync } });
    for (let click = 0; click < 50; click += 1) await append(log, `"${'x'.repeat(150)}"`);
    room = 0;
    await append(log, '"lost"');
    expect(losses).toEqual([[1, 'full']]);
    shipAll(log);
    await append(log, '"stored"');
    expect(losses).toHaveLength(1);
    expect(await contents(log)).toEqual(['stored']);
    log.close();
  });

  it('has the room for cuts from the start', async () => {
    const log = await open();
    const before = files().map((file) => [file, statSync(file).size] as const);
    for (let round = 0; round < 200; round += 1) {
      await append(log, '"x"');
      shipAll(log);
    }
    const cuts = before.find(([file]) => file.endsWith('.cuts2'));
    expect(cuts?.[1]).toBe(4_096);
    expect(statSync(cuts?.[0] ?? '').size).toBe(4_096);
    log.close();
  });
});

describe('batches', () => {
  it('keep to a number of clicks', () => {
    const bytes = records(...Array.from({ length: MAX_CUT_CLICKS + 10 }, (_, index) => `${index}`));
    expect(plan(bytes).clicks).toHaveLength(MAX_CUT_CLICKS);
  });
  it('keep to what the server takes, with one click at least', () => {
    const bytes = records(...Array.from({ length: 10 }, (_, index) => `"${index} ${'x'.repeat(100)}"`));
    const within = (limit: number) => planCut(bytes, { format: NUMBERED, number: 0, limit });
    const size = bytes.length / 10;
    expect(within(3 * size)).toMatchObject({ end: 3 * size, next: 3 });
    expect(within(4 * size - 1)).toMatchObject({ end: 3 * size, next: 3 });
    expect(within(1)).toMatchObject({ end: size, next: 1 });
    expect(within(Number.POSITIVE_INFINITY).end).toBe(bytes.length);
  });
  it('can be halved, in one shard and in several, and keep the hashes of their links', () => {
    const batch = new RecordBatch();
    [4, 5, 6, 8, 10].forEach((hash, index) => void batch.add(`"é${index}"`, hash, index));
    const bytes = Buffer.from(batch.take());
    for (const shards of [2, 1]) {
      const even = clicksByShard(Buffer.from(bytes), plan(bytes), NUMBERED, shards).get(0);
      const [first, second] = halvesOf(even ?? { json: bytes, ends: [], hashes: [] });
      const said = ({ json, ends, hashes }: ShardClicks) => [String(json), ends.at(-1) === json.length, hashes];
      expect([said(first), said(second)]).toEqual(
        shards === 2
          ? [
              ['"é0","é2"', true, [4, 6]],
              ['"é3","é4"', true, [8, 10]],
            ]
          : [
              ['"é0","é1","é2"', true, [4, 5, 6]],
              ['"é3","é4"', true, [8, 10]],
            ],
      );
    }
  });
  it('put the clicks of a link into one shard, in order', () => {
    const batch = new RecordBatch();
    [4, 5, 4].forEach((hash, index) => void batch.add(`${index + 1}`, hash, index));
    const bytes = Buffer.from(batch.take());
    const shards = clicksByShard(bytes, plan(bytes), NUMBERED, 2);
    expect([...shards].map(([shard, { json }]) => [shard, String(json)])).toEqual([
      [0, '1,3'],
      [1, '2'],
    ]);
  });
  it('have one id for ever, which holds where they end', () => {
    const cut = { segment: 'segment', from: 512, to: 900 };
    expect(batchId(cut, 1)).toBe(batchId({ ...cut }, 1));
    const others = [{ segment: 'other' }, { from: 0 }, { to: 901 }, { former: true }, { part: '0-1' }].map((more) => ({
      ...cut,
      ...more,
    }));
    expect(new Set([...others, cut].map((one) => batchId(one, 1)).concat(batchId(cut, 0))).size).toBe(7);
    expect(batchId(cut, 1)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
  it('of the former release keep the id that they may have been published with', () => {
    const cut = { segment: 'mi9x2k-77-0a1b2c3d-00000001', from: 512, to: 900, former: true };
    expect(batchId(cut, 0)).toBe(batchId({ ...cut, to: 1_000 }, 0));
    expect(batchId(cut, 0)).toBe('d4aa77a0-dbf3-8c10-b78d-9c2205ded816');
  });
});

it('a click that comes after its end is answered, counted as lost, and in no file', async () => {
  const log = await open();
  await append(log, '"before"');
  log.close();
  await append(log, '"after"');
  expect(losses).toEqual([[1, 'the click log is closed']]);
  const next = await open();
  expect(await contents(next)).toEqual(['before']);
  next.close();
});

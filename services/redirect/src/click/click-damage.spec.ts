import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { ClickLog, type ClickLogOptions } from './click-log.js';
import { ClickShipper } from './click-shipper.js';
import { DamagedFiles } from './damaged-files.js';
import { type Disk, disk } from './disk.js';
import { FakeStream } from './fake-stream.js';

let directory: string;
let losses: [number, string][];
let stream: FakeStream;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-damage-'));
  losses = [];
  stream = new FakeStream();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const lost = () => losses.reduce((sum, [clicks]) => sum + clicks, 0);
const open = (more: Partial<ClickLogOptions> = {}) =>
  ClickLog.open({
    directory,
    maxBytes: 1 << 26,
    segmentBytes: 1 << 24,
    sync: 'write',
    onLoss: (clicks, reason) => losses.push([clicks, reason]),
    onSetAside: () => undefined,
    onTrouble: () => undefined,
    ...more,
  });
const append = (log: ClickLog, click: string) => new Promise<void>((done) => log.append(`"${click}"`, 1, done));
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `click ${from + index} ${'x'.repeat(200 + ((from + index) % 90))}`);

/** What a process leaves that was killed with so many clicks in its log. */
async function dead(clicks: number, more: Partial<ClickLogOptions> = {}): Promise<string[]> {
  const log = await open(more);
  const all = names(0, clicks);
  for (let at = 0; at < all.length; at += 50)
    await Promise.all(all.slice(at, at + 50).map((name) => append(log, name)));
  log.close();
  return all;
}

const files = (suffix: string, folder = join(directory, 'v2')): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name))
    .sort();
const segment = () => files('.clicks2')[0] ?? '';

function overwrite(file: string, at: number, bytes: Buffer): void {
  const fd = openSync(file, 'r+');
  writeSync(fd, bytes, 0, bytes.length, at);
  closeSync(fd);
}

/** Where the records of a segment begin, and where the last ends. */
function boundaries(file: string): number[] {
  const bytes = readFileSync(file);
  const found = [0];
  for (let at = 0; at < bytes.length; ) {
    at += 16 + bytes.readUInt32LE(at);
    found.push(at);
  }
  return found;
}

/** The next process ships what it finds. */
async function recover(more: Partial<ClickLogOptions> = {}): Promise<void> {
  const log = await open(more);
  const shipper = new ClickShipper(log, stream.publisher, 1, () => undefined);
  shipper.start();
  await eventually(() => log.nextToShip() === null, { timeoutMs: 20_000 });
  await shipper.stop();
  log.close();
}

/** What arrived in the end, and how many clicks were told as lost. */
async function recovered(): Promise<{ clicks: string[]; lost: number }> {
  await recover();
  return { clicks: stream.clicks, lost: lost() };
}

/** All clicks but those whose record was touched; and as many are told. */
const without = (all: string[], touched: Set<number>) => ({
  clicks: all.filter((_, index) => !touched.has(index)),
  lost: touched.size,
});

function touchedBy(bounds: number[], from: number, to: number): Set<number> {
  const touched = new Set<number>();
  for (let index = 0; index + 1 < bounds.length; index += 1) {
    if ((bounds[index] ?? 0) < to && (bounds[index + 1] ?? 0) > from) touched.add(index);
  }
  return touched;
}

describe('damage costs the records that it touches, and all of them are told', () => {
  it.each([
    ['the beginning', 0],
    ['the middle', 81_920],
    ['where one cut ends and the next begins', 143_360],
  ])('a zeroed block at %s', async (_name, at) => {
    const all = await dead(1_301);
    const bounds = boundaries(segment());
    overwrite(segment(), at, Buffer.alloc(4_096));
    expect(await recovered()).toEqual(without(all, touchedBy(bounds, at, at + 4_096)));
    expect(losses[0]?.[1]).toMatch(/damaged bytes of .* are kept in .*\.damaged$/);
  });

  it('two zeroed blocks, and noise', async () => {
    const all = await dead(1_301);
    const bounds = boundaries(segment());
    const noise = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7_919) % 251));
    overwrite(segment(), 40_960, Buffer.alloc(4_096));
    overwrite(segment(), 81_920, noise);
    overwrite(segment(), 122_880, Buffer.alloc(8_192));
    const touched = [
      ...touchedBy(bounds, 40_960, 45_056),
      ...touchedBy(bounds, 81_920, 86_016),
      ...touchedBy(bounds, 122_880, 131_072),
    ];
    expect(await recovered()).toEqual(without(all, new Set(touched)));
  });

  it('more than is read at once', async () => {
    const all = await dead(9_000);
    const bounds = boundaries(segment());
    overwrite(segment(), 204_800, Buffer.alloc(1_400_000));
    expect(await recovered()).toEqual(without(all, touchedBy(bounds, 204_800, 1_604_800)));
  });

  it.each([
    ['zero', 0],
    ['too long', 0x7fffffff],
    ['a little longer', 300],
    ['a little shorter', 100],
  ])('a length that is %s', async (_name, length) => {
    const all = await dead(301);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(length);
    overwrite(segment(), boundaries(segment())[120] ?? 0, bytes);
    expect(await recovered()).toEqual(without(all, new Set([120])));
  });

  it('a flipped byte in a text, in a number, in a checksum', async () => {
    const all = await dead(301);
    const bounds = boundaries(segment());
    const flip = (at: number) => overwrite(segment(), at, Buffer.of((readFileSync(segment())[at] ?? 0) ^ 1));
    flip((bounds[10] ?? 0) + 40);
    flip((bounds[20] ?? 0) + 12);
    flip((bounds[30] ?? 0) + 5);
    expect(await recovered()).toEqual(without(all, new Set([10, 20, 30])));
  });

  it('the last record of all, whose length is right', async () => {
    const all = await dead(51);
    overwrite(segment(), (boundaries(segment())[50] ?? 0) + 30, Buffer.of(0));
    expect(await recovered()).toEqual(without(all, new Set([50])));
  });

  it('the end of a segment that another follows', async () => {
    const all = await dead(400, { segmentBytes: 30_000 });
    const bounds = boundaries(segment());
    const { size } = statSync(segment());
    overwrite(segment(), size - 3_000, Buffer.alloc(3_000));
    expect(await recovered()).toEqual(without(all, touchedBy(bounds, size - 3_000, size)));
  });

  it('an estimate at the end of everything, and says so', async () => {
    const all = await dead(100);
    const bounds = boundaries(segment());
    const { size } = statSync(segment());
    overwrite(segment(), bounds[80] ?? 0, Buffer.alloc(size - (bounds[80] ?? 0)));
    await recover();
    expect(stream.clicks).toEqual(all.slice(0, 80));
    expect(lost()).toBeGreaterThan(5);
    expect(losses.at(-1)?.[1]).toContain('an estimate');
  });

  it('nothing when the end is torn: nobody was answered', async () => {
    const all = await dead(301);
    truncateSync(segment(), (boundaries(segment())[300] ?? 0) + 50);
    await recover();
    expect(stream.clicks).toEqual(all.slice(0, 300));
    expect(losses).toEqual([]);
  });

  it('in a segment of a living process: its own count tells', async () => {
    const log = await open();
    for (const name of names(0, 200)) await append(log, name);
    const bounds = boundaries(segment());
    overwrite(segment(), bounds[150] ?? 0, Buffer.alloc((bounds[200] ?? 0) - (bounds[150] ?? 0)));
    const shipper = new ClickShipper(log, stream.publisher, 1, () => undefined);
    shipper.start();
    await eventually(() => log.nextToShip() === null);
    await append(log, 'after');
    await eventually(() => log.nextToShip() === null);
    expect(stream.clicks).toEqual([...names(0, 150), 'after']);
    expect(lost()).toBe(50);
    await shipper.stop();
    log.close();
  });
});

describe('cuts that are damaged', () => {
  /** A process whose first batch reached JetStream, and whose second did so without an answer. */
  async function deadInDoubt(): Promise<string[]> {
    const log = await open();
    const shipper = new ClickShipper(log, stream.publisher, 1, () => undefined);
    shipper.start();
    for (const name of names(0, 40)) await append(log, name);
    await eventually(() => log.nextToShip() === null);
    stream.loseAcks = true;
    for (const name of names(40, 60)) await append(log, name);
    await eventually(() => stream.clicks.length > 40);
    await shipper.stop();
    stream.loseAcks = false;
    for (const name of names(60, 301)) await append(log, name);
    log.close();
    return names(0, 301);
  }

  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['garbage', (file: string) => writeFileSync(file, Buffer.alloc(4_096, 0x5a))],
    ['zeroed', (file: string) => writeFileSync(file, Buffer.alloc(4_096))],
    ['cut short', (file: string) => truncateSync(file, 70)],
  ])('%s: no click is lost; repetitions are known by their own ids', async (_name, harm) => {
    const all = await deadInDoubt();
    harm(files('.cuts2')[0] ?? '');
    await recover();
    expect(new Set(stream.clicks)).toEqual(new Set(all));
    expect(losses).toEqual([]);
  });

  it('whole: nothing is sent twice', async () => {
    const all = await deadInDoubt();
    await recover();
    expect(stream.clicks).toEqual(all);
    expect(losses).toEqual([]);
  });

  it('clicks that were damaged after their batch arrived are not lost', async () => {
    const all = await deadInDoubt();
    overwrite(segment(), (boundaries(segment())[41] ?? 0) + 30, Buffer.of(0));
    await recover();
    expect(stream.clicks).toEqual(all);
    expect(losses).toEqual([]);
  });

  it('clicks that were damaged before their batch arrived are', async () => {
    const all = await deadInDoubt();
    const second = [...stream.batches.keys()].at(-1) ?? '';
    stream.batches.delete(second);
    overwrite(segment(), (boundaries(segment())[41] ?? 0) + 30, Buffer.of(0));
    await recover();
    expect(stream.clicks).toEqual(all.filter((_, index) => index !== 41));
    expect(lost()).toBe(1);
  });

  it('how many clicks it had is remembered: the last of them is missed too', async () => {
    const all = await deadInDoubt();
    const [second = '', clicks = ''] = [...stream.batches].at(-1) ?? [];
    stream.batches.delete(second);
    const last = 40 + (JSON.parse(`[${clicks}]`) as string[]).length - 1;
    overwrite(segment(), boundaries(segment())[last] ?? 0, Buffer.alloc(16));
    await recover();
    expect(stream.clicks).toEqual(all.filter((_, index) => index !== last));
    expect(lost()).toBe(1);
  });

  it('the number behind what was shipped is remembered: damage there is counted, not estimated', async () => {
    const log = await open();
    const shipper = new ClickShipper(log, stream.publisher, 1, () => undefined);
    shipper.start();
    for (const name of names(0, 40)) await append(log, name);
    await eventually(() => log.nextToShip() === null);
    await shipper.stop();
    for (const name of names(40, 100)) await append(log, name);
    log.close();
    const bounds = boundaries(segment());
    const [from = 0, to = 0] = [bounds[40], bounds[45]];
    overwrite(segment(), from, Buffer.alloc(to - from));
    await recover();
    expect(stream.clicks).toEqual(names(0, 100).filter((_, index) => index < 40 || index >= 45));
    expect(losses).toEqual([[5, expect.not.stringContaining('estimate')]]);
  });
});

describe('segments of the former release', () => {
  const OWNER = 'mi9x2k1a-77-0a1b2c3d';
  /** As that release wrote them: 12 bytes of header, entries of 24 bytes for cuts. */
  function former(clicks: string[], cuts: [number, number][]): string {
    const folder = join(directory, OWNER);
    mkdirSync(folder, { mode: 0o755 });
    const records = clicks.map((click) => {
      const json = Buffer.from(JSON.stringify(click));
      const record = Buffer.concat([Buffer.alloc(12), json]);
      record.writeUInt32LE(json.length, 0);
      record.writeUInt32LE(crc32(record.subarray(8)), 4);
      return record;
    });
    const file = join(folder, `${OWNER}-00000001.clicks`);
    writeFileSync(file, Buffer.concat(records), { mode: 0o644 });
    const entries = cuts.map(([kind, upTo]) => {
      const entry = Buffer.alloc(24);
      entry.writeUInt32LE(kind, 0);
      entry.writeUInt32LE(
        records.slice(0, upTo).reduce((sum, { length }) => sum + length, 0),
        4,
      );
      entry.writeUInt32LE(1, 8);
      entry.writeDoubleLE(1_780_000_000_000, 12);
      entry.writeUInt32LE(crc32(entry.subarray(0, 20)), 20);
      return entry;
    });
    writeFileSync(join(folder, `${OWNER}-00000001.cuts`), Buffer.concat(entries));
    return file;
  }

  it('are shipped from where it stood, what it had cut under its id', async () => {
    const all = names(0, 30);
    const first = [
      [1, 10],
      [2, 10],
      [1, 20],
    ] as [number, number][];
    former(all, first);
    await recover();
    expect(stream.clicks).toEqual(all.slice(10));
    const end = all.slice(0, 10).reduce((sum, click) => sum + 12 + JSON.stringify(click).length, 0);
    const { batchId } = await import('./batch.js');
    const name = { segment: `${OWNER}-00000001`, from: end, to: 0, former: true };
    expect(stream.tries[0]).toBe(batchId(name, 0));
    expect(stream.tries).toHaveLength(2);
    expect(losses).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(['v2', 'v2.alive']);
    expect(readdirSync(join(directory, 'v2'))).toEqual([]);
  });

  it('are read on behind damage too', async () => {
    const all = names(0, 30);
    const file = former(all, []);
    const at = readFileSync(file).indexOf('click 7 ');
    overwrite(file, at + 20, Buffer.of(0));
    await recover();
    expect(stream.clicks).toEqual(all.filter((_, index) => index !== 7));
    expect(lost()).toBe(1);
  });
});

describe('damaged bytes', () => {
  it('are kept without the clicks around them, whose addresses have to go', async () => {
    const all = await dead(100);
    const bounds = boundaries(segment());
    const { size } = statSync(segment());
    const [from = 0, to = 0] = [bounds[40], bounds[42]];
    overwrite(segment(), from + 30, Buffer.of(0));
    overwrite(segment(), to - 3, Buffer.of(0));
    const damaged = readFileSync(segment()).subarray(from, to);
    await recover();
    expect(stream.clicks).toEqual(all.filter((_, index) => index !== 40 && index !== 41));
    const kept = files('.damaged', directory)[0] ?? '';
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(kept);
    expect(bytes.length).toBeLessThanOrEqual(size);
    expect(bytes.subarray(from, to)).toEqual(damaged);
    expect(bytes.subarray(0, from).every((byte) => byte === 0)).toBe(true);
  });

  it('go after a week, and when there are too many', () => {
    const kept = new DamagedFiles(disk, directory);
    for (const name of ['old', 'new', 'late']) kept.keep(name, [{ at: 8_192, bytes: Buffer.alloc(100, 1) }]);
    const days = (count: number) => Date.now() / 1_000 - count * 86_400;
    utimesSync(join(directory, 'old.damaged'), days(8), days(8));
    kept.prune();
    expect(readdirSync(directory).sort()).toEqual(['late.damaged', 'new.damaged']);
    const large = Buffer.alloc(40 * 1024 ** 2, 1);
    utimesSync(join(directory, 'late.damaged'), days(2), days(2));
    utimesSync(join(directory, 'new.damaged'), days(1), days(1));
    kept.keep('large', [{ at: 0, bytes: large }]);
    kept.keep('larger', [{ at: 0, bytes: large }]);
    expect(readdirSync(directory)).toEqual(['larger.damaged']);
  });
});

it('a sector that cannot be read any more costs its clicks, after some tries', async () => {
  const all = await dead(301);
  const bounds = boundaries(segment());
  let failed = 0;
  const read = ((fd: number, bytes: Buffer, at: number, length: number, position: number, done: never) => {
    const callback = done as (error: Error | null, count: number) => void;
    if (position >= 45_056 || position + length <= 40_960) return disk.read(fd, bytes, at, length, position, callback);
    failed += 1;
    callback(Object.assign(new Error('EIO'), { code: 'EIO' }), 0);
  }) as unknown as Disk['read'];
  await recover({ disk: { ...disk, read }, readPatienceMs: 1_500 });
  expect(failed).toBeGreaterThan(2);
  const touched = touchedBy(bounds, 40_960, 45_056);
  expect(stream.clicks).toEqual(all.filter((_, index) => !touched.has(index)));
  expect(lost()).toBe(touched.size);
});

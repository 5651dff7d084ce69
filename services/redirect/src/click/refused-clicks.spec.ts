import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { JetStreamApiError } from '@nats-io/jetstream';
import { InvalidArgumentError, TimeoutError } from '@nats-io/nats-core';
import type { ShardClicks } from './batch.js';
import { ClickLog, type ClickLogOptions } from './click-log.js';
import { ClickShipper } from './click-shipper.js';
import { Delivery } from './delivery.js';
import { type Disk, disk } from './disk.js';
import { FakeStream } from './fake-stream.js';
import { RefusedClicks } from './refused-clicks.js';

const tooLarge = () => InvalidArgumentError.format('payload', 'max_payload size exceeded');
const sealed = () =>
  new JetStreamApiError({ code: 400, err_code: 10109, description: 'invalid operation on sealed stream' });

let directory: string;
let stream: FakeStream;
let setAside: [number, string][];
let losses: [number, string][];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-refused-'));
  stream = new FakeStream();
  setAside = [];
  losses = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (more: Partial<ClickLogOptions> = {}) =>
  ClickLog.open({
    directory,
    maxBytes: 1 << 24,
    segmentBytes: 1 << 20,
    sync: 'write',
    onLoss: (clicks, reason) => losses.push([clicks, reason]),
    onSetAside: (clicks, reason) => setAside.push([clicks, reason]),
    onTrouble: () => undefined,
    ...more,
  });
const append = (log: ClickLog, click: string) => new Promise<void>((done) => log.append(`"${click}"`, 7, done));

/** Answers how many clicks are counted as shipped. */
async function ship(log: ClickLog, shards = 1): Promise<number> {
  const shipper = new ClickShipper(log, stream.publisher, shards, () => undefined);
  shipper.start();
  await eventually(() => log.nextToShip() === null);
  await shipper.stop();
  return shipper.takeShipped();
}

/** How much is done in one turn of the event loop, which a visitor waits for. */
class Turns {
  private now = 0;
  private most = 0;

  counting<T>(result: T): T {
    // The first one of a turn: the next turn begins anew.
    if (this.now === 0) setImmediate(() => void (this.now = 0));
    this.now += 1;
    this.most = Math.max(this.most, this.now);
    return result;
  }

  takeMost(): number {
    const most = this.most;
    this.most = 0;
    return most;
  }
}

/** As the operator's program sees them. */
async function refused(): Promise<RefusedClicks> {
  const clicks = new RefusedClicks(disk, directory);
  await clicks.read();
  return clicks;
}

it('what is too large for the server goes in parts, and what is behind a click that never fits goes on', async () => {
  stream.refuses = (clicks) => (clicks.length > 200 ? tooLarge() : null);
  const log = await open();
  const clicks = Array.from({ length: 30 }, (_, index) => (index === 11 ? 'x'.repeat(300) : `click ${index}`));
  await Promise.all(clicks.map((click) => append(log, click)));
  expect(await ship(log)).toBe(29);
  expect(stream.clicks.toSorted()).toEqual(clicks.filter((_, index) => index !== 11).toSorted());
  expect(setAside).toEqual([[1, expect.stringMatching(/max_payload.*kept in [0-9a-f-]{36}-00000001-0\.1\.refused$/)]]);
  expect(log.setAsideClicks).toBe(1);
  expect(losses).toEqual([]);
  const [file] = (await refused()).list();
  expect(statSync(join(directory, file?.name ?? '')).mode & 0o777).toBe(0o600);

  // The server takes more now.
  stream.refuses = () => null;
  (await refused()).replay(file?.name ?? '');
  await log.adopt();
  await ship(log);
  expect(stream.clicks.toSorted()).toEqual(clicks.toSorted());
  expect(log.setAsideClicks).toBe(0);
  expect(losses).toEqual([]);
  log.close();
  expect(readdirSync(join(directory, 'v2'))).toEqual([]);
});

it('are sent in the same parts after a crash, and set aside once', async () => {
  stream.refuses = (clicks) => (clicks.length > 60 ? tooLarge() : null);
  stream.loseAcks = true;
  const log = await open();
  const clicks = ['one', 'x'.repeat(100), 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  await Promise.all(clicks.map((click) => append(log, click)));
  const shipper = new ClickShipper(log, stream.publisher, 1, () => undefined);
  shipper.start();
  await eventually(() => stream.tries.length > 20);
  await shipper.stop();
  log.close();
  // Not before the rest is there: the same cut gives the same files then.
  expect(setAside).toEqual([]);

  stream.loseAcks = false;
  const next = await open();
  await ship(next);
  expect(setAside).toHaveLength(1);
  expect(stream.clicks.toSorted()).toEqual(clicks.filter((click) => click.length < 100).toSorted());
  expect(next.setAsideClicks).toBe(1);
  next.close();
});

it('keep the shard of their link, and are damage to nobody when they are sent again', async () => {
  stream.refuses = () => sealed();
  const log = await open();
  await Promise.all(Array.from({ length: 6 }, (_, index) => append(log, `${index}`)));
  const bytes = Buffer.from('"0","1"');
  await log.setAside('0197a000-0000-7000-8000-0000000000aa', { json: bytes, ends: [3, 7], hashes: [12, 13] }, sealed());
  const [file] = (await refused()).list();
  const kept = readFileSync(join(directory, file?.name ?? ''));
  expect([kept.readUInt32LE(8), kept.readUInt32LE(12)]).toEqual([12, 0]);
  expect([kept.readUInt32LE(19 + 8), kept.readUInt32LE(19 + 12)]).toEqual([13, 1]);
  log.close();
});

it('a refusal that is not about their size is tried for a while, an outage without end', async () => {
  const kept: ShardClicks[] = [];
  const clicks = { json: Buffer.from('1,2'), ends: [1, 3], hashes: [7, 7] };
  const delivery = () =>
    new Delivery(
      stream.publisher,
      async (_id, some) => void kept.push(some),
      { segment: 's', from: 0, to: 9 },
      0,
      new Map([[0, clicks]]),
    );
  for (const outage of [new TimeoutError(), new Error('CLICKS_0 cannot be made', { cause: sealed() })]) {
    stream.refuses = () => outage;
    const away = delivery();
    for (let attempt = 0; attempt < 50; attempt += 1) await expect(away.attempt()).rejects.toBe(outage);
  }
  stream.refuses = () => sealed();
  const hopeless = delivery();
  for (let attempt = 0; attempt < 8; attempt += 1) await expect(hopeless.attempt()).rejects.toThrow('sealed');
  expect(kept).toEqual([]);
  await hopeless.attempt();
  expect(kept).toEqual([clicks]);
  expect(hopeless.setAside).toBe(2);
});

it('wait in the log while they cannot be kept', async () => {
  stream.refuses = (clicks) => (clicks.includes('x') ? tooLarge() : null);
  const full = { ...disk, broken: true };
  full.renameSync = (...args) => {
    if (full.broken) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    return disk.renameSync(...args);
  };
  const log = await open({ disk: full });
  await append(log, 'x');
  await append(log, 'behind');
  const shipper = new ClickShipper(log, stream.publisher, 1, () => undefined);
  shipper.start();
  await eventually(() => stream.tries.length > 3);
  expect(log.nextToShip()).not.toBeNull();
  full.broken = false;
  await eventually(() => log.nextToShip() === null);
  expect(stream.clicks).toEqual(['behind']);
  expect(setAside).toHaveLength(1);
  expect(losses).toEqual([]);
  await shipper.stop();
  log.close();
});

it('are lost after a week, told once, and no more than 64 MiB are taken', async () => {
  const first = await open();
  const many = { json: Buffer.from('1,2,3'), ends: [1, 3, 5], hashes: [1, 2, 3] };
  await first.setAside('0197a000-0000-7000-8000-0000000000aa', many, tooLarge());
  await first.setAside('0197a000-0000-7000-8000-0000000000bb', many, tooLarge());
  const [old, young] = (await refused()).list();
  const long = new Date(Date.now() - 8 * 86_400_000);
  utimesSync(join(directory, old?.name ?? ''), long, long);
  const unfinished = join(directory, `${old?.name}.new`);
  writeFileSync(unfinished, '');
  utimesSync(unfinished, long, long);
  first.close();
  const log = await open();
  const other = await open();
  expect(losses).toEqual([[3, expect.stringContaining('for a week')]]);
  expect((await refused()).list()).toEqual([young]);
  expect(readdirSync(directory).filter((name) => name.includes('.new'))).toEqual([]);
  expect([log.setAsideClicks, other.setAsideClicks]).toEqual([3, 3]);
  const large = {
    json: Buffer.alloc(64 * 1024 ** 2, 'x'),
    ends: Array.from({ length: 1_024 }, (_, i) => (i + 1) * 65_536),
    hashes: [],
  };
  await expect(log.setAside('0197a000-0000-7000-8000-0000000000cc', large, tooLarge())).rejects.toThrow('no room');
  log.close();
  other.close();
});

it('are lost after a week of a process that lives on, unless they were set aside again', async () => {
  const now = Date.now();
  const clicks = { json: Buffer.from('1,2'), ends: [1, 3], hashes: [1, 2] };
  const living = await refused();
  const name = await living.keep('0197a000-0000-7000-8000-0000000000aa', clicks);
  const again = await living.keep('0197a000-0000-7000-8000-0000000000bb', clicks);
  const later = now + 8 * 86_400_000;
  utimesSync(join(directory, again), new Date(later), new Date(later));
  expect(await living.expire(later)).toBe(2);
  expect(living.list().map((file) => file.name)).toEqual([again]);
  expect(readdirSync(directory)).not.toContain(name);
  expect(living.clicks).toBe(2);
});

it('are one file where they stand together in a cut, in the order in which visitors came', async () => {
  stream.refuses = (clicks) => (clicks.includes('x') ? tooLarge() : null);
  const log = await open();
  const clicks = Array.from({ length: 60 }, (_, index) => `${index > 7 && index < 41 ? 'x' : ''}${index}`);
  await Promise.all(clicks.map((click) => append(log, click)));
  await ship(log);
  expect((await refused()).list()).toMatchObject([{ clicks: 33 }]);
  expect(setAside).toHaveLength(1);

  stream.refuses = () => null;
  const [file] = (await refused()).list();
  (await refused()).replay(file?.name ?? '');
  await log.adopt();
  await ship(log);
  expect(stream.clicks.slice(-33)).toEqual(clicks.slice(8, 41));
  expect(stream.clicks.toSorted()).toEqual(clicks.toSorted());
  log.close();
});

it('are the same files after a crash, whatever else failed when they were refused', async () => {
  const clicks = { json: Buffer.from('1,x,x,4'), ends: [1, 3, 5, 7], hashes: [7, 7, 7, 7] };
  const kept: string[] = [];
  const ids: string[] = [];
  const delivery = () =>
    new Delivery(
      stream.publisher,
      async (id, some) => void kept.push(`${id} ${some.json.toString()}`),
      { segment: 's', from: 0, to: 9 },
      0,
      new Map([[0, clicks]]),
    );
  stream.refuses = (json) => {
    if (json.length > 1 || json === 'x') return tooLarge();
    return ids.length === 0 && json === '4' ? new TimeoutError() : null;
  };
  const first = delivery();
  await expect(first.attempt()).rejects.toThrow(TimeoutError);
  expect(kept).toEqual([]);
  ids.push('there again');
  await first.attempt();
  await delivery().attempt();
  expect(kept).toHaveLength(2);
  expect(kept[0]).toMatch(/ x,x$/);
  expect(kept[1]).toBe(kept[0]);
});

it('hold up nobody, however many they are and were', async () => {
  for (let index = 0; index < 5_000; index += 1) {
    const id = `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    writeFileSync(join(directory, `${id}-00000001-0.1.refused`), '');
  }
  let reads = 0;
  const turns = new Turns();
  const counting: Disk = {
    ...disk,
    readdir: (path) => {
      reads += 1;
      return disk.readdir(path);
    },
    stat: (path) => turns.counting(disk.stat(path)),
    openSync: (...args) => turns.counting(disk.openSync(...args)),
  };
  stream.refuses = (clicks) => (clicks.includes('x') ? tooLarge() : null);
  const log = await open({ disk: counting });
  expect(log.setAsideClicks).toBe(5_000);
  const clicks = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? `x${index}` : `${index}`));
  await Promise.all(clicks.map((click) => append(log, click)));
  // Of those that are there it learns some at a time.
  expect(turns.takeMost()).toBeLessThan(100);
  await ship(log);
  expect(log.setAsideClicks).toBe(5_500);
  expect(stream.clicks).toHaveLength(500);
  expect(reads).toBe(1);
  // One at a time is set aside, and the others are not looked at for it.
  expect(turns.takeMost()).toBeLessThan(3);
  log.close();
}, 60_000);

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
import { disk } from './disk.js';
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

async function ship(log: ClickLog, shards = 1): Promise<void> {
  const shipper = new ClickShipper(log, stream.publisher, shards, () => undefined);
  shipper.start();
  await eventually(() => log.nextToShip() === null);
  await shipper.stop();
}

const refused = () => new RefusedClicks(disk, directory);

it('what is too large for the server goes in parts, and what is behind a click that never fits goes on', async () => {
  stream.refuses = (clicks) => (clicks.length > 200 ? tooLarge() : null);
  const log = await open();
  const clicks = Array.from({ length: 30 }, (_, index) => (index === 11 ? 'x'.repeat(300) : `click ${index}`));
  await Promise.all(clicks.map((click) => append(log, click)));
  await ship(log);
  expect(stream.clicks.toSorted()).toEqual(clicks.filter((_, index) => index !== 11).toSorted());
  expect(setAside).toEqual([[1, expect.stringMatching(/max_payload.*kept in [0-9a-f-]{36}-00000001-0\.1\.refused$/)]]);
  expect(log.setAsideClicks).toBe(1);
  expect(losses).toEqual([]);
  const [file] = refused().list();
  expect(statSync(join(directory, file?.name ?? '')).mode & 0o777).toBe(0o600);

  // The server takes more now.
  stream.refuses = () => null;
  refused().replay(file?.name ?? '');
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
  await eventually(() => setAside.length > 0);
  await shipper.stop();
  log.close();

  stream.loseAcks = false;
  const next = await open();
  await ship(next);
  expect(stream.clicks.toSorted()).toEqual(clicks.filter((click) => click.length < 100).toSorted());
  expect(next.setAsideClicks).toBe(1);
  next.close();
});

it('keep the shard of their link, and are damage to nobody when they are sent again', async () => {
  stream.refuses = () => sealed();
  const log = await open();
  await Promise.all(Array.from({ length: 6 }, (_, index) => append(log, `${index}`)));
  const bytes = Buffer.from('"0","1"');
  log.setAside('0197a000-0000-7000-8000-0000000000aa', { json: bytes, ends: [3, 7], hashes: [12, 13] }, sealed());
  const [file] = refused().list();
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
      (_id, some) => kept.push(some),
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
  const log = await open();
  const other = await open();
  const many = { json: Buffer.from('1,2,3'), ends: [1, 3, 5], hashes: [1, 2, 3] };
  log.setAside('0197a000-0000-7000-8000-0000000000aa', many, tooLarge());
  log.setAside('0197a000-0000-7000-8000-0000000000bb', many, tooLarge());
  const [old, young] = refused().list();
  const long = new Date(Date.now() - 8 * 86_400_000);
  utimesSync(join(directory, old?.name ?? ''), long, long);
  const unfinished = join(directory, `${old?.name}.new`);
  writeFileSync(unfinished, '');
  utimesSync(unfinished, long, long);
  await log.adopt();
  await other.adopt();
  expect(losses).toEqual([[3, expect.stringContaining('for a week')]]);
  expect(refused().list()).toEqual([young]);
  expect(readdirSync(directory).filter((name) => name.includes('.new'))).toEqual([]);
  expect([log.setAsideClicks, other.setAsideClicks]).toEqual([3, 3]);
  const large = {
    json: Buffer.alloc(64 * 1024 ** 2, 'x'),
    ends: Array.from({ length: 1_024 }, (_, i) => (i + 1) * 65_536),
    hashes: [],
  };
  expect(() => log.setAside('0197a000-0000-7000-8000-0000000000cc', large, tooLarge())).toThrow('no room');
  log.close();
  other.close();
});

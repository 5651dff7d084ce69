import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { batchId, clicksByShard, MAX_CUT_CLICKS, planCut } from './batch.js';
import { ClickLog, type ClickLogOptions } from './click-log.js';
import { CutFile } from './cut-file.js';
import { RecordBatch } from './record.js';

let directory: string;
let losses: [number, string][];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-clicks-'));
  losses = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (more: Partial<ClickLogOptions> = {}) =>
  ClickLog.open({
    directory,
    maxBytes: 1 << 20,
    segmentBytes: 1 << 16,
    sync: 'write',
    onLoss: (clicks, reason) => losses.push([clicks, reason]),
    ...more,
  });
const append = (log: ClickLog, json: string, hash = 7) => new Promise<void>((done) => log.append(json, hash, done));

function records(...jsons: string[]): Buffer {
  const batch = new RecordBatch();
  for (const json of jsons) batch.add(json, 7);
  return Buffer.from(batch.take());
}

const text = (bytes: Buffer) => compact(clicksByShard(bytes, planCut(bytes), 1).get(0));
const compact = (json: Buffer | undefined) => String(json).replaceAll(' ', '');

async function contents(log: ClickLog): Promise<string[]> {
  const found: string[] = [];
  for (const segment of log.segments) {
    const bytes = await segment.read(0, Buffer.alloc(segment.size));
    const shards = clicksByShard(bytes, planCut(bytes), 1);
    found.push(...(JSON.parse(`[${shards.get(0)?.toString() ?? ''}]`) as string[]));
  }
  return found;
}

/** Files of the only process folder. */
function files(): string[] {
  const folder = readdirSync(directory, { withFileTypes: true }).find((entry) => entry.isDirectory())?.name ?? '';
  return readdirSync(join(directory, folder)).map((name) => join(directory, folder, name));
}

describe('the click log', () => {
  it('answers only once the click is on disk', async () => {
    const log = await open();
    let onDisk = -1;
    const answered = new Promise<void>((done) =>
      log.append('"one"', 1, () => {
        onDisk = statSync(files().find((file) => file.endsWith('.clicks')) ?? '').size;
        done();
      }),
    );
    expect(onDisk).toBe(-1);
    await answered;
    expect(onDisk).toBe(12 + 5);
    log.close();
  });

  it('shares one write among the clicks of a turn', async () => {
    const log = await open();
    await Promise.all(['"a"', '"b"', '"ü"'].map((json) => append(log, json)));
    expect(await contents(log)).toEqual(['a', 'b', 'ü']);
    log.close();
  });

  it('syncs before it answers, when told to', async () => {
    const log = await open({ sync: 'always' });
    await Promise.all(Array.from({ length: 50 }, (_, index) => append(log, `${index}`)));
    expect(await contents(log)).toHaveLength(50);
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
      const segment = log.nextToShip();
      segment?.cuts.cut({ to: segment.size, shards: 1, at: 0 });
      segment?.cuts.acknowledge();
      log.release();
    }
    expect(losses).toEqual([]);
    expect(log.size).toBeLessThan(600);
    log.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('leaves to the next process what was not shipped, and nothing else', async () => {
    const first = await open();
    await append(first, '"shipped"');
    const segment = first.nextToShip();
    segment?.cuts.cut({ to: segment.size, shards: 1, at: 0 });
    segment?.cuts.acknowledge();
    await append(first, '"kept"');
    first.close();
    const second = await open();
    const adopted = second.nextToShip();
    const bytes = await adopted?.read(adopted.cuts.ackedTo, Buffer.alloc(1_000));
    expect(text(bytes ?? Buffer.alloc(0))).toBe('"kept"');
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
    expect(planCut(torn)).toMatchObject({ end: whole.length, damaged: 0 });
    expect(text(torn)).toBe('"one","two"');
  });
  it('stops at garbage, and skips damage between sound records', () => {
    const bytes = records('"one"', '"two"', '"six"');
    const second = 12 + 5;
    bytes.writeUInt8(bytes.readUInt8(second + 14) ^ 1, second + 14);
    expect(planCut(bytes)).toMatchObject({ end: bytes.length, damaged: 1 });
    expect(text(bytes)).toBe('"one","six"');
    expect(planCut(Buffer.alloc(64))).toEqual({ end: 0, clicks: [], damaged: 0 });
    expect(planCut(Buffer.alloc(64, 0xff))).toEqual({ end: 0, clicks: [], damaged: 0 });
  });
  it('is read by the next process up to the torn end', async () => {
    const log = await open();
    await append(log, '"whole"');
    await append(log, '"torn"');
    log.close();
    const segment = files().find((file) => file.endsWith('.clicks')) ?? '';
    truncateSync(segment, statSync(segment).size - 2);
    const next = await open();
    expect(await contents(next)).toEqual(['whole']);
    next.close();
  });
});

describe('batches', () => {
  it('keep to a number of clicks', () => {
    const bytes = records(...Array.from({ length: MAX_CUT_CLICKS + 10 }, (_, index) => `${index}`));
    expect(planCut(bytes).clicks).toHaveLength(MAX_CUT_CLICKS);
  });
  it('put the clicks of a link into one shard, in order', () => {
    const batch = new RecordBatch();
    for (const [json, hash] of [
      ['1', 4],
      ['2', 5],
      ['3', 4],
    ] as const)
      batch.add(json, hash);
    const bytes = Buffer.from(batch.take());
    const shards = clicksByShard(bytes, planCut(bytes), 2);
    expect([...shards].map(([shard, json]) => [shard, String(json)])).toEqual([
      [0, '1,3'],
      [1, '2'],
    ]);
  });
  it('have one id for ever', () => {
    expect(batchId('segment', 512, 1)).toBe(batchId('segment', 512, 1));
    expect(new Set([batchId('a', 0, 0), batchId('a', 0, 1), batchId('a', 1, 0), batchId('b', 0, 0)]).size).toBe(4);
    expect(batchId('segment', 512, 1)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('a file of cuts', () => {
  it('remembers the open cut and what was acknowledged, and drops a torn entry', () => {
    const path = join(directory, 'x.cuts');
    const cuts = new CutFile(path, false);
    cuts.cut({ to: 100, shards: 2, at: 1_000 });
    cuts.acknowledge();
    cuts.cut({ to: 250, shards: 2, at: 2_000 });
    cuts.close();
    const again = new CutFile(path, true);
    expect(again).toMatchObject({ ackedTo: 100, open: { to: 250, shards: 2, at: 2_000 } });
    again.close();
    truncateSync(path, statSync(path).size - 3);
    const torn = new CutFile(path, false);
    expect(torn).toMatchObject({ ackedTo: 100, open: null });
    torn.cut({ to: 180, shards: 1, at: 3_000 });
    torn.close();
    const last = new CutFile(path, false);
    expect(last.open).toEqual({ to: 180, shards: 1, at: 3_000 });
    last.close();
  });
});

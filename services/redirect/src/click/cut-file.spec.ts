import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Cut, CutFile } from './cut-file.js';
import { disk } from './disk.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-cuts-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const opened = (first: number | null = null) =>
  new CutFile(disk, join(directory, 'one.cuts2'), false, { first }, (error) => {
    throw error;
  });
const cut = (to: number, more: Partial<Cut> = {}): Cut => ({
  to,
  shards: 4,
  at: 1_700_000_000_123,
  clicks: 3,
  next: 10,
  ...more,
});

it('remembers an open cut whole, with the number that it begins at', () => {
  const before = opened(7);
  before.cut(cut(300));
  before.close();
  const after = opened();
  expect([after.ackedTo, after.number, after.open]).toEqual([0, 7, cut(300)]);
  after.acknowledge();
  after.close();
  const done = opened();
  expect([done.ackedTo, done.number, done.open]).toEqual([300, 10, null]);
  done.close();
});

it('remembers that numbers are not known', () => {
  const before = opened();
  before.cut(cut(300, { next: null }));
  before.close();
  const after = opened(1);
  expect([after.number, after.open]).toEqual([null, cut(300, { next: null })]);
  after.close();
});

it('goes by the last of many, however often the ring went round', () => {
  const before = opened(0);
  for (let round = 1; round <= 200; round += 1) {
    before.cut(cut(round * 100, { next: round }));
    if (round < 200) before.acknowledge();
  }
  before.close();
  const after = opened();
  expect([after.ackedTo, after.number, after.open?.to]).toEqual([19_900, 199, 20_000]);
  after.close();
});

it('leaves out what was not written whole', () => {
  const before = opened(0);
  before.cut(cut(100, { next: 5 }));
  before.acknowledge();
  before.cut(cut(200));
  before.close();
  const path = join(directory, 'one.cuts2');
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(3 * 64 + 12) ^ 1, 3 * 64 + 12);
  writeFileSync(path, bytes);
  const after = opened();
  expect([after.ackedTo, after.number, after.open]).toEqual([100, 5, null]);
  after.close();
});

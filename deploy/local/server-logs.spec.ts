import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerLogs } from './server-logs.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-server-logs-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('ServerLogs', () => {
  it('cuts a large log while its writer holds it open, and keeps so many older ones', () => {
    const logs = new ServerLogs(folder, { maxBytes: 1_000, keep: 2 });
    logs.stop();
    const path = join(folder, 'postgres.log');
    const writer = openSync(path, 'a');
    for (let round = 0; round < 4; round += 1) {
      writeSync(writer, `${round}`.repeat(1_500));
      logs.bound();
    }
    writeSync(writer, 'after');
    closeSync(writer);
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(readdirSync(folder).sort()).toEqual(['postgres.log', 'postgres.log.1', 'postgres.log.2']);
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('3'.repeat(1_500));
    expect(readFileSync(`${path}.2`, 'utf8')).toBe('2'.repeat(1_500));
  });

  it('leaves small ones, and the one that services put aside themselves', () => {
    const logs = new ServerLogs(folder, { maxBytes: 1_000, keep: 2 });
    logs.stop();
    for (const [name, size] of [
      ['nats.log', 900],
      ['linkway.log', 5_000],
    ] as const) {
      const file = openSync(join(folder, name), 'a');
      writeSync(file, 'x'.repeat(size));
      closeSync(file);
    }
    logs.bound();
    expect(statSync(join(folder, 'nats.log')).size).toBe(900);
    expect(statSync(join(folder, 'linkway.log')).size).toBe(5_000);
  });

  it('outlives its folder, and what is no file there', () => {
    const logs = new ServerLogs(folder, { maxBytes: 1_000, keep: 2 });
    logs.stop();
    symlinkSync('loop.log', join(folder, 'loop.log'));
    const file = openSync(join(folder, 'nats.log'), 'a');
    writeSync(file, 'x'.repeat(2_000));
    closeSync(file);
    logs.bound();
    expect(statSync(join(folder, 'nats.log')).size).toBe(0);
    rmSync(folder, { recursive: true });
    logs.bound();
  });
});

import {
  closeSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogFile } from './log-file.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-log-'));
  path = join(folder, 'logs', 'linkway.log');
});

afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const lines = () =>
  readdirSync(join(folder, 'logs')).flatMap((name) =>
    readFileSync(join(folder, 'logs', name), 'utf8')
      .split('\n')
      .filter(Boolean),
  );

describe('LogFile', () => {
  it('is for its owner alone, also where an earlier release made it', () => {
    const log = new LogFile(path, { maxBytes: 1_000, keep: 3 });
    log.write('one\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const older = join(folder, 'older.log');
    writeFileSync(older, 'old\n', { mode: 0o644 });
    new LogFile(older, { maxBytes: 1_000, keep: 3 }).write('new\n');
    expect(statSync(older).mode & 0o777).toBe(0o600);
    expect(readFileSync(older, 'utf8')).toBe('old\nnew\n');
  });

  it('never grows beyond its size, and keeps so many older files', () => {
    const log = new LogFile(path, { maxBytes: 200, keep: 2 });
    for (let number = 0; number < 100; number += 1) log.write(`${String(number).padStart(19, '0')}\n`);
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['linkway.log', 'linkway.log.1', 'linkway.log.2']);
    for (const name of readdirSync(join(folder, 'logs'))) {
      expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(200);
    }
    expect(readFileSync(path, 'utf8')).toContain('0000000000000000099');
  });

  it('is shared: whoever fills it begins the next one, the others follow, and no line is lost', () => {
    jest.useFakeTimers();
    const writers = [1, 2, 3].map(() => new LogFile(path, { maxBytes: 1_000, keep: 50 }));
    for (let number = 0; number < 600; number += 1) {
      expect(writers[number % 3]?.write(`line ${String(number).padStart(4, '0')}\n`)).toBe(true);
      jest.advanceTimersByTime(100);
    }
    expect(lines().sort()).toEqual(Array.from({ length: 600 }, (_, n) => `line ${String(n).padStart(4, '0')}`));
    expect(readdirSync(join(folder, 'logs')).length).toBeGreaterThan(5);
  });

  it('goes on after a process that died while it put the file aside', () => {
    jest.useFakeTimers();
    const log = new LogFile(path, { maxBytes: 100, keep: 2 });
    log.write(`${'x'.repeat(120)}\n`);
    writeFileSync(`${path}.rotating`, '');
    jest.setSystemTime(Date.now() + 20_000);
    for (let number = 0; number < 3; number += 1) {
      log.write('after\n');
      jest.advanceTimersByTime(1_100);
    }
    expect(existsSync(`${path}.1`)).toBe(true);
    expect(existsSync(`${path}.rotating`)).toBe(false);
  });

  it('that cannot be put aside grows to twice its size at most, and counts what it does not take', () => {
    const onLost = jest.fn();
    const log = new LogFile(path, { maxBytes: 200, keep: 2, onLost });
    log.write(`${'0'.repeat(19)}\n`);
    // Another process has it in hand.
    writeFileSync(`${path}.rotating`, '');
    for (let number = 0; number < 100; number += 1) log.write(`${String(number).padStart(19, '0')}\n`);
    expect(statSync(path).size).toBe(400);
    expect(onLost).toHaveBeenCalledTimes(81);
    rmSync(`${path}.rotating`);
    expect(log.write('after\n')).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('after\n');
  });

  it('counts what a full disk does not take, and never throws', () => {
    const onLost = jest.fn();
    const log = new LogFile('/dev/full', { maxBytes: 1_000, keep: 3, onLost });
    expect(log.write('one\n')).toBe(false);
    expect(log.write('two\n')).toBe(false);
    expect(onLost).toHaveBeenCalledTimes(2);
  });

  it('opens the file again when its descriptor is gone', () => {
    jest.useFakeTimers();
    const onLost = jest.fn();
    const log = new LogFile(path, { maxBytes: 1_000, keep: 3, onLost });
    log.write('one\n');
    closeSync((log as unknown as { fd: number }).fd);
    expect(log.write('two\n')).toBe(false);
    jest.advanceTimersByTime(600);
    expect(log.write('three\n')).toBe(true);
    expect(onLost).toHaveBeenCalledTimes(1);
    expect(lines()).toEqual(['one', 'three']);
  });

  it('comes back where its folder was removed', () => {
    jest.useFakeTimers();
    const log = new LogFile(path, { maxBytes: 1_000, keep: 3 });
    log.write('one\n');
    rmSync(join(folder, 'logs'), { recursive: true });
    jest.advanceTimersByTime(1_100);
    log.write('two\n');
    expect(lines()).toEqual(['two']);
  });
});

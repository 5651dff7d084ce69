import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppLogger } from './logger.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-logger-'));
});

afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const loggerOn = (file: string) =>
  AppLogger.create('links', 'links-1', { LOG_LEVEL: 'info', LOG_FILE: file, LOG_MAX_BYTES: 10_000, LOG_KEEP: 2 });

describe('AppLogger', () => {
  it('never throws on a full disk, counts the lines, and tells of them once there is room', () => {
    jest.useFakeTimers();
    const file = join(folder, 'linkway.log');
    symlinkSync('/dev/full', file);
    const logger = loggerOn(file);
    logger.info('before anybody listens');
    const counted: number[] = [];
    logger.onLost((lines) => counted.push(lines));
    logger.error('lost', { error: new Error('why') });
    expect(counted).toEqual([1, 1]);
    renameSync(file, `${file}.full`);
    jest.advanceTimersByTime(1_100);
    logger.info('kept');
    const kept = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(kept).toMatchObject([
      { message: 'kept', service: 'links' },
      { message: 'log lines were lost', lines: 2, level: 'warn' },
    ]);
  });

  it('does not throw for a field that cannot be written', () => {
    const counted: number[] = [];
    const logger = loggerOn(join(folder, 'linkway.log'));
    logger.onLost((lines) => counted.push(lines));
    logger.warn('odd', {
      get field(): string {
        throw new Error('no value');
      },
    });
    expect(counted).toEqual([1]);
  });
});

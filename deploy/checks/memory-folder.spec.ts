import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeMemoryFolder } from './memory-folder.mjs';

let shared: string;
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'linkway-memory-'));
});
afterEach(() => rmSync(shared, { recursive: true }));

describe('a folder in memory', () => {
  it('is of this process', () => {
    expect(makeMemoryFolder(shared, 1)).toBe(join(shared, `linkway-checks-${process.pid}`));
  });

  it('is not made where there is no room, or nothing of the kind', () => {
    expect(makeMemoryFolder(shared, Number.MAX_SAFE_INTEGER)).toBeNull();
    expect(makeMemoryFolder(join(shared, 'nowhere'), 1)).toBeNull();
  });

  it('goes when its process has gone', () => {
    const { pid } = spawnSync('true');
    const [left, used, other] = [`linkway-checks-${pid}`, `linkway-checks-${process.ppid}`, 'linkway-checks-x'].map(
      (name) => join(shared, name),
    ) as [string, string, string];
    for (const folder of [left, used, other]) mkdirSync(folder);
    makeMemoryFolder(shared, 1);
    expect([left, used, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  });
});

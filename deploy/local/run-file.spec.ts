import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { RunFile, type RunRecord } from './run-file.ts';

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'linkway-run-file-'));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('RunFile', () => {
  it('never throws where it cannot be written, and is there once it can', async () => {
    const path = join(base, 'away', 'run.json');
    const run = new RunFile(path, { pid: 1, ready: false } as RunRecord);
    run.update((record) => {
      record.ready = true;
    });
    expect(RunFile.read(path)).toBeNull();
    mkdirSync(join(base, 'away'));
    await eventually(() => RunFile.read(path)?.ready === true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    run.remove();
    expect(RunFile.read(path)).toBeNull();
  });
});

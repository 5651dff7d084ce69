import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { environmentOfRun } from './running-nats.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-running-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('environmentOfRun', () => {
  it('is what the data folder tells', () => {
    const nats = { pid: 1, url: 'nats://127.0.0.1:5000', user: 'linkway', password: 'hidden' };
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ nats }));
    expect(environmentOfRun({ LINKWAY_DATA: folder })).toMatchObject({
      NATS_URL: nats.url,
      NATS_USER: nats.user,
      NATS_PASSWORD: nats.password,
    });
  });

  it('is the environment itself where that names a NATS', () => {
    const env = { LINKWAY_DATA: folder, NATS_URL: 'nats://elsewhere:4222' };
    expect(environmentOfRun(env)).toEqual(env);
  });

  it('says so when nothing runs', () => {
    expect(() => environmentOfRun({ LINKWAY_DATA: folder })).toThrow('nothing runs');
  });
});

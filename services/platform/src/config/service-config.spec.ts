import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConfigError, databaseEnv, env, loadConfig, serviceConfig } from './service-config.js';

const schema = serviceConfig({ ...databaseEnv, LIMIT: env.int(5), OPEN: env.bool(true), HOSTS: env.list() });
const minimal = { NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: 'postgres://secret' };
const folder = mkdtempSync(join(tmpdir(), 'linkway-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('loadConfig', () => {
  it('fills defaults and reads texts as what they mean', () => {
    expect(loadConfig(schema, minimal)).toMatchObject({ LIMIT: 5, OPEN: true, HOSTS: [], STREAM_REPLICAS: 1 });
    expect(loadConfig(schema, { ...minimal, LIMIT: '7', OPEN: 'false', HOSTS: 'a, b c,' })).toMatchObject({
      LIMIT: 7,
      OPEN: false,
      HOSTS: ['a', 'b', 'c'],
    });
  });

  it('takes a setting from a file, and an empty one as not given', () => {
    const file = join(folder, 'db');
    writeFileSync(file, 'postgres://from-file\n');
    const config = loadConfig(schema, { ...minimal, DATABASE_URL: '', DATABASE_URL_FILE: file });
    expect(config.DATABASE_URL).toBe('postgres://from-file');
    expect(() => loadConfig(schema, { ...minimal, DATABASE_URL: '', DATABASE_URL_FILE: join(folder, 'none') })).toThrow(
      'DATABASE_URL_FILE cannot be read: ENOENT',
    );
  });

  it('names everything that is wrong and shows no value', () => {
    const load = () => loadConfig(schema, { DATABASE_URL: 'top-secret', LIMIT: 'many-secret', OPEN: 'perhaps-secret' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/NATS_URL: is required.*LIMIT: is not valid.*OPEN: must be true or false/);
    expect(load).not.toThrow(/secret/);
  });
});

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataFolder } from './data-folder.ts';
import { loadSecrets } from './secrets.ts';

let base = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'linkway-data-'));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('DataFolder', () => {
  it('takes over the lock of a run that is gone', async () => {
    const path = join(base, 'data');
    mkdirSync(path);
    writeFileSync(join(path, 'lock'), '999999999\n');

    const folder = await DataFolder.take(path);
    expect(readFileSync(join(path, 'lock'), 'utf8').trim()).toBe(String(process.pid));
    folder.release();
    expect(existsSync(join(path, 'lock'))).toBe(false);
  });

  it('takes over the lock when the id belongs to another program now', async () => {
    const path = join(base, 'data');
    mkdirSync(path);
    writeFileSync(join(path, 'lock'), '1\n');
    const folder = await DataFolder.take(path);
    expect(readFileSync(join(path, 'lock'), 'utf8').trim()).toBe(String(process.pid));
    folder.release();
  });

  it('says in one line that the folder cannot be written', async () => {
    writeFileSync(join(base, 'file'), '');
    const path = join(base, 'file', 'data');
    await expect(DataFolder.take(path)).rejects.toThrow(`the data folder ${path} cannot be written (ENOTDIR)`);
    await expect(DataFolder.take('/dev/null/data')).rejects.toThrow('cannot be written');
  });

  it('keeps its logs from everybody else', async () => {
    const folder = await DataFolder.take(join(base, 'data'));
    expect(statSync(folder.logs).mode & 0o777).toBe(0o700);
    folder.release();
  });

  it('knows what is held', async () => {
    const folder = await DataFolder.take(join(base, 'data'));
    expect(folder.isHeld('nats')).toBe(false);
    mkdirSync(folder.in('hold'));
    writeFileSync(folder.in('hold', 'nats'), '');
    expect(folder.isHeld('nats')).toBe(true);
    folder.release();
  });
});

describe('loadSecrets', () => {
  it('makes them once, readable for the owner alone', () => {
    const file = join(base, 'secrets.json');
    const first = loadSecrets(file, { adminEmail: null, adminPassword: null });
    expect(loadSecrets(file, { adminEmail: 'other@example.com', adminPassword: 'other password' })).toEqual(first);
    expect(first.admin_password?.length).toBeGreaterThanOrEqual(16);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not keep a password that the environment gave', () => {
    const file = join(base, 'secrets.json');
    loadSecrets(file, { adminEmail: 'me@example.com', adminPassword: 'mine alone' });
    expect(readFileSync(file, 'utf8')).not.toContain('mine alone');
  });

  it('never replaces a damaged file', () => {
    const file = join(base, 'secrets.json');
    writeFileSync(file, '{"admin_email": "a');
    expect(() => loadSecrets(file, { adminEmail: null, adminPassword: null })).toThrow('is damaged');
    expect(readFileSync(file, 'utf8')).toBe('{"admin_email": "a');
  });
});

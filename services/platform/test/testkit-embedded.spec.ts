import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabases, isAlive, startNats, startPostgres } from '../src/embedded/index.js';

let folder = '';
let sleeper: ChildProcess | null = null;
const stops: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-embedded-'));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  for (const stop of stops.splice(0)) {
    await stop();
  }
  sleeper?.kill('SIGKILL');
  sleeper = null;
  rmSync(folder, { recursive: true, force: true });
});

/** A cluster folder that the tests copy: making one takes seconds. */
let template = '';
const templates = mkdtempSync(join(tmpdir(), 'linkway-embedded-template-'));

beforeAll(async () => {
  chmodSync(templates, 0o755);
  const server = await startPostgres({ dataDir: join(templates, 'postgres'), password: 'secret' });
  await server.stop();
  template = server.clusterDir;
}, 60_000);

afterAll(() => rmSync(templates, { recursive: true, force: true }));

async function postgres(dataDir = join(folder, 'postgres'), port = 0) {
  const server = await startPostgres({ dataDir, port, password: 'secret', template });
  stops.push(() => server.stop());
  return server;
}

describe('embedded PostgreSQL', () => {
  it('makes databases once, and stops', async () => {
    const server = await postgres();
    await server.createDatabases(['linkway_links', 'linkway_domains']);
    await server.createDatabases(['linkway_links']);
    expect(server.urlOf('linkway_links')).toMatch(/^postgres:\/\/linkway:secret@127\.0\.0\.1:\d+\/linkway_links$/);

    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
  });

  it('refuses a wrong password', async () => {
    const server = await postgres();
    await expect(createDatabases(server.url.replace('secret', 'guess'), ['x'])).rejects.toThrow('password');
  });

  it('takes over a server that still runs on the same folder', async () => {
    const first = await postgres();
    const second = await postgres();
    expect({ pid: second.pid, port: second.port }).toEqual({ pid: first.pid, port: first.port });
  });

  it('starts again after kill -9, and tells that the server ended', async () => {
    const first = await postgres();
    const ended = new Promise<void>((resolve) => first.onExit(resolve));
    await first.kill();
    await ended;

    const second = await postgres(join(folder, 'postgres'), first.port);
    expect(second.port).toBe(first.port);
    await second.createDatabases(['works']);
  });

  it('starts though the id in the lock file belongs to another program now', async () => {
    const first = await postgres();
    await first.stop();
    sleeper = spawn('sleep', ['60']);
    writeFileSync(join(first.clusterDir, 'postmaster.pid'), `${sleeper.pid}\n${first.clusterDir}\n0\n1\n\n127.0.0.1\n`);

    await (await postgres()).createDatabases(['works']);
    expect(sleeper.exitCode).toBeNull();
  });

  it('runs below a folder that only its owner may enter', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const server = await postgres(join(closed, 'data', 'postgres'));
    await server.createDatabases(['works']);

    await server.stop();
    const again = await postgres(join(closed, 'data', 'postgres'));
    expect(again.clusterDir).toBe(server.clusterDir);
    await again.stop();
    rmSync(again.clusterDir, { recursive: true, force: true });
  });

  it('says that a port is taken', async () => {
    const first = await postgres();
    await expect(postgres(join(folder, 'other'), first.port)).rejects.toThrow(
      `port ${first.port} for PostgreSQL is taken`,
    );
  });
});

describe('embedded NATS', () => {
  it('listens on 127.0.0.1, stops, and forgets its process id', async () => {
    const server = await startNats({ dataDir: join(folder, 'nats') });
    expect(server.url).toBe(`nats://127.0.0.1:${server.port}`);
    expect(readFileSync(join(folder, 'nats', 'nats.pid'), 'utf8').trim()).toBe(String(server.pid));

    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
    expect(existsSync(join(folder, 'nats', 'nats.pid'))).toBe(false);
  });

  it('ends the server that a killed run left on the same folder', async () => {
    const left = await startNats({ dataDir: join(folder, 'nats') });
    const server = await startNats({ dataDir: join(folder, 'nats'), port: left.port });
    stops.push(() => server.stop());
    expect(isAlive(left.pid)).toBe(false);
    expect(server.port).toBe(left.port);
  });

  it('says that a port is taken', async () => {
    const first = await startNats({ dataDir: join(folder, 'nats') });
    stops.push(() => first.stop());
    await expect(startNats({ dataDir: join(folder, 'other'), port: first.port })).rejects.toThrow(
      `port ${first.port} for NATS is taken`,
    );
  });
});

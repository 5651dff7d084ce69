import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../src/embedded/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';
import { reader, writer } from './event-services.js';

let databases = 0;
const servers = useServers({ nats: true, postgres: true });

it('tells what it waits for while NATS is away, and goes on by itself once it is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkway-start-'));
  const logFile = join(folder, 'log');
  const adminPort = await freePort();
  const ask = (path: string) => fetch(`http://127.0.0.1:${adminPort}${path}`);
  try {
    const env = servers.env('writer', { ADMIN_PORT: String(adminPort), LOG_LEVEL: 'info', LOG_FILE: logFile });
    await servers.nats.stop();
    const starting = startService(writer, env);
    await eventually(async () => expect((await ask('/healthz')).status).toBe(200));
    await eventually(async () => {
      const ready = await ask('/readyz');
      expect(ready.status).toBe(503);
      expect(await ready.json()).toEqual({
        ready: false,
        checks: { nats: expect.stringMatching(/^waiting: .*REFUSED/i), start: 'starting' },
      });
    });
    expect(await (await ask('/metrics')).text()).toContain('log_lines_lost_total');
    // Several tries, and one line.
    await delay(2_000);
    expect(readFileSync(logFile, 'utf8').match(/waiting for NATS/g)).toHaveLength(1);

    await servers.nats.start();
    await starting;
    await eventually(async () => expect((await ask('/readyz')).status).toBe(200));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

it.each<[string, RegExp, (url: URL, name: string) => void, (name: string) => string]>([
  [
    'a wrong password',
    /password authentication failed/,
    (url, name) => {
      [url.username, url.password] = [name, 'old'];
      url.pathname = '/postgres';
    },
    (name) => `ALTER ROLE ${name} PASSWORD 'old'`,
  ],
  [
    'a database that is missing',
    /database "start_\d" does not exist/,
    (url, name) => {
      url.pathname = `/${name}`;
    },
    (name) => `CREATE DATABASE ${name}`,
  ],
])(
  'tells that it waits because of %s, and goes on once that is mended',
  async (_what, reason, change, mend) => {
    const name = `start_${(databases += 1)}`;
    const folder = mkdtempSync(join(tmpdir(), 'linkway-start-'));
    const logFile = join(folder, 'log');
    const adminPort = await freePort();
    const url = new URL(servers.databaseUrl('starting'));
    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    try {
      await owner.query(`CREATE ROLE ${name} LOGIN SUPERUSER PASSWORD 'new'`);
      change(url, name);
      const more = { DATABASE_URL: url.href, ADMIN_PORT: String(adminPort), LOG_LEVEL: 'info', LOG_FILE: logFile };
      const starting = startService(reader, servers.env('reader', more));
      const ready = () => fetch(`http://127.0.0.1:${adminPort}/readyz`);
      await eventually(async () => {
        const answer = await ready();
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({
          ready: false,
          checks: { postgres: expect.stringMatching(reason), start: 'starting' },
        });
      });
      await delay(2_000);
      expect(readFileSync(logFile, 'utf8').match(/"message":"waiting for PostgreSQL"/g)).toHaveLength(1);

      await owner.query(mend(name));
      await starting;
      await eventually(async () => expect((await ready()).status).toBe(200));
    } finally {
      await owner.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { freePort } from '../src/embedded/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';
import { writer } from './event-services.js';

const servers = useServers({ nats: true });

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
    expect(await (await ask('/metrics')).text()).toContain('process_cpu_seconds_total');
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

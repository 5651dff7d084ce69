import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { freePort } from '@linkway/platform/embedded';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { Asker, aClick, ClickPublisher, heldShards, makeShards } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouseServer: true });
const project = fileURLToPath(new URL('..', import.meta.url));
const SHARDS = [0, 1, 2, 3];
/** In the README: 13 s after a kill, 3 s after an end; and what a busy machine needs for it. */
const TAKEN_WITHIN_MS = { SIGKILL: 20_000, SIGTERM: 10_000 };
let publisher: ClickPublisher;
let here: RunningService;
let child: ChildProcess | null = null;

beforeAll(async () => {
  publisher = await ClickPublisher.open(servers.natsUrl);
  here = await startService(service, environment());
  await eventually(() => here.ready());
  await makeShards(publisher, SHARDS);
}, 60_000);

afterAll(async () => {
  child?.kill('SIGKILL');
  await publisher.close();
});

const environment = (more: Record<string, string> = {}) =>
  servers.env('analytics', { VISITOR_SECRET: 'test', CLICKHOUSE_READERS: '2', ...more });

const heldBy = (adminUrl: string) => heldShards({ adminUrl }, SHARDS);

async function startChild(): Promise<string> {
  const port = await freePort();
  child = spawn(process.execPath, ['dist/main.js'], {
    cwd: project,
    env: { PATH: process.env.PATH, ...environment({ ADMIN_PORT: String(port) }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return `http://127.0.0.1:${port}`;
}

describe('two processes beside one ClickHouse server', () => {
  it('share the shards; when one is killed or ends the other has all of them, and every click counts once', async () => {
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    let published = 0;
    const ended = new AbortController();
    const traffic = (async () => {
      while (!ended.signal.aborted) {
        for (const shard of SHARDS) {
          await publisher.publish([aClick(link), aClick(link), aClick(link)], { shard });
          published += 3;
        }
      }
    })();
    await eventually(async () => expect(await heldBy(here.adminUrl)).toHaveLength(4), { timeoutMs: 20_000 });

    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const other = await startChild();
      await eventually(
        async () => {
          const [mine, theirs] = [await heldBy(here.adminUrl), await heldBy(other)];
          expect([mine.length, theirs.length]).toEqual([2, 2]);
          expect([...mine, ...theirs].sort()).toEqual(SHARDS);
        },
        { timeoutMs: 60_000, intervalMs: 100 },
      );
      const gone = child && once(child, 'exit');
      child?.kill(signal);
      await gone;
      // A lease that is given back is taken at once, one that is not when it has run out.
      await eventually(async () => expect(await heldBy(here.adminUrl)).toHaveLength(4), {
        timeoutMs: TAKEN_WITHIN_MS[signal],
        intervalMs: 100,
      });
    }
    ended.abort();
    await traffic;
    const ask = new Asker(here);
    const totalOf = async () => (await ask.link(link.workspace_id, link.link_id)).total;
    await eventually(async () => expect(await totalOf()).toBe(published), { timeoutMs: 60_000 });
  }, 240_000);
});

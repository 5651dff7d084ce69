import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { Asker, aClick, ClickPublisher, makeShards } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });
const project = fileURLToPath(new URL('..', import.meta.url));
/** One insert stores the clicks of all of them. */
const SHARDS = [0, 1, 2];
/** Messages that are published and not yet handed out. */
const AHEAD = 200;
let publisher: ClickPublisher;
let child: ChildProcess | null = null;

beforeAll(async () => {
  publisher = await ClickPublisher.open(servers.natsUrl);
});

afterAll(async () => {
  child?.kill('SIGKILL');
  await publisher.close();
});

const environment = (more: Record<string, string> = {}) =>
  servers.env('analytics', { VISITOR_SECRET: 'test', ...more });

async function startChild(): Promise<ChildProcess> {
  child = spawn(process.execPath, ['dist/main.js'], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      ...environment({ CLICK_FLUSH_MS: '5', CLICK_BATCH_SIZE: '40', ROLL_UP_SWEEP_MS: '100' }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return child;
}

async function kill(victim: ChildProcess): Promise<void> {
  const gone = once(victim, 'exit');
  victim.kill('SIGKILL');
  await gone;
}

describe('kill -9 while clicks are being stored', () => {
  it('loses none and counts none twice', async () => {
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    let published = 0;
    const publish = async (): Promise<number> => {
      const clicks = Array.from({ length: 7 }, () => aClick(link));
      // The first process makes the stream.
      const sequence = await eventually(() => publisher.publish(clicks), { timeoutMs: 90_000 });
      published += clicks.length;
      if (sequence === 1) await makeShards(publisher, SHARDS);
      for (const shard of SHARDS.slice(1)) {
        await publisher.publish([aClick(link)], { shard });
        published += 1;
      }
      return sequence;
    };
    for (let round = 0; round < 4; round += 1) {
      const running = await startChild();
      const before = await delivered();
      const ended = new AbortController();
      const traffic = (async () => {
        while (!ended.signal.aborted) {
          const sequence = await publish();
          // Always more than is stored at once; as many as it can would only be a backlog as long as the process takes to start.
          while (!ended.signal.aborted && sequence - (await delivered()) > AHEAD) await delay(10);
        }
      })();
      // Killed in the middle of storing what it has just been given.
      await eventually(async () => (await delivered()) > before, { timeoutMs: 90_000, intervalMs: 5 });
      await kill(running);
      ended.abort();
      await traffic;
    }
    const analytics = await startService(service, environment());
    const ask = new Asker(analytics);
    const answer = await eventually(
      async () => {
        const found = await ask.link(link.workspace_id, link.link_id);
        expect(found.total).toBe(published);
        return found;
      },
      { timeoutMs: 60_000 },
    );
    // All time comes from what was kept of the days, by processes that were killed meanwhile.
    expect((await ask.workspace(link.workspace_id)).total_clicks).toBe(published);
    expect(answer.series.reduce((sum, point) => sum + point.clicks, 0)).toBe(published);
    expect(answer.kinds).toEqual([{ value: 'human', clicks: published, unique: 1 }]);

    /** The message that was handed out last. */
    async function delivered(): Promise<number> {
      const manager = await publisher.manager();
      const consumers = await manager.consumers
        .list('CLICKS_0')
        .next()
        .catch(() => []);
      return Math.max(0, ...consumers.map((consumer) => consumer.delivered.stream_seq));
    }
  }, 480_000);
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { clickStream } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { DiscardPolicy } from '@nats-io/jetstream';
import { service } from '../src/main.js';
import { aClick, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouseServer: true });
const PATIENT = { timeoutMs: 40_000, intervalMs: 200 };
const MIB = 1024 ** 2;

it('is not ready while a click stream that it has to empty is over 80 % full, and says so in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkway-fill-'));
  const LOG_FILE = join(folder, 'log');
  const publisher = await ClickPublisher.open(servers.natsUrl);
  try {
    const { streams } = await publisher.manager();
    for (const shard of [0, 3]) {
      const { name, subjects } = clickStream(shard);
      await streams.add({ name, subjects, max_bytes: MIB, discard: DiscardPolicy.New });
    }
    await servers.clickhouseServer.stop();
    const running = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test', LOG_FILE }));
    const readiness = async () =>
      ((await (await fetch(`${running.adminUrl}/readyz`)).json()) as { checks: Record<string, string> }).checks;
    await eventually(async () => expect((await readiness())['stream.CLICKS_0']).toBe('ok'), PATIENT);
    expect((await readiness())['stream.CLICKS_3']).toBe('ok');

    for (const shard of [0, 3]) {
      const bytes = async () => (await streams.info(`CLICKS_${shard}`)).state.bytes;
      while ((await bytes()) < 0.82 * MIB)
        await publisher.publish(
          [...Array(50)].map(() => aClick()),
          { shard },
        );
    }
    for (const shard of [0, 3]) {
      await eventually(
        async () => expect((await readiness())[`stream.CLICKS_${shard}`]).toMatch(/^8\d % full$/),
        PATIENT,
      );
    }
    const alarms = readFileSync(LOG_FILE, 'utf8')
      .split('\n')
      .filter((line) => line.includes('ALARM: a stream fills'));
    expect(alarms).toEqual([expect.stringContaining('CLICKS_0'), expect.stringContaining('CLICKS_3')]);

    await streams.delete('CLICKS_3');
    await eventually(async () => expect((await readiness())['stream.CLICKS_3']).toBe('ok'), PATIENT);
    expect((await readiness())['stream.CLICKS_0']).toMatch(/full/);
    await servers.clickhouseServer.start();
    await eventually(async () => expect(await running.ready()).toBe(true), PATIENT);
    await eventually(async () => expect((await streams.info('CLICKS_0')).state.bytes).toBeLessThan(0.6 * MIB), PATIENT);
  } finally {
    await publisher.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

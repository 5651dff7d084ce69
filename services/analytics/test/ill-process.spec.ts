import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { Asker, aClick, ClickPublisher, heldShards, makeShards } from './analytics.harness.js';
import { Wire } from './wire.js';

const servers = useServers({ nats: true, clickhouseServer: true });
const SHARDS = [0, 1, 2, 3];
let publisher: ClickPublisher;
let well: RunningService;
let ill: RunningService;
let wire: Wire;

beforeAll(async () => {
  publisher = await ClickPublisher.open(servers.natsUrl);
  wire = new Wire(new URL(servers.clickhouseServer.url));
  await wire.join();
  well = await startService(service, environment(servers.clickhouseServer.url));
  ill = await startService(service, environment(wire.url));
  await eventually(() => well.ready(), { timeoutMs: 20_000 });
  await makeShards(publisher, SHARDS);
}, 60_000);

afterAll(async () => {
  await wire.cut();
  await publisher.close();
});

const environment = (url: string) =>
  servers.env('analytics', {
    VISITOR_SECRET: 'test',
    CLICKHOUSE_READERS: '2',
    CLICK_GIVE_UP_MS: '3000',
    LOG_LEVEL: 'fatal',
    CLICKHOUSE_URL: url,
  });

const held = async () => [(await heldShards(well, SHARDS)).length, (await heldShards(ill, SHARDS)).length];
const share = (expected: [number, number]) =>
  eventually(async () => expect(await held()).toEqual(expected), { timeoutMs: 40_000, intervalMs: 100 });

describe('a process that alone cannot reach ClickHouse', () => {
  it('gives its shards to one that can, leaves them there, and takes its part again when it can', async () => {
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    let published = 0;
    const publish = async () => {
      for (const shard of SHARDS) await publisher.publish([aClick(link), aClick(link)], { shard });
      published += 2 * SHARDS.length;
    };
    const counted = () =>
      eventually(
        async () => expect((await new Asker(well).link(link.workspace_id, link.link_id)).total).toBe(published),
        { timeoutMs: 20_000 },
      );
    await share([2, 2]);
    await publish();
    await counted();

    await wire.cut();
    // In all shards, so that it has begun batches that it cannot finish.
    await publish();
    await share([4, 0]);
    await counted();
    for (const until = Date.now() + 4_000; Date.now() < until; ) {
      await publish();
      expect(await held()).toEqual([4, 0]);
    }
    await counted();

    await wire.join();
    await share([2, 2]);
    await publish();
    await counted();
  }, 120_000);

  it('and a store that is away for all is waited for: nothing is lost, and it goes on by itself', async () => {
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    await servers.clickhouseServer.stop();
    const until = Date.now() + 8_000;
    let published = 0;
    while (Date.now() < until) {
      for (const shard of SHARDS) await publisher.publish([aClick(link)], { shard });
      published += SHARDS.length;
      await eventually(async () => expect(await well.ready()).toBe(false));
    }
    await servers.clickhouseServer.start();
    await share([2, 2]);
    await eventually(
      async () => expect((await new Asker(well).link(link.workspace_id, link.link_id)).total).toBe(published),
      { timeoutMs: 20_000 },
    );
  }, 120_000);
});

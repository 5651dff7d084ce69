import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppLogger, clickStream, ensureStream, loadConfig, NatsService, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { analyticsConfig } from '../src/config.js';
import { streamIdOf } from '../src/ingest/shard-position.js';
import { type StoredPosition, StreamTrim } from '../src/ingest/stream-trim.js';
import { service } from '../src/main.js';
import { Asker, aClick, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });
const HOUR_MS = 3_600_000;
let nats: NatsService;
let logger: AppLogger;
let publisher: ClickPublisher;

beforeAll(async () => {
  const config = loadConfig(analyticsConfig, { NATS_URL: servers.natsUrl, VISITOR_SECRET: 'test', LOG_LEVEL: 'error' });
  logger = AppLogger.create('analytics', 'test', config);
  nats = await NatsService.open(config, 'analytics', 'trim', logger);
  publisher = await ClickPublisher.open(servers.natsUrl);
});

afterAll(async () => {
  await publisher.close();
  await nats.close();
});

async function infoOf(name: string) {
  return (await nats.manager()).streams.info(name);
}

describe('a stream that was stored', () => {
  const name = 'CLICKS_7';

  beforeAll(async () => {
    await ensureStream(nats, clickStream(7));
    for (let number = 0; number < 20; number += 1) await publisher.publish([aClick()], { shard: 7 });
  });

  const trimmed = async (last: number, laterHours: number, other: Partial<StoredPosition> = {}) => {
    const now = () => Date.now() + laterHours * HOUR_MS;
    const trim = new StreamTrim(nats, logger, { replayHours: 72, now });
    const message = await (await nats.manager()).streams.getMessage(name, { seq: last });
    const lastStoredAt = message?.time.toISOString() ?? '';
    await trim.trim(name, { stream: streamIdOf(await infoOf(name)), last, lastStoredAt, ...other });
    return (await infoOf(name)).state.first_seq;
  };

  it('stays while it is younger than what may be replayed and there is room', async () => {
    expect(await trimmed(20, 71)).toBe(1);
  });

  it('is left alone when it is not the one that was read', async () => {
    expect(await trimmed(20, 100, { stream: `${name}@12345` })).toBe(1);
    // Another message has its number since a power cut.
    expect(await trimmed(20, 100, { lastStoredAt: '2026-01-01T00:00:00.000Z' })).toBe(1);
  });

  it('leaves when it is older, never beyond what is stored', async () => {
    expect(await trimmed(12, 73)).toBe(13);
    expect(await trimmed(12, 1_000)).toBe(13);
    expect((await infoOf(name)).state.last_seq).toBe(20);
  });

  it('leaves whole, and its numbers go on', async () => {
    expect(await trimmed(20, 73)).toBe(21);
    expect((await infoOf(name)).state).toMatchObject({ messages: 0, last_seq: 20 });
    expect(await publisher.publish([aClick()], { shard: 7 })).toBe(21);
    expect(await trimmed(20, 73)).toBe(21);
    expect((await infoOf(name)).state.messages).toBe(1);
  });
});

describe('a stream that is too small for all clicks', () => {
  it('takes them all the same, and none is lost', async () => {
    const manager = await nats.manager();
    await ensureStream(nats, clickStream(0));
    const { config } = await manager.streams.info('CLICKS_0');
    await manager.streams.update('CLICKS_0', { ...config, max_bytes: 300_000 });
    const analytics: RunningService = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test' }));
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    // Three times as much as it holds.
    const clicks = 1_500;
    for (let sent = 0; sent < clicks; sent += 50) {
      const batch = Array.from({ length: 50 }, () => aClick(link));
      await eventually(() => publisher.publish(batch), { timeoutMs: 30_000 });
    }
    const ask = new Asker(analytics);
    await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(clicks), {
      timeoutMs: 30_000,
    });
    const { state } = await infoOf('CLICKS_0');
    expect(state.first_seq).toBeGreaterThan(1);
    expect(state.bytes).toBeLessThanOrEqual(300_000);
  }, 90_000);
});

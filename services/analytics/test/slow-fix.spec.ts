import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  AppLogger,
  CONFIG,
  clickStream,
  DeadLetters,
  ensureStream,
  Metrics,
  NatsService,
  type RunningService,
  Tracing,
} from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import type { AnalyticsConfig } from '../src/config.js';
import { EnrichService } from '../src/enrich/enrich.service.js';
import { type Batch, BatchService } from '../src/ingest/batch.service.js';
import { type ClickMessage, readClickMessage } from '../src/ingest/click-message.js';
import { IngestMetrics } from '../src/ingest/ingest.metrics.js';
import { IngestService } from '../src/ingest/ingest.service.js';
import { InsertQueue } from '../src/ingest/insert-queue.js';
import { Pace } from '../src/ingest/pace.js';
import { ShardConsumer } from '../src/ingest/shard.consumer.js';
import { streamIdOf } from '../src/ingest/shard-position.js';
import { StreamTrim } from '../src/ingest/stream-trim.js';
import { service } from '../src/main.js';
import { ClickRepository } from '../src/store/click.repository.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { type IngestRange, RangeRepository } from '../src/store/range.repository.js';
import { aClick, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });
const SHARD = 3;
let analytics: RunningService;
let ranges: RangeRepository;

beforeAll(async () => {
  analytics = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test' }));
  ranges = analytics.get(RangeRepository);
}, 60_000);
afterAll(() => analytics.stop());

/** What one process stores batches with. */
const processOver = (store: Pick<RangeRepository, 'fix'>): BatchService =>
  new BatchService(
    analytics.get(ClickRepository),
    analytics.get(EnrichService),
    new InsertQueue(analytics.get(ClickRepository), store, { windowMs: 1, fullAt: 5_000 }),
  );
const lost = new Error('another process reads this shard now');
const held = async () => () => true;

async function countedOf(linkId: string): Promise<{ clicks: number; ids: number } | undefined> {
  const [row] = await analytics
    .get<ClickHouse>(ClickHouse)
    .select<{ clicks: number; ids: number }>(
      `SELECT toUInt32(count()) AS clicks, toUInt32(uniqExact(event_id)) AS ids FROM clicks WHERE link_id = '${linkId}'`,
    );
  return row;
}

/** Twelve messages of a click each, `first` to `last` of which are a batch. */
function aStream() {
  const link = { workspace_id: uuidv7(), link_id: uuidv7() };
  const stream = `SLOW@${uuidv7()}`;
  const all = Array.from({ length: 12 }, (_, index) => ({
    message: { seq: index + 1, time: new Date() },
    clicks: [aClick(link)],
    corrected: 0,
    fault: null,
    traceparent: null,
  })) as unknown as ClickMessage[];
  const batch = (first: number, last: number, fixed: IngestRange | null = null): Batch => ({
    stream,
    epoch: 0,
    messages: all.slice(first - 1, last),
    fixed,
  });
  return { stream, batch, counted: () => countedOf(link.link_id) };
}

it('clicks of a range that took longer to fix than the lease are stored once, by whoever has the shard', async () => {
  const { stream, batch, counted } = aStream();
  const gate = Promise.withResolvers<void>();
  let isHeld = true;
  const confirm = async () => {
    if (!isHeld) throw lost;
    return () => isHeld;
  };
  const slow = processOver({
    fix: async (fixed, batch) => {
      await gate.promise;
      await ranges.fix(fixed, batch);
    },
  });
  const other = processOver(ranges);
  const given = slow.store(await slow.prepare(batch(1, 12)), confirm);
  // Its lease is over: another process finds nothing fixed, and cuts otherwise.
  isHeld = false;
  expect(await ranges.latest(stream)).toBeNull();
  await other.store(await other.prepare(batch(1, 10)), held);
  gate.resolve();
  await expect(given).rejects.toBe(lost);
  expect(await counted()).toEqual({ clicks: 10, ids: 10 });
  // The other one stops right then: whoever goes on finds the range that was given up.
  const latest = await ranges.latest(stream);
  expect(latest).toMatchObject({ first: 1, last: 12 });
  const insert = jest.spyOn(analytics.get<ClickRepository>(ClickRepository), 'insert');
  await other.store(await other.prepare(batch(1, 12, latest)), held);
  expect(await counted()).toEqual({ clicks: 12, ids: 12 });
  // The insert of whoever gave it up may be on its way still.
  expect(insert.mock.calls.map(([rows, token]) => [rows.length, token])).toEqual([[2, `${stream}#0:1-12`]]);
});

it('nothing is fixed by a process that has lost its lease before', async () => {
  const { stream, batch, counted } = aStream();
  const one = processOver(ranges);
  await expect(one.store(await one.prepare(batch(1, 3)), () => Promise.reject(lost))).rejects.toBe(lost);
  expect(await ranges.latest(stream)).toBeNull();
  expect(await counted()).toEqual({ clicks: 0, ids: 0 });
});

it('messages of a range that was given up are read, though others stored and trimmed its beginning', async () => {
  await analytics.get<IngestService>(IngestService).onModuleDestroy();
  const nats = analytics.get<NatsService>(NatsService);
  const publisher = await ClickPublisher.open(servers.natsUrl);
  const link = { workspace_id: uuidv7(), link_id: uuidv7() };
  const { name } = clickStream(SHARD);
  await ensureStream(nats, clickStream(SHARD));
  for (let count = 0; count < 20; count += 1) await publisher.publish([aClick(link)], { shard: SHARD });
  const manager = await nats.manager();
  const stream = streamIdOf(await manager.streams.info(name));
  const messages = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const message = await manager.streams.getMessage(name, { seq: index + 1 });
      return readClickMessage(message as never, new Pace());
    }),
  );
  const other = processOver(ranges);
  const givenUp = await other.prepare({ stream, epoch: 0, messages, fixed: null });
  await other.store(await other.prepare({ stream, epoch: 0, messages: messages.slice(0, 10), fixed: null }), held);
  const logger = analytics.get<AppLogger>(AppLogger);
  const config = analytics.get<AnalyticsConfig>(CONFIG);
  const lastStoredAt = messages[9]?.message.time.toISOString() ?? '';
  const trim = new StreamTrim(nats, logger, { replayHours: 72, now: () => Date.now() + 73 * 3_600_000 });
  await trim.trim(name, { stream, last: 10, lastStoredAt });
  const { first_seq } = (await manager.streams.info(name)).state;
  expect([first_seq > 1, first_seq <= 11]).toEqual([true, true]);
  await ranges.fix([givenUp.range], '');

  const next = new ShardConsumer(
    SHARD,
    {
      nats,
      config,
      logger,
      tracing: new Tracing('analytics', 'test', ''),
      ranges,
      batches: analytics.get<BatchService>(BatchService),
      signals: { stored: () => undefined },
      metrics: new IngestMetrics(new Metrics('analytics')),
      deadLetters: new DeadLetters(nats),
    },
    null,
  );
  const running = next.run();
  try {
    await publisher.publish([aClick(link)], { shard: SHARD });
    await eventually(async () => expect((await ranges.latest(stream))?.last).toBe(21), { timeoutMs: 20_000 });
    await eventually(async () => expect(await countedOf(link.link_id)).toEqual({ clicks: 21, ids: 21 }));
  } finally {
    await next.stop();
    await running;
    await publisher.close();
  }
}, 60_000);

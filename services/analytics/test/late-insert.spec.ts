import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AppLogger, loadConfig } from '@linkway/platform';
import { startClickHouseServer } from '@linkway/platform/embedded';
import { eventually } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { analyticsConfig } from '../src/config.js';
import type { EnrichService } from '../src/enrich/enrich.service.js';
import { BatchService } from '../src/ingest/batch.service.js';
import { InsertFailed, InsertQueue } from '../src/ingest/insert-queue.js';
import { ClickRepository } from '../src/store/click.repository.js';
import type { ClickRow } from '../src/store/click.row.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { type IngestRange, RangeRepository } from '../src/store/range.repository.js';
import { RepeatedClicks } from '../src/store/repeated-clicks.js';
import { aRow } from './analytics.harness.js';

const folder = mkdtempSync(join(tmpdir(), 'linkway-late-insert-'));
let server: Awaited<ReturnType<typeof startClickHouseServer>>;
let clickhouse: ClickHouse;
let repeated: RepeatedClicks;

beforeAll(async () => {
  server = await startClickHouseServer({ dataDir: folder });
  const env = {
    NATS_URL: 'nats://127.0.0.1:1',
    VISITOR_SECRET: 'test',
    LOG_LEVEL: 'fatal',
    CLICKHOUSE_URL: server.url,
  };
  const config = loadConfig(analyticsConfig, env);
  const logger = AppLogger.create('analytics', 'test', config);
  clickhouse = await ClickHouse.open(config, logger);
  repeated = new RepeatedClicks(clickhouse, logger, 300);
}, 60_000);
afterAll(async () => {
  await clickhouse.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const held = async () => () => true;
const lost = new Error('another process reads this shard now');

/** What one process stores batches with. */
function aProcess() {
  const clicks = new ClickRepository(clickhouse);
  const ranges = new RangeRepository(clickhouse);
  const queue = new InsertQueue(clicks, ranges, {
    windowMs: 50,
    fullAt: 5_000,
    onUnknown: (rows) => repeated.expect(rows),
  });
  return { clicks, ranges, batches: new BatchService(clicks, {} as EnrichService, queue) };
}

/** Two shards with clicks of the same two days, and a link of their own by which they are counted. */
function twoShards() {
  const link_id = uuidv7();
  const shardOf = (shard: string, clicks: number) => {
    const stream = `${shard}@${uuidv7()}`;
    const range = {
      stream,
      epoch: 0,
      first: 1,
      last: 9,
      lastStoredAt: '',
      skipped: [],
      refused_letters: [],
      batch: '',
    };
    const rows = Array.from({ length: clicks }, (_, index) => aRow(index % 2, { link_id }));
    return { shard, range: range as IngestRange, rows };
  };
  return { a: shardOf('A', 3), b: shardOf('B', 4), counted: () => countedOf(link_id) };
}

async function countedOf(link: string): Promise<{ clicks: number; ids: number } | undefined> {
  const [row] = await clickhouse.select<{ clicks: number; ids: number }>(
    `SELECT toUInt32(count()) AS clicks, toUInt32(uniqExact(event_id)) AS ids FROM clicks WHERE link_id = '${link}'`,
  );
  return row;
}

type Shard = ReturnType<typeof twoShards>['a'];

/** Whoever has the shard now, and finds the range that was fixed last. */
async function goOnWith({ shard, range, rows }: Shard, more: Partial<IngestRange> = {}): Promise<void> {
  const other = aProcess();
  const latest = await other.ranges.latest(range.stream);
  if (!latest) throw new Error('nothing was fixed');
  await other.batches.store({ shard, range: { ...latest, ...more }, rows, again: true }, held);
}

/** Stores both shards by one insert, and `meanwhile` when the insert is about to be sent, or was answered; the lease of A is lost then. */
async function storeBoth(a: Shard, b: Shard, when: 'before' | 'after', meanwhile: () => Promise<void>) {
  const one = aProcess();
  const send = one.clicks.insert.bind(one.clicks);
  let ours = true;
  const sent = jest.spyOn(one.clicks, 'insert').mockImplementationOnce(async (...given) => {
    if (when === 'after') await send(...given);
    // This process stands still here.
    ours = false;
    await meanwhile();
    if (when === 'before') await send(...given);
  });
  const confirm = async () => {
    if (!ours) throw lost;
    return () => ours;
  };
  for (const { shard } of [a, b]) one.batches.begin(shard);
  const outcomes = await Promise.allSettled([
    one.batches.store({ ...a, again: false }, confirm),
    one.batches.store({ ...b, again: false }, held),
  ]);
  const rows: readonly ClickRow[] = [...a.rows, ...b.rows];
  expect(sent.mock.calls.map(([of]) => of.length)).toEqual([rows.length]);
  return { outcomes, again: () => one.batches.store({ ...b, again: false }, held) };
}

describe('one insert for two shards, of which another process has taken over one', () => {
  it.each(['before', 'after'] as const)(
    'counts for none of them: each click is stored once where the other process was done %s it was',
    async (when) => {
      const { a, b, counted } = twoShards();
      const { outcomes, again } = await storeBoth(a, b, when, () => goOnWith(a));
      expect(outcomes).toMatchObject([
        { status: 'rejected', reason: { constructor: InsertFailed } },
        { status: 'rejected', reason: { constructor: InsertFailed } },
      ]);
      // Its shard is still its own: it goes on with what it has in hand.
      await again();
      expect(await counted()).toEqual({ clicks: 7, ids: 7 });
    },
  );

  it('is counted once where that is a process of the former release, which does not know the token', async () => {
    // Not by a merge that comes by itself.
    await clickhouse.writer.command({
      query: 'ALTER TABLE clicks MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1',
    });
    const { a, b, counted } = twoShards();
    const { again } = await storeBoth(a, b, 'before', () => goOnWith(a, { batch: '' }));
    await again();
    await eventually(async () => expect(await counted()).toEqual({ clicks: 7, ids: 7 }), { timeoutMs: 20_000 });
  }, 40_000);

  it('is stored once when all of them are taken over, and the insert arrives between the two', async () => {
    const { a, b, counted } = twoShards();
    await storeBoth(a, b, 'before', () => goOnWith(a));
    await goOnWith(b);
    expect(await counted()).toEqual({ clicks: 7, ids: 7 });
  });

  it('is stored once when it arrives after both were stored again', async () => {
    const { a, b, counted } = twoShards();
    await storeBoth(a, b, 'before', async () => {
      await goOnWith(a);
      await goOnWith(b);
    });
    expect(await counted()).toEqual({ clicks: 7, ids: 7 });
  });
});

import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppLogger, loadConfig, NatsService } from '@linkway/platform';
import { startClickHouseServer } from '@linkway/platform/embedded';
import { eventually, useServers } from '@linkway/platform/testkit';
import { ClicksByDayRepository } from '../src/by-day/clicks-by-day.repository.js';
import { ClicksByDayService } from '../src/by-day/clicks-by-day.service.js';
import { type AnalyticsConfig, analyticsConfig } from '../src/config.js';
import { Lease } from '../src/lease/lease.js';
import { KindsRepository } from '../src/recompute/kinds.repository.js';
import { ClickRepository } from '../src/store/click.repository.js';
import { type ClickRow, NO_ID, toClickHouseTime } from '../src/store/click.row.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { createClicks } from '../src/store/migrations/0001-clicks.js';
import { rememberTokensLonger } from '../src/store/migrations/0007-longer-memory-of-tokens.js';
import { aRow, NOW } from './analytics.harness.js';

const servers = useServers({ nats: true });
const folders: string[] = [];
const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'linkway-by-day-'));
  folders.push(folder);
  return folder;
};
const opened: { close(): Promise<void> }[] = [];
const closeAll = async () => {
  for (const part of opened.splice(0).reverse()) await part.close();
};

const config = (more: Record<string, string>): AnalyticsConfig =>
  loadConfig(analyticsConfig, { NATS_URL: servers.natsUrl, VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal', ...more });

const begun = new WeakSet<object>();

/** Once for each store: it begins as one that the former release has made. */
async function beginByMonth(clickhouse: ClickHouse, store: Record<string, string>): Promise<void> {
  if (begun.has(store)) return;
  begun.add(store);
  await clickhouse.writer.command({ query: 'DROP TABLE clicks SYNC' });
  for (const migration of [createClicks, rememberTokensLonger]) {
    for (const query of migration.statements(clickhouse.engines)) await clickhouse.writer.command({ query });
  }
}

/** One process, with connections and a lease of its own. */
async function aProcess(store: Record<string, string>, name: string, idsAtOnce?: number) {
  const settings = config(store);
  const logger = AppLogger.create('analytics', name, settings);
  const clickhouse = await ClickHouse.open(settings, logger);
  opened.push(clickhouse);
  await beginByMonth(clickhouse, store);
  let lease: Lease | null = null;
  if (settings.CLICKHOUSE_URL) {
    const nats = await NatsService.open(settings, 'analytics', name, logger);
    opened.push(nats);
    lease = new Lease(nats, `clicks-by-day-${settings.CLICKHOUSE_URL.replace(/\W/g, '')}`, name, 1);
  }
  const repository = new ClicksByDayRepository(clickhouse, idsAtOnce);
  const clock = { now: NOW };
  const move = new ClicksByDayService(repository, clickhouse, logger, settings, () => clock.now, lease);
  return { clickhouse, lease, repository, clock, move };
}
type Process = Awaited<ReturnType<typeof aProcess>>;

/** As the former release stores a batch. */
async function storeAsFormer(clickhouse: ClickHouse, rows: readonly ClickRow[], token: string): Promise<void> {
  await clickhouse.writer.insert({
    table: 'clicks',
    values: [...rows],
    format: 'JSONEachRow',
    clickhouse_settings: { insert_deduplicate: 1, insert_deduplication_token: token, async_insert: 0 },
  });
}

/** On so many days, one in so many: each is a partition of its own, which takes the engine longer than its clicks. */
async function fill(clickhouse: ClickHouse, clicks: number, days: number, every = 1): Promise<void> {
  await clickhouse.writer.command({
    query: `INSERT INTO clicks (event_id, clicked_at, workspace_id, link_id, visitor, kind, user_agent)
      SELECT generateUUIDv4(number), toDateTime64('${toClickHouseTime(new Date(NOW))}', 3, 'UTC') - toIntervalDay(number % ${days} * ${every}),
        '${NO_ID}', reinterpretAsUUID(MD5(toString(number % 50))), number % 700, 'human', concat('agent ', toString(number % 9))
      FROM numbers(${clicks})`,
    clickhouse_settings: { max_partitions_per_insert_block: '0', insert_deduplicate: 0 },
  });
}

async function told(clickhouse: ClickHouse, where = '1'): Promise<{ clicks: number; ids: number }> {
  const [row] = await clickhouse.select<{ clicks: number; ids: number }>(
    `SELECT toUInt32(count()) AS clicks, toUInt32(uniqExact(event_id)) AS ids FROM clicks WHERE ${where}`,
  );
  return row ?? { clicks: 0, ids: 0 };
}

async function partitionKeys(clickhouse: ClickHouse): Promise<Record<string, string>> {
  const found = await clickhouse.select<{ name: string; partition_key: string }>(
    `SELECT name, partition_key FROM system.tables WHERE database = currentDatabase() AND name LIKE 'clicks%'`,
  );
  return Object.fromEntries(found.map(({ name, partition_key: key }) => [name, key]));
}

const exactly = (clicks: number) => ({ clicks, ids: clicks });

afterEach(() => void jest.restoreAllMocks());

describe.each(['the embedded engine', 'a ClickHouse server'])('on %s', (kind) => {
  let store: Record<string, string>;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    const folder = aFolder();
    if (kind === 'the embedded engine') {
      store = { CLICKHOUSE_PATH: folder };
      stop = async () => undefined;
      return;
    }
    const server = await startClickHouseServer({ dataDir: folder });
    store = { CLICKHOUSE_URL: server.url };
    stop = () => server.stop();
  });
  afterEach(async () => {
    await closeAll();
    await stop();
  });
  const another = (name: string) => aProcess(store, name);

  it('a new store has its clicks by day from the beginning, also where making it was cut off', async () => {
    begun.add(store);
    const first = await another('first');
    expect(await partitionKeys(first.clickhouse)).toEqual({ clicks: 'day' });
    await first.clickhouse.writer.command({ query: 'TRUNCATE TABLE schema_migrations' });
    await storeAsFormer(first.clickhouse, [aRow(0)], 'kept');
    await closeAll();
    const next = await another('next');
    expect(await partitionKeys(next.clickhouse)).toEqual({ clicks: 'day' });
    expect(await told(next.clickhouse)).toEqual(exactly(1));
    expect(await next.move.round()).toBe('done');
  });

  it('clicks are told once at each moment, while the former release goes on storing some', async () => {
    const { clickhouse, move } = await another('mover');
    await fill(clickhouse, 20_000, 45);
    let stored = 20_000;
    let asked = 20_000;
    const ended = new AbortController();
    const storing = (async () => {
      for (let batch = 0; !ended.signal.aborted; batch += 1) {
        const rows = [aRow(0), aRow(1), aRow(33)];
        asked += rows.length;
        await storeAsFormer(clickhouse, rows, `batch-${batch}`);
        stored += rows.length;
      }
    })();
    let moments = 0;
    const reading = (async () => {
      for (; !ended.signal.aborted; moments += 1) {
        const before = stored;
        const { clicks, ids } = await told(clickhouse);
        expect(clicks).toBeGreaterThanOrEqual(before);
        expect(ids).toBe(clicks);
        expect(clicks).toBeLessThanOrEqual(asked);
      }
    })();
    await Promise.race([move.moveAll(), storing, reading]);
    const then = moments;
    await Promise.race([eventually(() => expect(moments).toBeGreaterThan(then + 3)), storing, reading]);
    ended.abort();
    await Promise.all([storing, reading]);
    expect(await told(clickhouse)).toEqual(exactly(stored));
    expect(await partitionKeys(clickhouse)).toEqual({ clicks: 'day', clicks_by_month: 'toYYYYMM(clicked_at)' });
  }, 60_000);

  it.each([
    ['begin', 'after'],
    ['copy', 'before'],
    ['copy', 'after'],
    ['exchange', 'before'],
    ['exchange', 'after'],
    ['stopForwarding', 'after'],
    ['keepFormer', 'after'],
    ['bringStragglers', 'after'],
  ] as const)('a move that stops at %s, %s it, is finished by another process', async (step, when) => {
    const first = await another('first');
    await fill(first.clickhouse, 5_000, 8, 9);
    const original: (...given: never[]) => Promise<void> = first.repository[step].bind(first.repository);
    const killed = new Error('killed');
    jest.spyOn(first.repository, step).mockImplementationOnce(async (...given: unknown[]) => {
      if (when === 'after') await original(...(given as never[]));
      throw killed;
    });
    await expect(finish(first)).rejects.toBe(killed);
    expect(await told(first.clickhouse)).toEqual(exactly(5_000));
    await storeAsFormer(first.clickhouse, [aRow(0), aRow(3)], 'between');
    await first.lease?.release();
    let next = first;
    if (kind === 'the embedded engine') {
      await closeAll();
      next = await another('second');
    } else next = await another('second');
    await finish(next);
    expect(await told(next.clickhouse)).toEqual(exactly(5_002));
    expect(await partitionKeys(next.clickhouse)).toEqual({ clicks: 'day' });
  });

  it('what the former release stores again under its token is told once, also when the tables have changed places', async () => {
    const process = await another('mover');
    const { clickhouse, repository, move } = process;
    await fill(clickhouse, 3_000, 5, 8);
    await repository.begin();
    const batches = [0, 1, 2].map((number) => ({ rows: [aRow(0), aRow(1)], token: `batch-${number}` }));
    for (const { rows, token } of batches) await storeAsFormer(clickhouse, rows, token);
    for (const { rows, token } of batches) await storeAsFormer(clickhouse, rows, token);
    expect(await told(clickhouse)).toEqual(exactly(3_006));
    await move.moveAll();
    for (const { rows, token } of batches) await storeAsFormer(clickhouse, rows, token);
    await finish(process);
    expect(await told(clickhouse)).toEqual(exactly(3_006));
  });

  it('a click that ended in the former table after all is brought over', async () => {
    const process = await another('mover');
    const { clickhouse, move } = process;
    await fill(clickhouse, 3_000, 5, 8);
    await move.moveAll();
    await clickhouse.writer.insert({ table: 'clicks_by_month', values: [aRow(0), aRow(2)], format: 'JSONEachRow' });
    await finish(process);
    expect(await told(clickhouse)).toEqual(exactly(3_002));
  });

  it('what is deleted or judged anew while it is moved stays so', async () => {
    const { clickhouse, repository, move } = await another('mover');
    await fill(clickhouse, 5_000, 5, 8);
    const link = '00000000-0000-0000-0000-000000000007';
    await storeAsFormer(clickhouse, [aRow(1, { link_id: link }), aRow(5, { link_id: link })], 'gone');
    await storeAsFormer(clickhouse, [aRow(2, { user_agent: 'Googlebot' })], 'judged');
    await repository.begin();
    await repository.copy((await repository.differences(false)).map(({ day }) => day));
    expect(await repository.differences(true)).toEqual([]);
    await clickhouse.writer.command({
      query: `ALTER TABLE clicks DELETE WHERE link_id = '${link}'`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    await new KindsRepository(clickhouse).judge([{ user_agent: 'Googlebot', kind: 'bot', kind_reason: 'name' }]);
    await move.moveAll();
    expect(await told(clickhouse, `link_id = '${link}'`)).toEqual(exactly(0));
    expect(await told(clickhouse, "kind = 'bot' AND kind_reason = 'name'")).toEqual(exactly(1));
    expect(await told(clickhouse)).toEqual(exactly(5_001));
  });

  const aDeletion = (link: string) => `ALTER TABLE clicks DELETE WHERE link_id = '${link}'`;
  const inTheBackground = { clickhouse_settings: { mutations_sync: '0' } } as const;

  it('a change that is under way is waited for', async () => {
    const process = await another('mover');
    const { clickhouse, repository, move } = process;
    const link = '00000000-0000-0000-0000-000000000007';
    await fill(clickhouse, 3_000, 5, 8);
    await storeAsFormer(clickhouse, [aRow(1, { link_id: link })], 'gone');
    await repository.begin();
    // As where it takes minutes until it comes to a part.
    await clickhouse.writer.command({ query: 'SYSTEM STOP MERGES clicks' });
    await clickhouse.writer.command({ query: aDeletion(link), ...inTheBackground });
    for (let round = 0; round < 3; round += 1) expect(await move.round()).toBe('under way');
    expect(await partitionKeys(clickhouse)).toMatchObject({ clicks: 'toYYYYMM(clicked_at)' });
    await clickhouse.writer.command({ query: 'SYSTEM START MERGES clicks' });
    await finish(process);
    expect(await told(clickhouse, `link_id = '${link}'`)).toEqual(exactly(0));
    expect(await told(clickhouse)).toEqual(exactly(3_000));
  }, 60_000);

  it('changes between the comparison and the exchange are done to the new table, by whoever goes on', async () => {
    const first = await another('first');
    const link = '00000000-0000-0000-0000-000000000007';
    await fill(first.clickhouse, 3_000, 5, 8);
    await storeAsFormer(
      first.clickhouse,
      [aRow(1, { link_id: link }), aRow(2, { user_agent: 'Googlebot' })],
      'changed',
    );
    const exchange = first.repository.exchange.bind(first.repository);
    const killed = new Error('killed');
    jest.spyOn(first.repository, 'exchange').mockImplementationOnce(async () => {
      await first.clickhouse.writer.command({ query: aDeletion(link), ...inTheBackground });
      await new KindsRepository(first.clickhouse).judge([
        { user_agent: 'Googlebot', kind: 'bot', kind_reason: "an agent's name" },
      ]);
      await exchange();
      throw killed;
    });
    await expect(finish(first)).rejects.toBe(killed);
    await first.lease?.release();
    if (kind === 'the embedded engine') await closeAll();
    const next = await another('second');
    await finish(next);
    expect(await told(next.clickhouse, `link_id = '${link}'`)).toEqual(exactly(0));
    expect(await told(next.clickhouse, `kind = 'bot' AND kind_reason = 'an agent''s name'`)).toEqual(exactly(1));
    expect(await told(next.clickhouse)).toEqual(exactly(3_001));
  }, 60_000);

  it('nothing is undone by a process that comes late with what others have done', async () => {
    const { clickhouse, repository, move } = await another('mover');
    await fill(clickhouse, 3_000, 5, 8);
    await move.moveAll();
    await expect(repository.exchange()).rejects.toThrow();
    await expect(repository.keepFormer()).rejects.toThrow();
    await repository.begin();
    await repository.copy([toClickHouseTime(new Date(NOW)).slice(0, 10)]);
    await move.round();
    expect(await told(clickhouse)).toEqual(exactly(3_000));
    expect(await partitionKeys(clickhouse)).toEqual({ clicks: 'day', clicks_by_month: 'toYYYYMM(clicked_at)' });
  });

  it('a click that came during the comparison, and was not forwarded, is brought over', async () => {
    const process = await another('mover');
    const { clickhouse, repository } = process;
    await fill(clickhouse, 3_000, 5, 8);
    const differences = repository.differences.bind(repository);
    let once = true;
    jest.spyOn(repository, 'differences').mockImplementation(async (exact, days) => {
      const found = await differences(exact, days);
      if (!exact || found.length > 0 || !once) return found;
      once = false;
      await clickhouse.writer.command({ query: 'DROP VIEW clicks_to_days SYNC' });
      await storeAsFormer(clickhouse, [aRow(0), aRow(2)], 'T');
      await repository.begin();
      return found;
    });
    await finish(process);
    expect(await told(clickhouse)).toEqual(exactly(3_002));
  }, 60_000);

  it('a batch of clicks that come late is stored, of however many days they are', async () => {
    const { clickhouse, repository, move } = await another('mover');
    const clicks = new ClickRepository(clickhouse);
    const late = () => Array.from({ length: 300 }, (_, daysAgo) => aRow(daysAgo));
    await repository.begin();
    await clicks.insert(late(), 'while it is moved');
    await move.moveAll();
    await clicks.insert(late(), 'afterwards');
    expect(await told(clickhouse)).toEqual(exactly(600));
  });
});

describe('on the embedded engine', () => {
  afterEach(closeAll);

  it('a click that came into the former table at the exchange is brought over, however much later somebody goes on', async () => {
    const store = { CLICKHOUSE_PATH: aFolder() };
    const first = await aProcess(store, 'first');
    await fill(first.clickhouse, 1_000, 10);
    await first.move.moveAll();
    await first.clickhouse.writer.insert({
      table: 'clicks_by_month',
      values: [aRow(0), aRow(2)],
      format: 'JSONEachRow',
    });
    const parts = await first.clickhouse.select<{ path: string }>(
      `SELECT path FROM system.parts WHERE database = currentDatabase() AND table = 'clicks_by_month'`,
    );
    await closeAll();
    const yesterday = new Date(NOW - 86_400_000);
    for (const { path } of parts) utimesSync(path, yesterday, yesterday);
    const next = await aProcess(store, 'second');
    const [{ old } = { old: 0 }] = await next.clickhouse.select<{ old: number }>(
      `SELECT toUInt32(countIf(modification_time < now() - 3600)) AS old FROM system.parts
       WHERE database = currentDatabase() AND active AND table = 'clicks_by_month'`,
    );
    expect(old).toBeGreaterThan(0);
    await finish(next);
    expect(await told(next.clickhouse)).toEqual(exactly(1_002));
  }, 60_000);

  it('an insert that arrives behind those of thousands of days is still taken for what it is', async () => {
    const process = await aProcess({ CLICKHOUSE_PATH: aFolder() }, 'mover');
    await finish(process);
    const clicks = new ClickRepository(process.clickhouse);
    const late = [aRow(0), aRow(1)];
    await clicks.insert(late, 'late');
    await clicks.insert(
      Array.from({ length: 1_005 }, (_, daysAgo) => aRow(daysAgo)),
      'a backlog',
    );
    await clicks.insert(late, 'late');
    expect(await told(process.clickhouse)).toEqual(exactly(1_007));
  }, 120_000);

  it('a day of more clicks than there is memory for their ids is copied, completed and looked through in slices', async () => {
    const { clickhouse, repository, move, clock } = await aProcess({ CLICKHOUSE_PATH: aFolder() }, 'mover', 500);
    await fill(clickhouse, 6_000, 2);
    await repository.begin();
    const today = toClickHouseTime(new Date(NOW)).slice(0, 10);
    await repository.copy([today]);
    // A copy that was cut off.
    await clickhouse.writer.command({
      query: `ALTER TABLE clicks_by_day DELETE WHERE cityHash64(event_id) % 7 = 1`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    const patient = clickhouse.patient();
    const command = patient.command.bind(patient);
    jest.spyOn(patient, 'command').mockImplementation((given) => {
      const little = { max_rows_in_set: '800', set_overflow_mode: 'throw' as const };
      return command({ ...given, clickhouse_settings: { ...given.clickhouse_settings, ...little } });
    });
    await move.moveAll();
    const rows = [aRow(0), aRow(1), aRow(1)];
    await clickhouse.writer.insert({ table: 'clicks_by_month', values: rows, format: 'JSONEachRow' });
    await clickhouse.writer.command({ query: 'OPTIMIZE TABLE clicks_by_month FINAL' });
    // Sent again by the former release, and taken in.
    await clickhouse.writer.command({
      query: `INSERT INTO clicks (event_id, clicked_at, workspace_id, link_id, visitor, kind, user_agent)
        SELECT event_id, clicked_at, workspace_id, link_id, visitor, kind, user_agent FROM clicks WHERE day = '${today}' LIMIT 3`,
      clickhouse_settings: { insert_deduplicate: 0 },
    });
    expect(await told(clickhouse)).toEqual({ clicks: 6_003, ids: 6_000 });
    while ((await move.round()) !== 'done') clock.now += 30_000;
    expect(await told(clickhouse)).toEqual(exactly(6_003));
  }, 60_000);
});

describe('two processes', () => {
  afterEach(closeAll);

  it('on one server move everything once', async () => {
    const server = await startClickHouseServer({ dataDir: aFolder() });
    try {
      const store = { CLICKHOUSE_URL: server.url };
      const both = [await aProcess(store, 'one'), await aProcess(store, 'two')];
      const [one] = both;
      if (!one) throw new Error('no process');
      await fill(one.clickhouse, 10_000, 60);
      const exchanges = both.map(({ repository }) => jest.spyOn(repository, 'exchange'));
      await Promise.all(both.map(({ move }) => move.moveAll()));
      expect(exchanges.flatMap(({ mock }) => mock.calls)).toHaveLength(1);
      expect(await told(one.clickhouse)).toEqual(exactly(10_000));
    } finally {
      await closeAll();
      await server.stop();
    }
  }, 60_000);
});

afterAll(async () => {
  await closeAll();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Until nothing is left of the former table. */
async function finish({ move, clock }: Process): Promise<void> {
  await move.moveAll();
  while ((await move.round()) !== 'done') clock.now += 30_000;
}

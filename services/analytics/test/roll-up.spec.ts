import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AppLogger, loadConfig, NatsService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import type { AnalyticsConfig } from '../src/config.js';
import { analyticsConfig } from '../src/config.js';
import { Lease } from '../src/lease/lease.js';
import { DayStates } from '../src/query/day-states.js';
import { dayOf } from '../src/query/days.js';
import type { Scope } from '../src/query/scope.js';
import { LookRepository } from '../src/roll-up/look.repository.js';
import { RollUpRepository } from '../src/roll-up/roll-up.repository.js';
import { RollUpService } from '../src/roll-up/roll-up.service.js';
import { ClickHouse } from '../src/store/clickhouse.js';

const servers = useServers({ nats: true, clickhouse: true, clickhouseServer: true });
const SWEEP_MS = 30_000;
const DAY_MS = 86_400_000;
const opened: { close(): Promise<void> }[] = [];
let logger: AppLogger;

/** Noon, so that no test runs over the end of a UTC day. */
const NOON = Date.parse(`${dayOf(Date.now())}T12:00:00Z`);

beforeAll(() => {
  logger = AppLogger.create('analytics', 'test', config({ CLICKHOUSE_PATH: 'none' }));
});

afterAll(async () => {
  for (const part of opened.reverse()) await part.close();
});

const config = (more: Record<string, string>): AnalyticsConfig =>
  loadConfig(analyticsConfig, {
    NATS_URL: servers.natsUrl,
    VISITOR_SECRET: 'test',
    ROLL_UP_MIN_CLICKS: '1000',
    LOG_LEVEL: 'error',
    ...more,
  });

/** A roll-up of its own connections and clock, as each process has one. */
async function process(store: Record<string, string>, name: string, withLease = true) {
  const settings = config(store);
  const clickhouse = await ClickHouse.open(settings, logger);
  const nats = await NatsService.open(settings, 'analytics', name, logger);
  opened.push(clickhouse, nats);
  const clock = { now: NOON };
  const lease = withLease ? new Lease(nats, 'roll-up', name, 1) : null;
  const repository = new RollUpRepository(clickhouse);
  const looks = new LookRepository(clickhouse);
  const rollUp = new RollUpService(repository, looks, clickhouse, logger, settings, () => clock.now, lease);
  const sweep = async () => {
    await rollUp.sweep();
    clock.now += SWEEP_MS;
  };
  return { clickhouse, repository, looks, lease, clock, rollUp, sweep };
}

const server = () => ({ CLICKHOUSE_URL: servers.clickhouseServer.url });
const engine = () => ({ CLICKHOUSE_PATH: servers.clickhousePath });

async function addClicks(clickhouse: ClickHouse, { workspaceId, linkId }: Scope, clicks: number, day: string) {
  await clickhouse.writer.command({
    query: `INSERT INTO clicks (event_id, clicked_at, workspace_id, link_id, visitor, kind)
      SELECT generateUUIDv4(number), toDateTime64('${day} 10:00:00', 3, 'UTC') + number % 3600, '${workspaceId}', '${linkId}',
        number % 700, 'human' FROM numbers(${clicks})`,
  });
}

const aScope = (): Scope => ({ workspaceId: uuidv7(), linkId: uuidv7() });

let daysUsed = 0;
/** A day that nothing was stored on yet: one that clicks come to again is looked at when it has rested. */
const anotherDay = (): string => dayOf(NOON - (daysUsed += 1) * DAY_MS);

const known = new WeakMap<ClickHouse, DayStates>();
/** As a process has them: with what it knows from before. */
function statesOf(clickhouse: ClickHouse): DayStates {
  const states = known.get(clickhouse) ?? new DayStates(clickhouse);
  known.set(clickhouse, states);
  return states;
}

/** What the API tells of a day: from its addition where one counts, else from the clicks. */
async function told(clickhouse: ClickHouse, scope: Scope, day: string): Promise<{ clicks: number; added: boolean }> {
  const start = Date.parse(`${day}T00:00:00Z`);
  const [state] = await statesOf(clickhouse).of(scope, start, start + DAY_MS);
  if (!state?.run) return { clicks: state?.clicks ?? 0, added: false };
  const [row] = await clickhouse.select<{ clicks: string }>(
    `SELECT sum(clicks) AS clicks FROM click_days WHERE workspace_id = {w:UUID} AND link_id = {l:UUID} AND day = {d:Date}
       AND run = {run:UInt64} AND kind = '' AND dimension = 'total'`,
    { w: scope.workspaceId, l: scope.linkId, d: day, run: state.run },
  );
  return { clicks: Number(row?.clicks ?? 0), added: true };
}

async function runsOf(clickhouse: ClickHouse, scope: Scope): Promise<number> {
  const [row] = await clickhouse.select<{ runs: number }>(
    'SELECT toUInt32(uniqExact(run)) AS runs FROM click_days WHERE link_id = {l:UUID}',
    { l: scope.linkId },
  );
  return row?.runs ?? 0;
}

describe.each([
  ['the embedded engine', engine],
  ['a ClickHouse server', server],
])('one process on %s', (_name, store) => {
  it('tells all clicks of a busy day at any time, and drops what newer additions replaced', async () => {
    const { clickhouse, sweep } = await process(store(), 'alone');
    const scope = aScope();
    const today = dayOf(NOON);
    await addClicks(clickhouse, scope, 1_000, today);
    await sweep();
    await sweep();
    expect(await told(clickhouse, scope, today)).toEqual({ clicks: 1_000, added: true });
    await addClicks(clickhouse, scope, 1, today);
    expect(await told(clickhouse, scope, today)).toEqual({ clicks: 1_001, added: false });
    // 60 s, 90 s, 120 s and on: long after the first addition was to be dropped.
    for (let round = 0; round < 6; round += 1) {
      await sweep();
      expect(await told(clickhouse, scope, today)).toEqual({ clicks: 1_001, added: round > 0 });
    }
    await eventually(async () => expect(await runsOf(clickhouse, scope)).toBe(1));
    expect(await told(clickhouse, scope, today)).toEqual({ clicks: 1_001, added: true });
  });

  it('takes an addition without rows for none, and makes it anew', async () => {
    const { clickhouse, rollUp, sweep } = await process(store(), 'alone');
    const scope = aScope();
    const day = anotherDay();
    await addClicks(clickhouse, scope, 1_500, day);

    await sweep();
    expect(await told(clickhouse, scope, day)).toEqual({ clicks: 1_500, added: true });
    await clickhouse.writer.command({
      query: `ALTER TABLE click_days DELETE WHERE link_id = '${scope.linkId}'`,
      clickhouse_settings: { mutations_sync: '1' },
    });
    const state = { clicks: 1_500, added: false };
    expect(await told(clickhouse, scope, day)).toEqual(state);
    rollUp.suggest(scope, [{ day, clicks: 1_500, run: null }]);
    await rollUp.runOnce();
    expect(await told(clickhouse, scope, day)).toEqual({ clicks: 1_500, added: true });
  });

  it('drops in time what a process that was stopped has left', async () => {
    const first = await process(store(), 'first', false);
    const scope = aScope();
    const day = anotherDay();
    await addClicks(first.clickhouse, scope, 1_000, day);
    await first.sweep();
    await addClicks(first.clickhouse, scope, 1, day);
    await first.sweep();
    await first.sweep();
    expect(await runsOf(first.clickhouse, scope)).toBe(2);
    const second = await process(store(), 'second', false);
    second.clock.now = first.clock.now;
    for (let round = 0; round < 4; round += 1) await second.sweep();
    await eventually(async () => expect(await runsOf(second.clickhouse, scope)).toBe(1));
    expect(await told(second.clickhouse, scope, day)).toEqual({ clicks: 1_001, added: true });
  });

  it('counts a day once that was begun twice by a clock that is behind', async () => {
    const { clickhouse, repository, clock, rollUp } = await process(store(), 'alone', false);
    const scope = aScope();
    const day = anotherDay();
    await addClicks(clickhouse, scope, 1_000, day);
    await rollUp.runOnce();
    clock.now -= 3_600_000;
    await addClicks(clickhouse, scope, 10, day);
    const add = repository.addUp.bind(repository);
    // Its rows are there, and its answer was lost.
    repository.addUp = async (...target) => {
      repository.addUp = add;
      await add(...target);
      throw new Error('the connection was closed');
    };
    rollUp.suggest(scope, [{ day, clicks: 1_010, run: null }]);
    await rollUp.runOnce();
    expect(await told(clickhouse, scope, day)).toEqual({ clicks: 1_010, added: true });
  });

  it('tells nothing of a day that is not kept any more, though what was added up of it is there until its month is over', async () => {
    const { clickhouse, looks, sweep } = await process(store(), 'alone', false);
    const scope = aScope();
    const day = anotherDay();
    await addClicks(clickhouse, scope, 1_000, day);
    await sweep();
    expect(await told(clickhouse, scope, day)).toEqual({ clicks: 1_000, added: true });
    expect(await looks.dropBefore(dayOf(Date.parse(day) + DAY_MS))).toContain(day);
    expect(await told(clickhouse, scope, day)).toEqual({ clicks: 0, added: false });
    await addClicks(clickhouse, scope, 1, day);
    expect(await told(clickhouse, scope, day)).toEqual({ clicks: 1, added: false });
  });
});

describe('two processes on a ClickHouse server', () => {
  it('leave alone what counts while nothing changes, though both add up', async () => {
    // Without leases: each does everything, as after a lease that was lost half-way.
    const both = [await process(server(), 'one', false), await process(server(), 'two', false)];
    const [one] = both;
    if (!one) throw new Error('no process');
    const scope = aScope();
    const yesterday = anotherDay();
    await addClicks(one.clickhouse, scope, 5_000, yesterday);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(both.map(({ sweep }) => sweep()));
      for (const { clickhouse } of both) {
        expect(await told(clickhouse, scope, yesterday)).toEqual({ clicks: 5_000, added: true });
      }
    }
    await eventually(async () => expect(await runsOf(one.clickhouse, scope)).toBe(1));
    expect(await told(one.clickhouse, scope, yesterday)).toEqual({ clicks: 5_000, added: true });
  });

  it('tell every click of a day that is clicked again, whoever added it up', async () => {
    const both = [await process(server(), 'three', false), await process(server(), 'four', false)];
    const [one, two] = both;
    if (!one || !two) throw new Error('no process');
    // Clocks differ: the later addition counts, not the one of the clock that is ahead.
    two.clock.now += 20_000;
    const scope = aScope();
    const today = dayOf(NOON);
    await addClicks(one.clickhouse, scope, 1_000, today);
    for (let clicks = 1_000; clicks < 1_003; clicks += 1) {
      for (const { sweep } of [two, one, two, one]) await sweep();
      for (const { clickhouse } of both) {
        expect(await told(clickhouse, scope, today)).toEqual({ clicks, added: true });
      }
      await addClicks(one.clickhouse, scope, 1, today);
      expect((await told(two.clickhouse, scope, today)).clicks).toBe(clicks + 1);
    }
  });

  it('add a day up once', async () => {
    const both = [await process(server(), 'five'), await process(server(), 'six')];
    const [one] = both;
    if (!one) throw new Error('no process');
    const scope = aScope();
    await addClicks(one.clickhouse, scope, 1_000, anotherDay());
    await eventually(
      async () => {
        await Promise.all(both.map(({ rollUp }) => rollUp.sweep()));
        expect(await runsOf(one.clickhouse, scope)).toBe(1);
      },
      { timeoutMs: 20_000 },
    );
    expect(both.filter(({ lease }) => lease?.held)).toHaveLength(1);
  });

  it('leave the work to the other one when it fails', async () => {
    const both = [await process(server(), 'seven'), await process(server(), 'eight')];
    const [ill, other] = both;
    if (!ill || !other) throw new Error('no process');
    const scope = aScope();
    const day = anotherDay();
    await addClicks(other.clickhouse, scope, 1_000, day);
    const cut = jest.spyOn(ill.repository, 'candidates').mockRejectedValue(new Error('connection refused'));
    await eventually(
      async () => {
        await ill.rollUp.sweep();
        expect(cut).toHaveBeenCalled();
      },
      { timeoutMs: 20_000 },
    );
    const tries = cut.mock.calls.length;
    await other.rollUp.sweep();
    expect(await told(other.clickhouse, scope, day)).toEqual({ clicks: 1_000, added: true });
    await other.lease?.release();
    // It does not take back at once what it could not do.
    await ill.rollUp.sweep();
    expect(cut.mock.calls).toHaveLength(tries);
    ill.clock.now += 10_000;
    await ill.rollUp.sweep();
    expect(cut.mock.calls.length).toBeGreaterThan(tries);
  }, 60_000);
});

describe('the first start of this release', () => {
  it('forgets the additions of the one before, once', async () => {
    const before = await process(server(), 'before', false);
    const scope = aScope();
    const day = anotherDay();
    await addClicks(before.clickhouse, scope, 2_000, day);
    await before.sweep();
    // As the former release leaves it: its run is said to count, a part of its rows is gone, this migration has not run.
    await before.clickhouse.writer.command({
      query: `ALTER TABLE click_days UPDATE clicks = 7 WHERE link_id = '${scope.linkId}'`,
      clickhouse_settings: { mutations_sync: '1' },
    });
    await before.clickhouse.writer.command({
      query: "ALTER TABLE schema_migrations DELETE WHERE id = '0003-click-day-runs-anew'",
      clickhouse_settings: { mutations_sync: '1' },
    });
    await before.clickhouse.writer.command({ query: 'TRUNCATE TABLE click_total_looks' });
    expect(await told(before.clickhouse, scope, day)).toEqual({ clicks: 7, added: true });
    const after = await process(server(), 'after', false);
    expect(await told(after.clickhouse, scope, day)).toEqual({ clicks: 2_000, added: false });
    await after.sweep();
    expect(await told(after.clickhouse, scope, day)).toEqual({ clicks: 2_000, added: true });
    const again = await process(server(), 'again', false);
    expect(await told(again.clickhouse, scope, day)).toEqual({ clicks: 2_000, added: true });
  });
});

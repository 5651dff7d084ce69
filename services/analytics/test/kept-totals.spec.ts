import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClickKind } from '@linkway/contracts';
import { AppLogger, loadConfig } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { type AnalyticsConfig, analyticsConfig } from '../src/config.js';
import { dayOf } from '../src/query/days.js';
import { KeptTotals, totalKey } from '../src/query/kept-totals.js';
import { KindsRepository } from '../src/recompute/kinds.repository.js';
import { LookRepository, type TouchedDay } from '../src/roll-up/look.repository.js';
import { RollUpRepository } from '../src/roll-up/roll-up.repository.js';
import { RollUpService } from '../src/roll-up/roll-up.service.js';
import { insertSettings } from '../src/store/click.repository.js';
import { NO_ID } from '../src/store/click.row.js';
import { ClickHouse } from '../src/store/clickhouse.js';

const servers = useServers({ clickhouse: true, clickhouseServer: true });
const DAY_MS = 86_400_000;
const NOON = Date.parse(`${dayOf(Date.now())}T12:00:00Z`);
const DAYS = 4;
const WORKSPACES = [uuidv7(), uuidv7()] as const;
const LINKS = Array.from({ length: 6 }, () => uuidv7());
const STEPS = 40;

const opened: ClickHouse[] = [];
afterAll(async () => {
  for (const clickhouse of opened) await clickhouse.close();
});

async function aProcess(store: Record<string, string>) {
  const more = { NATS_URL: 'nats://none', VISITOR_SECRET: 'test', LOG_LEVEL: 'error', ROLL_UP_MIN_CLICKS: '100000000' };
  const settings: AnalyticsConfig = loadConfig(analyticsConfig, { ...more, ...store });
  const logger = AppLogger.create('analytics', 'test', settings);
  const clickhouse = await ClickHouse.open(settings, logger);
  opened.push(clickhouse);
  const looks = new LookRepository(clickhouse);
  const rollUp = new RollUpService(
    new RollUpRepository(clickhouse),
    looks,
    clickhouse,
    logger,
    settings,
    () => NOON,
    null,
  );
  return { clickhouse, looks, rollUp, totals: new KeptTotals(clickhouse) };
}
type Process = Awaited<ReturnType<typeof aProcess>>;

/** Always the same: what failed once can be looked at again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** By link and in whole workspaces, counted one by one. */
async function raw(
  { clickhouse }: Process,
  workspace: string,
  of = 'link_id',
  kind?: ClickKind,
): Promise<Map<string, number>> {
  const found = await clickhouse.select<{ link: string; clicks: string }>(
    `SELECT ${of} AS link, count() AS clicks FROM clicks
     WHERE workspace_id = '${workspace}' ${kind ? `AND kind = '${kind}'` : ''} GROUP BY link SETTINGS optimize_use_projections = 0`,
  );
  return new Map(found.map(({ link, clicks }) => [totalKey({ workspaceId: workspace, linkId: link }), Number(clicks)]));
}

const linksOf = (workspaceId: string) => LINKS.map((linkId) => ({ workspaceId, linkId }));

async function expectExact(process: Process): Promise<void> {
  for (const kind of [undefined, 'human'] as const) {
    const ofGuests = await raw(process, NO_ID, 'link_id', kind);
    expect(await process.totals.ofLinks(linksOf(NO_ID), kind)).toEqual(ofGuests);
  }
  const all = new Map<string, number>();
  const wholes = new Map<string, number>();
  for (const workspace of WORKSPACES) {
    const counted = await raw(process, workspace);
    expect(await process.totals.ofLinks(linksOf(workspace))).toEqual(counted);
    for (const [key, clicks] of counted) all.set(key, clicks);
    const [whole = 0] = (await raw(process, workspace, 'workspace_id')).values();
    expect(await process.totals.ofWorkspace(workspace)).toBe(whole);
    const people = await raw(process, workspace, 'link_id', 'human');
    expect(await process.totals.ofLinks(linksOf(workspace), 'human')).toEqual(people);
    const [allPeople = 0] = (await raw(process, workspace, 'workspace_id', 'human')).values();
    expect(await process.totals.ofWorkspace(workspace, 'human')).toBe(allPeople);
    if (allPeople > 0) wholes.set(workspace, allPeople);
  }
  expect(await process.totals.ofWorkspaces([...WORKSPACES, '0199a1b2-0000-7000-8000-00000000dead'], 'human')).toEqual(
    wholes,
  );
  const [first, second] = WORKSPACES;
  const some = [...linksOf(first).slice(0, 3), ...linksOf(second).slice(2)];
  const asked = new Set(some.map(totalKey));
  const expected = new Map([...all].filter(([key]) => asked.has(key)));
  expect(await process.totals.ofLinks(some)).toEqual(expected);
}

async function insert(
  { clickhouse }: Process,
  clicks: number,
  seed: number,
  token: string,
  days = DAYS,
): Promise<void> {
  await clickhouse.writer.command({
    query: `INSERT INTO clicks (event_id, clicked_at, workspace_id, link_id, visitor, kind, user_agent)
      SELECT reinterpretAsUUID(MD5(concat('${seed}-', toString(number)))),
        toDateTime64('${dayOf(NOON)} 10:00:00', 3, 'UTC') - toIntervalDay(cityHash64(number, ${seed}) % ${days}),
        arrayElement([${[...WORKSPACES, NO_ID].map((id) => `toUUID('${id}')`).join(',')}], 1 + cityHash64(number, ${seed}, 1) % 3),
        arrayElement([${LINKS.map((id) => `toUUID('${id}')`).join(',')}], 1 + cityHash64(number, ${seed}, 2) % ${LINKS.length}),
        number, ['human', 'bot', 'prefetch'][1 + cityHash64(number, ${seed}, 3) % 3], concat('agent-', toString(number % 5))
      FROM numbers(${clicks})`,
    clickhouse_settings: insertSettings(token),
  });
}

const run = ({ clickhouse }: Process, query: string) =>
  clickhouse.writer.command({ query, clickhouse_settings: { mutations_sync: '2' } });

describe.each([
  ['the embedded engine', () => ({ CLICKHOUSE_PATH: servers.clickhousePath }), 1],
  ['a ClickHouse server', () => ({ CLICKHOUSE_URL: servers.clickhouseServer.url }), 2],
])('totals on %s', (_name, store, count) => {
  const processes: Process[] = [];
  const first = (): Process => {
    const [one] = processes;
    if (!one) throw new Error('no process');
    return one;
  };

  beforeAll(async () => {
    for (let number = 0; number < count; number += 1) processes.push(await aProcess(store()));
  }, 60_000);

  it('are those of the clicks, whatever was done to them and to what is kept, whoever is asked', async () => {
    const roll = dice(7);
    let stale: TouchedDay[] = [];
    const tokens: [number, number][] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const one = processes[roll(processes.length)] ?? first();
      const day = dayOf(NOON - roll(DAYS) * DAY_MS);
      const link = LINKS[roll(LINKS.length)] ?? '';
      const what = roll(20);
      if (what < 6) {
        const size = 1 + roll(400);
        tokens.push([size, step]);
        await insert(one, size, step, `token-${step}`);
      } else if (what === 6) {
        // Its answer was lost.
        const [size, seed] = tokens[roll(tokens.length)] ?? [1, step];
        await insert(one, size, seed, `token-${seed}`);
      } else if (what < 11) {
        await one.rollUp.runOnce();
      } else if (what < 13) {
        // A look that is over only now, or never.
        const seen = stale[roll(stale.length)];
        stale = await one.looks.touched(Date.now());
        if (seen) await one.looks.keepTotals(seen);
        if (seen && roll(2) === 0) await one.looks.confirm(seen, NOON);
      } else if (what < 15) {
        await run(one, `ALTER TABLE clicks DELETE WHERE link_id = '${link}' AND day = '${day}'`);
      } else if (what < 18) {
        const agent = { user_agent: `agent-${roll(5)}`, kind: 'scanner', kind_reason: 'new' };
        await new KindsRepository(one.clickhouse).judge([roll(2) === 0 ? agent : { ...agent, kind: 'human' }]);
      } else if (what === 18) {
        await run(one, `ALTER TABLE clicks DROP PARTITION '${day}'`);
      } else {
        await run(one, 'OPTIMIZE TABLE click_day_totals FINAL');
        await run(one, 'OPTIMIZE TABLE clicks FINAL');
      }
      for (const process of processes) await expectExact(process);
    }
    await first().rollUp.runOnce();
    expect(await first().looks.touched(Date.now())).toEqual([]);
    for (const process of processes) await expectExact(process);
  }, 300_000);

  it('are right where a day has as many clicks as it had, but other ones', async () => {
    const one = first();
    await insert(one, 200, 900, 'before', 1);
    await one.rollUp.runOnce();
    await new KindsRepository(one.clickhouse).judge([{ user_agent: 'agent-3', kind: 'scanner', kind_reason: 'other' }]);
    await expectExact(one);
    await one.rollUp.runOnce();
    const today = `day = '${dayOf(NOON)}'`;
    const [gone] = await one.clickhouse.select<{ clicks: string }>(
      `SELECT count() AS clicks FROM clicks WHERE ${today} AND link_id = '${LINKS[0]}'`,
    );
    await run(one, `ALTER TABLE clicks DELETE WHERE ${today} AND link_id = '${LINKS[0]}'`);
    await insert(one, Number(gone?.clicks), 901, 'after', 1);
    expect((await one.looks.touched(Date.now())).map(({ day }) => day)).toContain(dayOf(NOON));
    await expectExact(one);
  });

  it('of a look that was not over are told apart from those of the next, of fewer clicks after a merge', async () => {
    const one = first();
    await insert(one, 50, 950, 'merged', 1);
    await insert(one, 50, 950, 'merged-again', 1);
    const ofToday = async (now: number) =>
      (await one.looks.touched(now)).find(({ day }) => day === dayOf(NOON)) as TouchedDay;
    const seen = await ofToday(NOON);
    await one.looks.keepTotals(seen);
    await run(one, `OPTIMIZE TABLE clicks PARTITION '${dayOf(NOON)}' FINAL`);
    const again = await ofToday(NOON + 30_000);
    expect([again.block, again.clicks < seen.clicks]).toEqual([seen.block, true]);
    expect(BigInt(again.run)).toBeGreaterThan(BigInt(seen.run));
    await one.looks.keepTotals(again);
    expect(await one.looks.confirm(again, NOON)).toBe(true);
    for (const process of processes) await expectExact(process);
  });

  it('have every click that was stored before they were asked for, while days are looked at', async () => {
    const [workspace] = WORKSPACES;
    const clicksNow = async () => [...(await raw(first(), workspace, 'workspace_id')).values()][0] ?? 0;
    const ended = new AbortController();
    const storing = (async () => {
      for (let batch = 0; batch < 25; batch += 1) await insert(first(), 20, 1_000 + batch, `more-${batch}`);
      ended.abort();
    })();
    const looking = (async () => {
      while (!ended.signal.aborted) await first().rollUp.runOnce();
    })();
    const asking = (async () => {
      while (!ended.signal.aborted) {
        const before = await clicksNow();
        const clicks = await (processes.at(-1) ?? first()).totals.ofWorkspace(workspace);
        expect(clicks).toBeGreaterThanOrEqual(before);
        expect(clicks).toBeLessThanOrEqual(await clicksNow());
      }
    })();
    await Promise.all([storing, looking, asking]);
    for (const process of processes) await expectExact(process);
  }, 60_000);

  it('cost what their links cost, and looking costs nothing where nothing was touched', async () => {
    const one = first();
    const rowsRead = async () => {
      const [row] = await one.clickhouse.select<{ value: string }>(
        "SELECT value FROM system.events WHERE event = 'SelectedRows'",
      );
      return Number(row?.value);
    };
    const cost = async (work: () => Promise<unknown>) => {
      const before = await rowsRead();
      await work();
      return (await rowsRead()) - before;
    };
    const pages = [WORKSPACES[0], NO_ID].map((workspace) => () => one.totals.ofLinks(linksOf(workspace), 'human'));
    const costs = async () => {
      const found: number[] = [];
      for (const page of pages) found.push(await cost(page));
      return found;
    };
    await insert(one, 1_000, 5_000, 'a few');
    await one.rollUp.runOnce();
    const few = await costs();
    await insert(one, 400_000, 6_000, 'many');
    await one.rollUp.runOnce();
    for (const [page, many] of (await costs()).entries()) expect(many).toBeLessThan(2 * (few[page] ?? 0) + 1_000);
    // The first sweep of a process looks for what one before it left.
    await one.rollUp.sweep();
    expect(await cost(() => one.rollUp.sweep())).toBeLessThan(1_000);
    await expectExact(one);
    // One click: its day is read, and no other.
    await insert(one, 1, 7_000, 'one', 1);
    const sweeps = async () => {
      for (let count = 0; count < 2; count += 1) await one.rollUp.sweep();
    };
    expect(await cost(sweeps)).toBeLessThan(400_000 / 2);
  }, 120_000);

  it('are without the days that are older than they are kept, though nothing of other days is written anew', async () => {
    const one = first();
    const limit = dayOf(NOON - DAY_MS);
    const clickOn = async (day: string, token: string) =>
      one.clickhouse.writer.command({
        query: `INSERT INTO clicks (event_id, clicked_at, workspace_id, link_id, visitor, kind)
          VALUES (generateUUIDv4(), '${day} 10:00:00', '${WORKSPACES[0]}', '${LINKS[0]}', 1, 'human')`,
        clickhouse_settings: insertSettings(token),
      });
    const kept = (table: string) =>
      one.clickhouse.select<{ partition: string; name: string }>(
        `SELECT partition, name FROM system.parts
         WHERE database = currentDatabase() AND table = '${table}' AND active AND rows > 0 ORDER BY name`,
      );
    const quarterOf = async (day: string) =>
      (await one.clickhouse.select<{ start: string }>(`SELECT toStartOfQuarter(toDate('${day}')) AS start`))[0]?.start;

    await insert(one, 200, 8_000, 'every day');
    for (const day of ['2019-12-31', '2020-01-31', '2020-02-01']) await clickOn(day, day);
    await run(one, "INSERT INTO click_days (workspace_id, day, run) VALUES (generateUUIDv4(), '2020-01-01', 1)");
    await run(one, "INSERT INTO click_days (workspace_id, day, run) VALUES (generateUUIDv4(), '2020-02-01', 1)");
    await one.rollUp.runOnce();
    await run(one, 'OPTIMIZE TABLE click_day_totals FINAL');
    const before = await kept('click_day_totals');
    expect(before.slice(0, 2).map(({ partition }) => partition)).toEqual(['2019-10-01', '2020-01-01']);
    expect((await one.looks.dropBefore('2020-02-01')).sort()).toEqual(['2019-12-31', '2020-01-31']);
    expect(await kept('click_day_totals')).toEqual(before.slice(1));
    expect((await kept('click_days')).map(({ partition }) => partition)).toEqual(['202002']);
    for (const process of processes) await expectExact(process);
    // Until its quarter is over there are still totals of the day that a late click comes to.
    await clickOn('2020-01-31', 'late');
    for (const process of processes) await expectExact(process);
    await one.rollUp.runOnce();
    for (const process of processes) await expectExact(process);

    expect(await one.looks.dropBefore(limit)).toHaveLength(DAYS);
    const days = await one.clickhouse.select('SELECT DISTINCT day FROM clicks ORDER BY day');
    expect(days).toEqual([{ day: limit }, { day: dayOf(NOON) }]);
    const start = (await quarterOf(limit)) ?? '';
    const left = await kept('click_day_totals');
    expect(left.filter(({ partition }) => partition < start)).toEqual([]);
    for (const process of processes) await expectExact(process);
    expect(await one.looks.dropBefore(limit)).toEqual([]);
    const changes = `SELECT command FROM system.mutations
      WHERE database = currentDatabase() AND table IN ('click_day_totals', 'click_total_looks')`;
    expect(await one.clickhouse.select(changes)).toEqual([]);
  });
});

import { afterAll, describe, expect, it } from '@jest/globals';
import { AppLogger, loadConfig } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { analyticsConfig } from '../src/config.js';
import { DayStates } from '../src/query/day-states.js';
import { dayOf } from '../src/query/days.js';
import type { Scope } from '../src/query/scope.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { aRow, NOW } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true, clickhouseServer: true });
const DAY_MS = 86_400_000;
const opened: ClickHouse[] = [];
afterAll(async () => {
  for (const clickhouse of opened) await clickhouse.close();
});

async function open(store: Record<string, string>) {
  const env = { NATS_URL: servers.natsUrl, VISITOR_SECRET: 'test', LOG_LEVEL: 'error', ...store };
  const config = loadConfig(analyticsConfig, env);
  const clickhouse = await ClickHouse.open(config, AppLogger.create('analytics', 'day-states', config));
  opened.push(clickhouse);
  const scope: Scope = { workspaceId: uuidv7(), linkId: uuidv7() };
  const states = new DayStates(clickhouse);
  const insert = (daysAgo: number, ids: readonly string[]) =>
    clickhouse.writer.insert({
      table: 'clicks',
      format: 'JSONEachRow',
      values: ids.map((event_id) =>
        aRow(daysAgo, { event_id, workspace_id: scope.workspaceId, link_id: scope.linkId ?? '' }),
      ),
    });
  const change = (query: string) =>
    clickhouse.writer.command({ query, clickhouse_settings: { mutations_sync: '1', alter_sync: '1' } });
  /** By days ago, of what has just been asked, which must be what the rows say. */
  const told = async () => {
    const days = await states.of(scope, NOW - 10 * DAY_MS, NOW + DAY_MS);
    const rows = await clickhouse.select<{ day: string; clicks: string }>(
      `SELECT day, count() AS clicks FROM clicks WHERE link_id = {link:UUID} GROUP BY day ORDER BY day
       SETTINGS optimize_use_projections = 0`,
      { link: scope.linkId },
    );
    expect(days.map(({ day, clicks }) => [day, clicks])).toEqual(rows.map(({ day, clicks }) => [day, Number(clicks)]));
    return days.map(({ day, clicks }) => [Math.round((Date.parse(dayOf(NOW)) - Date.parse(day)) / DAY_MS), clicks]);
  };
  return { scope, insert, change, told };
}

const ids = (count: number) => Array.from({ length: count }, () => uuidv7());

describe.each([
  ['the embedded engine', () => ({ CLICKHOUSE_PATH: servers.clickhousePath })],
  ['a ClickHouse server', () => ({ CLICKHOUSE_URL: servers.clickhouseServer.url })],
])('the clicks of each day on %s', (_name, store) => {
  it('are those that are stored, however they came, merged, changed or went', async () => {
    const { scope, insert, change, told } = await open(store());
    const late = ids(3);
    expect(await told()).toEqual([]);
    await insert(2, late);
    await insert(0, ids(2));
    expect(await told()).toEqual([
      [2, 3],
      [0, 2],
    ]);
    // To a day that was counted, and to one that had none.
    await insert(2, ids(1));
    await insert(5, ids(4));
    expect(await told()).toEqual([
      [5, 4],
      [2, 4],
      [0, 2],
    ]);
    // Clicks that are there twice count twice, until a merge leaves one of them.
    await insert(2, late);
    expect(await told()).toContainEqual([2, 7]);
    await change('OPTIMIZE TABLE clicks FINAL');
    expect(await told()).toContainEqual([2, 4]);
    await change(`ALTER TABLE clicks DELETE WHERE link_id = '${scope.linkId}' AND event_id = '${late[0]}'`);
    expect(await told()).toContainEqual([2, 3]);
    await change(`ALTER TABLE clicks DROP PARTITION '${dayOf(NOW - 5 * DAY_MS)}'`);
    expect(await told()).toEqual([
      [2, 3],
      [0, 2],
    ]);
    await insert(5, ids(4));
    expect(await told()).toContainEqual([5, 4]);
  });
});

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { AppLogger, loadConfig } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { analyticsConfig } from '../src/config.js';
import { ClickHouse } from '../src/store/clickhouse.js';

const servers = useServers({ clickhouse: true });
const config = () => {
  const env = { NATS_URL: 'nats://127.0.0.1:1', VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal' };
  return loadConfig(analyticsConfig, servers.env('analytics', env));
};
const open = () => ClickHouse.open(config(), AppLogger.create('analytics', 'test', config()));
let clickhouse: ClickHouse;

beforeEach(async () => {
  clickhouse = await open();
});
afterEach(() => clickhouse.close());

const typeOf = async (table: string, column: string): Promise<string | undefined> => {
  const [found] = await clickhouse.select<{ type: string }>(
    'SELECT type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} AND name = {column:String}',
    { table, column },
  );
  return found?.type;
};

it('what has as many values as there are links, pages or domains is plain text', async () => {
  const texts = ['code', 'host', 'referer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
  const types = await Promise.all(texts.map((column) => typeOf('clicks', column)));
  expect(types).toEqual(texts.map(() => 'String'));
  expect(await typeOf('click_days', 'value')).toBe('String');
});

it('the additions of a former release are the same in plain text', async () => {
  const key = "toUUID('00000000-0000-0000-0000-00000000000a'), toUUID('00000000-0000-0000-0000-00000000000b')";
  const rows = () =>
    clickhouse.select(
      `SELECT dimension, value, clicks FROM click_days WHERE (workspace_id, link_id) = (${key}) AND kind = ''
       AND day = '2026-11-01' AND value >= 'v' ORDER BY value`,
    );
  const run = (query: string) => clickhouse.writer.command({ query });
  await run('ALTER TABLE click_days MODIFY COLUMN value LowCardinality(String)');
  for (const first of [0, 100]) {
    await run(`INSERT INTO click_days SELECT ${key}, '', '2026-11-01', 1, 'referer', concat('v', toString(number)), '', number, number
               FROM numbers(${first}, 100)`);
  }
  const before = await rows();
  expect(before).toHaveLength(200);
  await run("ALTER TABLE schema_migrations DELETE WHERE id = '0008-plain-values' SETTINGS mutations_sync = 1");
  await clickhouse.close();
  clickhouse = await open();
  expect(await typeOf('click_days', 'value')).toBe('String');
  // Whether its parts are rewritten already or not.
  expect(await rows()).toEqual(before);
  await eventually(async () => {
    const [left] = await clickhouse.select<{ left: string }>(
      "SELECT count() AS left FROM system.mutations WHERE table = 'click_days' AND NOT is_done",
    );
    expect(Number(left?.left)).toBe(0);
  });
  expect(await rows()).toEqual(before);
});

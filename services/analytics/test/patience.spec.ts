import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppLogger, loadConfig, withDeadline } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { analyticsConfig } from '../src/config.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { STORES } from './analytics.harness.js';

describe.each(STORES)('on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    const config = loadConfig(analyticsConfig, servers.env('analytics', { VISITOR_SECRET: 'test' }));
    clickhouse = await ClickHouse.open(config, AppLogger.create('analytics', 'test', config));
  });

  afterAll(() => clickhouse.close());

  it('a query ends when nobody waits for it any more, and the next one has time of its own', async () => {
    const endless = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';
    await expect(withDeadline(Date.now() + 800, () => clickhouse.select(endless))).rejects.toMatchObject({
      code: 'service.timeout',
      status: 504,
    });
    // What the engine goes on with, it would go on with for hours: on the same connection nothing else would be answered.
    const limits = () =>
      clickhouse.select(
        "SELECT toString(getSetting('max_execution_time')) AS seconds, toString(getSetting('max_threads')) AS threads",
      );
    expect(await withDeadline(Date.now() + 3_500, limits)).toEqual([{ seconds: '4', threads: '2' }]);
    expect(await limits()).toEqual([{ seconds: '10', threads: '2' }]);
    await expect(withDeadline(Date.now() - 1, () => clickhouse.select('SELECT 1'))).rejects.toMatchObject({
      code: 'service.timeout',
    });
  });
});

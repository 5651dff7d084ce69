import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppLogger, loadConfig, withDeadline } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { analyticsConfig } from '../src/config.js';
import { KeptTotals } from '../src/query/kept-totals.js';
import { SingleTotals } from '../src/query/single-totals.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { STORES } from './analytics.harness.js';
import { Wire } from './wire.js';

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
    await expect(withDeadline(performance.now() + 800, () => clickhouse.select(endless))).rejects.toMatchObject({
      code: 'service.timeout',
      status: 504,
    });
    // What the engine goes on with, it would go on with for hours: on the same connection nothing else would be answered.
    const limits = () =>
      clickhouse.select(
        "SELECT toString(getSetting('max_execution_time')) AS seconds, toString(getSetting('max_threads')) AS threads",
      );
    expect(await withDeadline(performance.now() + 3_500, limits)).toEqual([{ seconds: '4', threads: '2' }]);
    expect(await limits()).toEqual([{ seconds: '10', threads: '2' }]);
    await expect(withDeadline(performance.now() - 1, () => clickhouse.select('SELECT 1'))).rejects.toMatchObject({
      code: 'service.timeout',
    });
  });
});

describe('on a server that hangs', () => {
  const servers = useServers({ clickhouseServer: true });
  let wire: Wire;
  let clickhouse: ClickHouse;

  beforeEach(async () => {
    wire = new Wire(new URL(servers.clickhouseServer.url));
    await wire.join();
    const env = { NATS_URL: 'nats://none', VISITOR_SECRET: 'test', CLICKHOUSE_URL: wire.url };
    const config = loadConfig(analyticsConfig, env);
    clickhouse = await ClickHouse.open(config, AppLogger.create('analytics', 'test', config));
  });

  afterEach(async () => {
    await wire.cut();
    await clickhouse.close();
  });

  it('totals hold up those of others for no longer than they are waited for', async () => {
    const totals = new KeptTotals(clickhouse);
    const asked = jest.spyOn(totals, 'ofLinks');
    const singles = new SingleTotals(totals);
    let underWay = 0;
    const ask = (patienceMs: number) => {
      underWay += 1;
      const link = { workspaceId: uuidv7(), linkId: uuidv7() };
      return withDeadline(performance.now() + patienceMs, () => singles.ofLink(link)).finally(() => (underWay -= 1));
    };
    expect(await ask(5_000)).toBe(0);
    wire.silence();
    const hanging: Promise<unknown>[] = [];
    for (let questions = 2; questions < 5; questions += 1) {
      hanging.push(ask(2_000).catch((error: unknown) => error));
      await eventually(() => expect(asked).toHaveBeenCalledTimes(questions));
    }
    // No more are asked at the same time: it waits until one of them is given up.
    hanging.push(ask(2_000).catch((error: unknown) => error));
    await eventually(() => expect(underWay).toBe(0), { timeoutMs: 12_000 });
    for (const answer of await Promise.all(hanging)) expect(answer).toMatchObject({ code: 'service.timeout' });
    await wire.cut();
    await wire.join();
    await eventually(async () => expect(await ask(5_000)).toBe(0));
  }, 60_000);

  it('falls silent in the middle of an answer: the query is given up all the same', async () => {
    wire.silenceAfter(1_000_000);
    const asked = performance.now();
    const answer = withDeadline(asked + 2_000, () =>
      clickhouse.select("SELECT repeat('x', 1000000) AS text FROM numbers(8)"),
    );
    await expect(answer).rejects.toMatchObject({ code: 'service.timeout' });
    expect(performance.now() - asked).toBeLessThan(10_000);
  }, 60_000);
});

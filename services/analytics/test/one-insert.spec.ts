import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { ClickRepository } from '../src/store/click.repository.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { aClick, ClickPublisher, heldShards, makeShards, STORES } from './analytics.harness.js';

const SHARDS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Two days: a token is known for each of them. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

describe.each(STORES)('the shards of a process, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let publisher: ClickPublisher;

  beforeAll(async () => {
    const more = { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal', CLICK_FLUSH_MS: '1000' };
    analytics = await startService(service, servers.env('analytics', more));
    publisher = await ClickPublisher.open(servers.natsUrl);
    await eventually(() => analytics.ready());
    await makeShards(publisher, SHARDS);
    await eventually(async () => (await heldShards(analytics, SHARDS)).length === SHARDS.length, { timeoutMs: 20_000 });
  }, 60_000);
  afterAll(() => publisher.close());
  afterEach(() => void jest.restoreAllMocks());

  const aLink = () => ({ workspace_id: uuidv7(), link_id: uuidv7() });
  type Link = ReturnType<typeof aLink>;
  const toAll = (link: Link) =>
    Promise.all(
      SHARDS.map((shard) => publisher.publish([aClick(link), aClick({ ...link, clicked_at: YESTERDAY })], { shard })),
    );
  const countedOf = async ({ link_id: link }: Link) => {
    const [row] = await analytics
      .get<ClickHouse>(ClickHouse)
      .select<{ clicks: number; ids: number }>(
        `SELECT toUInt32(count()) AS clicks, toUInt32(uniqExact(event_id)) AS ids FROM clicks WHERE link_id = '${link}'`,
      );
    return row;
  };
  const all = { clicks: 2 * SHARDS.length, ids: 2 * SHARDS.length };
  const clicks = () => analytics.get<ClickRepository>(ClickRepository);

  it('are stored by one insert', async () => {
    const insert = jest.spyOn(clicks(), 'insert');
    const links = [aLink(), aLink(), aLink()];
    for (const link of links) {
      await toAll(link);
      await eventually(async () => expect(await countedOf(link)).toEqual(all), { timeoutMs: 20_000 });
    }
    // Each on its own they would be twenty-four. On a busy machine some shards may come too late for the others.
    expect(insert.mock.calls.length).toBeLessThan((links.length * SHARDS.length * 3) / 4);
  });

  it.each([
    ['that was done', true],
    ['that was not done', false],
  ])('count once when there is no answer to an insert %s', async (_what, done) => {
    const store = clicks().insert.bind(clicks());
    let lost = 0;
    const isLost = (): boolean => lost > 0;
    jest.spyOn(clicks(), 'insert').mockImplementation(async (...given) => {
      // On a busy machine the first shards may go by themselves.
      const isOfSeveral = given[0].length > 2;
      if (isLost() || !isOfSeveral) return store(...given);
      lost = given[0].length;
      if (done) await store(...given);
      throw new Error('no answer');
    });
    for (let round = 0; round < 5 && !isLost(); round += 1) {
      const link = aLink();
      await toAll(link);
      await eventually(async () => expect(await countedOf(link)).toEqual(all), { timeoutMs: 20_000 });
    }
    expect(lost).toBeGreaterThan(2);
  });

  it('count once when an insert that was given up arrives all the same', async () => {
    const store = clicks().insert.bind(clicks());
    const late = Promise.withResolvers<void>();
    jest.spyOn(clicks(), 'insert').mockImplementationOnce(async (...given) => {
      void delay(1_000)
        .then(() => store(...given))
        .then(late.resolve, late.reject);
      throw new Error('no answer');
    });
    const link = aLink();
    await toAll(link);
    await eventually(async () => expect(await countedOf(link)).toEqual(all), { timeoutMs: 20_000 });
    await late.promise;
    expect(await countedOf(link)).toEqual(all);
  });
});

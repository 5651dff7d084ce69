import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AbTest,
  abTestResultsRpc,
  type Click,
  getLinksByIdsRpc,
  type Link,
  type RpcInput,
} from '@linkway/contracts';
import {
  AppError,
  defineService,
  Rpc,
  type RpcCall,
  RpcClient,
  type RunningService,
  serviceConfig,
} from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { aCaller, aClick, aLink, ClickPublisher, STORES } from './analytics.harness.js';

const there = new Map<string, Link>();

@Controller()
class LinksAnswers {
  @Rpc(getLinksByIdsRpc)
  byIds({ ids }: RpcInput<typeof getLinksByIdsRpc>, { caller }: RpcCall<typeof getLinksByIdsRpc>) {
    return {
      data: ids.flatMap((id) => there.get(id) ?? []).filter((link) => link.workspace_id === caller.workspace_id),
    };
  }
}
@Module({ controllers: [LinksAnswers] })
class LinksModule {}

const DAY_MS = 86_400_000;
/** Noon of a UTC day that is over, so that no test runs over midnight. */
const noon = (daysAgo: number): number =>
  Date.parse(`${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`);
const SINCE = new Date(noon(9)).toISOString();

describe.each(STORES)('results of an A/B test, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let publisher: ClickPublisher;

  beforeAll(async () => {
    analytics = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal' }));
    await startService(
      defineService({ name: 'links', config: serviceConfig({}), module: LinksModule }),
      servers.env('neighbours'),
    );
    publisher = await ClickPublisher.open(servers.natsUrl);
    await eventually(() => analytics.ready());
  }, 60_000);
  afterAll(() => publisher.close());

  /** A link with a test, and its goal. */
  function aTest(more: Partial<AbTest> = {}) {
    const [workspace, link, goal] = [uuidv7(), uuidv7(), uuidv7()];
    const ab_test = {
      url_b: 'https://b.example.com/',
      percent_b: 30,
      sticky: false,
      goal_link_id: goal,
      since: SINCE,
      ...more,
    };
    there.set(link, { ...aLink(link, workspace, uuidv7()), ab_test });
    there.set(goal, { ...aLink(goal, workspace, uuidv7()), title: 'Buy', short_url: 'http://go.example/buy' });
    let clicks = 0;
    const publish = async (all: Partial<Click>[]) => {
      clicks += all.length;
      for (let at = 0; at < all.length; at += 500) {
        await publisher.publish(all.slice(at, at + 500).map((one) => aClick({ workspace_id: workspace, ...one })));
      }
      await eventually(async () => {
        const [row] = await analytics
          .get(ClickHouse)
          .select<{ clicks: string }>('SELECT count() AS clicks FROM clicks WHERE link_id IN ({ids:Array(UUID)})', {
            ids: [link, goal],
          });
        expect(Number(row?.clicks)).toBe(clicks);
      });
    };
    const visit = (who: number, variant: 'a' | 'b', at: number, extra: Partial<Click> = {}): Partial<Click> => ({
      link_id: link,
      rule: `ab:${variant}`,
      ip: `10.${who >> 16}.${(who >> 8) & 255}.${who & 255}`,
      clicked_at: new Date(at).toISOString(),
      ...extra,
    });
    const reach = (who: number, at: number, extra: Partial<Click> = {}): Partial<Click> => ({
      ...visit(who, 'a', at),
      link_id: goal,
      rule: 'default',
      ...extra,
    });
    const results = (who = workspace) =>
      analytics
        .get<RpcClient>(RpcClient)
        .call(abTestResultsRpc, { id: link }, { caller: aCaller(who), timeoutMs: 20_000 });
    const counts = async () =>
      (await results()).variants.map(({ clicks, people, conversions }) => [clicks, people, conversions]);
    return { workspace, link, goal, publish, visit, reach, results, counts };
  }

  it('count people, clicks and who reached the goal afterwards on the same day, exactly', async () => {
    const { publish, visit, reach, counts, results, link } = aTest();
    const day = noon(3);
    await publish([
      // Two clicks of one, who reaches the goal twice.
      visit(1, 'a', day),
      visit(1, 'a', day + 1_000),
      reach(1, day + 2_000),
      reach(1, day + 3_000),
      // The goal first, at once, and never.
      visit(2, 'a', day),
      reach(2, day - 1),
      visit(3, 'b', day),
      reach(3, day),
      visit(4, 'b', day),
      // On the next day, though not by a visit of that day.
      visit(5, 'b', day),
      reach(5, day + DAY_MS),
      // One who comes on two days is two.
      visit(6, 'b', day),
      visit(6, 'b', day + DAY_MS),
      reach(6, day + DAY_MS + 5),
      // Led to both on one day: of the first.
      visit(7, 'b', day + 500),
      visit(7, 'a', day + 900),
      reach(7, day + 950),
      // Whoever took no part, and whoever came to the goal by themselves.
      visit(8, 'a', day, { rule: 'device:mobile' }),
      reach(8, day + 5),
      reach(9, day),
    ]);
    expect(await counts()).toEqual([
      [4, 2, 1],
      [6, 6, 2],
    ]);
    expect(await results()).toMatchObject({
      since: SINCE,
      from: SINCE,
      goal: { short_url: 'http://go.example/buy', title: 'Buy' },
      variants: [
        { variant: 'a', url: there.get(link)?.original_url, percent: 70, rate: 0.5 },
        { variant: 'b', url: 'https://b.example.com/', percent: 30, rate: 1 / 3 },
      ],
      verdict: 'not_enough',
      p_value: null,
      least_people: 100,
    });
  });

  it('leave out programs, what was before the test was changed, and other workspaces', async () => {
    const { publish, visit, reach, counts, link, results } = aTest();
    const robot = { user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
    await publish([
      visit(1, 'a', Date.parse(SINCE) - 1),
      visit(1, 'a', Date.parse(SINCE)),
      visit(2, 'b', Date.parse(SINCE) - DAY_MS),
      visit(3, 'b', noon(2), robot),
      visit(4, 'b', noon(2)),
      reach(4, noon(2) + 5, robot),
      visit(5, 'b', noon(2), { workspace_id: uuidv7() }),
      // Of right now, by a clock that is a little ahead.
      visit(6, 'a', Date.now() + 2_000),
    ]);
    expect(await counts()).toEqual([
      [2, 2, 0],
      [1, 1, 0],
    ]);
    const stranger = await results(uuidv7()).catch((error: unknown) => error);
    expect(stranger).toMatchObject({ code: 'links.not_found' });
    there.set(link, { ...(there.get(link) as Link), ab_test: null });
    const none = await results().catch((error: unknown) => error);
    expect(none).toBeInstanceOf(AppError);
    expect(none).toMatchObject({ code: 'links.ab_test_not_found', status: 404 });
  });

  it('look back ninety days of a test that runs for longer', async () => {
    const { publish, visit, counts, results } = aTest({ since: new Date(noon(200)).toISOString() });
    await publish([visit(1, 'a', noon(89)), visit(2, 'a', noon(90))]);
    expect(await counts()).toEqual([
      [1, 1, 0],
      [0, 0, 0],
    ]);
    const { since, from } = await results();
    expect([since, from]).toEqual([new Date(noon(200)).toISOString(), new Date(noon(89) - DAY_MS / 2).toISOString()]);
  });

  it('say which one is better once there is enough, of whichever days', async () => {
    const { publish, visit, reach, results } = aTest();
    const people = Array.from({ length: 1_200 }, (_, who) => who);
    const at = (who: number) => noon(1 + (who % 5)) + who;
    const isWithB = (who: number) => who % 3 === 0;
    // 800 with A, of whom 80 reach the goal; 400 with B, of whom 100 do.
    const reaches = (who: number) => (isWithB(who) ? (who / 3) % 4 === 0 : Math.floor(who / 3) % 10 === 0);
    const clicks = people.flatMap((who) => [
      visit(who, isWithB(who) ? 'b' : 'a', at(who)),
      ...(reaches(who) ? [reach(who, at(who) + 60_000)] : []),
    ]);
    await publish(clicks);
    const found = await results();
    expect(
      found.variants.map(({ clicks: all, people: each, conversions, rate }) => [all, each, conversions, rate]),
    ).toEqual([
      [800, 800, 80, 0.1],
      [400, 400, 100, 0.25],
    ]);
    expect(found).toMatchObject({ verdict: 'b_better', uplift: 1.5 });
    expect(found.p_value).toBeGreaterThan(0);
    expect(found.p_value).toBeLessThan(1e-9);
  });

  it('without a goal, or with one that is gone, say what can be said', async () => {
    const bare = aTest({ goal_link_id: null });
    await bare.publish([bare.visit(1, 'a', noon(1)), bare.visit(2, 'b', noon(1)), bare.reach(2, noon(1) + 5)]);
    expect(await bare.results()).toMatchObject({
      goal_link_id: null,
      goal: null,
      verdict: 'no_goal',
      uplift: null,
      variants: [
        { people: 1, conversions: 0, rate: null },
        { people: 1, conversions: 0, rate: null },
      ],
    });
    const gone = aTest();
    await gone.publish([gone.visit(1, 'b', noon(1)), gone.reach(1, noon(1) + 5)]);
    there.delete(gone.goal);
    expect(await gone.results()).toMatchObject({ goal_link_id: gone.goal, goal: null, verdict: 'not_enough' });
    expect(await gone.counts()).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
  });
});

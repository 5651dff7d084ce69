import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changedTotalsRpc, totalsChanged } from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { ChangedTotals } from '../src/changed-totals/changed-totals.service.js';
import { service } from '../src/main.js';
import { LookRepository } from '../src/roll-up/look.repository.js';
import { RollUpService } from '../src/roll-up/roll-up.service.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { aClick, ClickPublisher, STORES } from './analytics.harness.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const WORKSPACE = uuidv7();
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe.each(STORES)('totals that have changed, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let publisher: ClickPublisher;
  /** A copy as links keeps it. */
  const copy = new Map<string, number>();
  let next: string | null = null;

  beforeAll(async () => {
    const more = { VISITOR_SECRET: 'test', ROLL_UP_SWEEP_MS: '3600000' };
    analytics = await startService(service, servers.env('analytics', more));
    publisher = await ClickPublisher.open(servers.natsUrl);
    const manager = await publisher.manager();
    await eventually(() => manager.streams.info('CLICKS_0'));
    const byDay = "SELECT 1 FROM system.tables WHERE name = 'clicks' AND partition_key = 'day'";
    await eventually(async () => (await clickhouse().select(byDay)).length > 0);
  }, 60_000);
  afterAll(() => publisher.close());

  const clickhouse = () => analytics.get<ClickHouse>(ClickHouse);
  const totals = () => analytics.get<ChangedTotals>(ChangedTotals);

  async function clicked(times: readonly string[], more: Partial<Parameters<typeof aClick>[0]> = {}) {
    const link_id = uuidv7();
    const clicks = times.map((clicked_at) => aClick({ link_id, clicked_at, workspace_id: WORKSPACE, ...more }));
    await publisher.publish(clicks);
    const ids = clicks.map(({ event_id }) => `'${event_id}'`).join(',');
    await eventually(async () =>
      expect(await clickhouse().select(`SELECT 1 FROM clicks WHERE event_id IN (${ids})`)).toHaveLength(clicks.length),
    );
    return clicks[0]?.link_id ?? '';
  }

  /** All that is told now, portion by portion; `between` happens after the first. */
  async function follow(limit = 1_000, between = async () => {}): Promise<string[]> {
    const told: string[] = [];
    for (let portion = 0; ; portion += 1) {
      const answer = await totals().since(next, limit);
      expect(answer.data.length).toBeLessThanOrEqual(limit);
      for (const { link_id, clicks } of answer.data) {
        copy.set(link_id, clicks);
        told.push(link_id);
      }
      next = answer.next;
      if (!answer.has_more) return told;
      if (portion === 0) await between();
    }
  }

  it('are told once, those of people, and hinted at when they come', async () => {
    const heard = await publisher.listen(`${totalsChanged.subject}.all`);
    const [one, other] = [await clicked([daysAgo(3), daysAgo(0)]), await clicked([daysAgo(1)])];
    await clicked([daysAgo(0)], { link_id: one, user_agent: GOOGLEBOT });
    await clicked([daysAgo(0)], { workspace_id: null });
    expect(heard.length).toBeGreaterThan(0);
    const answer = await analytics.get<RpcClient>(RpcClient).call(changedTotalsRpc, { since: null });
    expect(answer).toMatchObject({ has_more: false, as_of: expect.any(String) });
    expect((await follow()).sort()).toEqual([one, other].sort());
    expect([copy.get(one), copy.get(other)]).toEqual([2, 1]);
    expect(await follow()).toEqual([]);
    await clicked([daysAgo(3)], { link_id: other });
    expect(await follow()).toContain(other);
    expect(copy.get(other)).toBe(2);
  });

  it('are told in portions that miss nothing, whatever comes and is merged meanwhile', async () => {
    const workspace_id = uuidv7();
    const links: string[] = [];
    for (let n = 0; n < 7; n += 1) links.push(await clicked([daysAgo(n % 3)], { workspace_id }));
    const [first = ''] = links;
    const told = await follow(2, async () => {
      await clicked([daysAgo(0), daysAgo(0)], { link_id: first, workspace_id });
      await clickhouse().background.command({ query: 'OPTIMIZE TABLE clicks FINAL' });
    });
    expect(told).toEqual(expect.arrayContaining(links));
    await follow(3);
    expect(links.map((link) => copy.get(link))).toEqual([3, 1, 1, 1, 1, 1, 1]);
    // What is added up counts as well.
    await analytics.get<RollUpService>(RollUpService).runOnce();
    await clicked([daysAgo(1)], { link_id: first, workspace_id });
    await follow();
    expect(copy.get(first)).toBe(4);
  });

  it('are told when days leave, of links that have no other clicks too', async () => {
    const [old, both] = [await clicked([daysAgo(40)]), await clicked([daysAgo(40), daysAgo(0)])];
    await analytics.get<RollUpService>(RollUpService).runOnce();
    await follow();
    expect([copy.get(old), copy.get(both)]).toEqual([1, 2]);
    await new LookRepository(clickhouse()).dropBefore(daysAgo(30).slice(0, 10));
    expect(await follow()).toEqual(expect.arrayContaining([old, both]));
    expect([copy.get(old), copy.get(both)]).toEqual([0, 1]);
    expect(await follow()).toEqual([]);
  });

  it('are told anew to whoever lost how far it was told', async () => {
    copy.clear();
    next = 'something else';
    await follow();
    const rows = await clickhouse().select<{ link: string; clicks: string }>(
      `SELECT link_id AS link, countIf(kind = 'human') AS clicks FROM clicks
       WHERE workspace_id != toUUID('00000000-0000-0000-0000-000000000000') GROUP BY link_id`,
    );
    expect(Object.fromEntries(copy)).toEqual(
      Object.fromEntries(rows.map(({ link, clicks }) => [link, Number(clicks)])),
    );
  });
});

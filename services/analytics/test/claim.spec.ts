import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { claimClicksRpc, clicksStored, guestTotalsRpc, linkTotalsRpc } from '@linkway/contracts';
import { AppError, RpcClient, type RunningService, withDeadline } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { ClaimedClicks } from '../src/claim/claimed-clicks.js';
import { MOST_AT_ONCE } from '../src/claim/portions.js';
import { ClickSignals } from '../src/ingest/click-signals.js';
import { service } from '../src/main.js';
import { RollUpService } from '../src/roll-up/roll-up.service.js';
import { NO_ID } from '../src/store/click.row.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { Asker, aCaller, aClick, ClickPublisher, STORES } from './analytics.harness.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const RANGE = { from: daysAgo(90), interval: 'day', kind: 'human' } as const;
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe.each(STORES)('clicks of guests’ links, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let publisher: ClickPublisher;
  let ask: Asker;

  beforeAll(async () => {
    const more = { VISITOR_SECRET: 'test', ROLL_UP_MIN_CLICKS: '3', ROLL_UP_SWEEP_MS: '3600000' };
    analytics = await startService(service, servers.env('analytics', more));
    publisher = await ClickPublisher.open(servers.natsUrl);
    ask = new Asker(analytics);
  }, 60_000);
  afterAll(() => publisher.close());
  afterEach(() => void jest.restoreAllMocks());

  const rpc = () => analytics.get<RpcClient>(RpcClient);
  const clickhouse = () => analytics.get<ClickHouse>(ClickHouse);
  const created_at = daysAgo(40);

  async function clicked(link_id: string, workspace_id: string | null, times: readonly string[], agent?: string) {
    const clicks = times.map((clicked_at) =>
      aClick({ link_id, workspace_id, clicked_at, ...(agent && { user_agent: agent }) }),
    );
    await publisher.publish(clicks);
    const ids = clicks.map(({ event_id }) => `'${event_id}'`).join(',');
    await eventually(async () => {
      const [row] = await clickhouse().select<{ clicks: string }>(
        `SELECT count() AS clicks FROM clicks WHERE event_id IN (${ids})`,
      );
      expect(Number(row?.clicks)).toBeGreaterThanOrEqual(clicks.length);
    });
    return clicks;
  }

  const claim = async (workspace_id: string, ...ids: string[]) => {
    const links = ids.map((link_id) => ({ link_id, workspace_id, created_at }));
    return (await rpc().call(claimClicksRpc, { links })).clicks;
  };
  const totalOf = async (workspace: string, link: string, kind?: 'human') => {
    const question = { link_ids: [link, uuidv7()], ...(kind && { kind }) };
    const { data } = await rpc().call(linkTotalsRpc, question, { caller: aCaller(workspace) });
    return data.find(({ link_id }) => link_id === link)?.clicks ?? 0;
  };
  const ofGuests = async (...link_ids: string[]) => {
    const { data } = await rpc().call(guestTotalsRpc, { link_ids });
    return Object.fromEntries(data.map(({ link_id, clicks }) => [link_id, clicks]));
  };

  it('are told by link, those of people alone', async () => {
    const [one, other, owned] = [uuidv7(), uuidv7(), uuidv7()];
    await clicked(one, null, [daysAgo(30), daysAgo(1), daysAgo(0)]);
    await clicked(one, null, [daysAgo(0)], GOOGLEBOT);
    await clicked(owned, uuidv7(), [daysAgo(0)]);
    expect(await ofGuests(one, other, owned)).toEqual({ [one]: 3 });
  });

  it('count for the workspace that claims the link, each once, on their own days', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    const times = [daysAgo(35), daysAgo(35), daysAgo(5), daysAgo(0)];
    await clicked(link, null, times);
    await clicked(link, null, [daysAgo(5)], GOOGLEBOT);
    await clicked(link, workspace, [daysAgo(5), daysAgo(0)]);
    await analytics.get<RollUpService>(RollUpService).runOnce();
    expect(await totalOf(workspace, link)).toBe(2);

    expect(await claim(workspace, link)).toBe(5);
    expect(await totalOf(workspace, link)).toBe(7);
    expect(await totalOf(workspace, link, 'human')).toBe(6);
    const overview = await ask.workspace(workspace, RANGE);
    expect(overview).toMatchObject({
      total_clicks: 6,
      analytics: { total: 6 },
      top_links: [{ link_id: link, clicks: 6 }],
    });
    const { series } = await ask.link(workspace, link, RANGE);
    expect(series.filter((point) => point.clicks > 0).map((point) => point.clicks)).toEqual([2, 2, 2]);

    // Once more, as after an answer that was lost: nothing is left.
    expect(await claim(workspace, link)).toBe(0);
    await analytics.get<RollUpService>(RollUpService).runOnce();
    expect(await totalOf(workspace, link)).toBe(7);
    expect((await ask.workspace(workspace, RANGE)).total_clicks).toBe(6);
  });

  it('that come late are taken over the next time, and those that come again are not', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    const [first] = await clicked(link, null, [daysAgo(2)]);
    expect(await claim(workspace, link)).toBe(1);
    await clicked(link, null, [daysAgo(2), daysAgo(1)]);
    await publisher.publish([first as NonNullable<typeof first>]);
    await clicked(link, null, [daysAgo(0)]);
    expect(await claim(workspace, link)).toBe(3);
    expect(await totalOf(workspace, link)).toBe(4);
  });

  it('of which one more comes late on the same day are all taken over', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    await clicked(link, null, [daysAgo(2)]);
    expect(await claim(workspace, link)).toBe(1);
    await clicked(link, null, [daysAgo(2)]);
    // One as before: what tells this copy from the first are the clicks themselves.
    expect(await claim(workspace, link)).toBe(1);
    expect(await totalOf(workspace, link)).toBe(2);
  });

  it('are compared one by one on those days alone on which some are missing', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    await clicked(link, null, [daysAgo(5), daysAgo(4), daysAgo(4), daysAgo(3), daysAgo(2)]);
    await clicked(link, null, [daysAgo(1)]);
    expect(await claim(workspace, link)).toBe(6);
    const query = jest.spyOn(clickhouse().background, 'query');
    const compared = () => {
      const asked = query.mock.calls.map(([question]) => question);
      query.mockClear();
      return asked.filter((one) => one.query.includes('NOT IN')).map((one) => one.query_params?.days);
    };
    expect(await claim(workspace, link)).toBe(0);
    expect(compared()).toEqual([]);

    const dayOf = (days: number) => daysAgo(days).slice(0, 10);
    await clicked(link, null, [daysAgo(4)]);
    // As many as the guest's, and not the same.
    await clicked(link, null, [daysAgo(2)]);
    await clicked(link, workspace, [daysAgo(2)]);
    await clicked(link, workspace, [daysAgo(0)]);
    expect(await claim(workspace, link)).toBe(2);
    expect(compared()).toEqual([[dayOf(4), dayOf(2)]]);
    expect(await totalOf(workspace, link)).toBe(10);
    expect(await claim(workspace, link)).toBe(0);
    expect(compared()).toEqual([[dayOf(2)]]);
  });

  it('are those of the links that are named, and of no others', async () => {
    const [workspace, link, left] = [uuidv7(), uuidv7(), uuidv7()];
    await clicked(link, null, [daysAgo(1)]);
    await clicked(left, null, [daysAgo(1)]);
    expect(await claim(workspace, link, uuidv7())).toBe(1);
    expect(await totalOf(workspace, left)).toBe(0);
    expect((await ask.workspace(workspace)).total_clicks).toBe(1);
  });

  it('are copied once though two processes do it at the same time, and after one that was cut off', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    await clicked(link, null, [daysAgo(3), daysAgo(2), daysAgo(2), daysAgo(1)]);
    const another = new ClaimedClicks(clickhouse(), analytics.get<ClickSignals>(ClickSignals));
    const from = { linkId: link, workspaceId: workspace, createdAt: new Date(created_at) };
    // Both have looked before either has copied.
    const { command } = clickhouse().background;
    let both = 0;
    const met = Promise.withResolvers<void>();
    jest.spyOn(clickhouse().background, 'command').mockImplementation(async (...args) => {
      both += 1;
      if (both === 2) met.resolve();
      await met.promise;
      return command.apply(clickhouse().background, args);
    });
    await Promise.all([analytics.get<ClaimedClicks>(ClaimedClicks).copy(from), another.copy(from)]);
    jest.restoreAllMocks();
    expect(await totalOf(workspace, link)).toBe(4);

    const [cut, other] = [uuidv7(), uuidv7()];
    const clicks = await clicked(cut, null, [daysAgo(3), daysAgo(2), daysAgo(1)]);
    await clicked(cut, other, []);
    await publisher.publish([{ ...clicks[1], workspace_id: other } as (typeof clicks)[number]]);
    await eventually(async () => expect(await totalOf(other, cut)).toBe(1));
    expect(await claim(other, cut)).toBe(2);
    expect(await totalOf(other, cut)).toBe(3);
  });

  it('are copied as far as the time of whoever asks suffices', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    await clicked(link, null, [daysAgo(1)]);
    const from = { linkId: link, workspaceId: workspace, createdAt: new Date(created_at) };
    const copying = () => analytics.get<ClaimedClicks>(ClaimedClicks).copy(from);
    // The next question must not meet a statement that still runs.
    const late = withDeadline(performance.now() + 5_000, copying);
    await expect(late).rejects.toMatchObject({ code: 'service.timeout' });
    expect(await totalOf(workspace, link)).toBe(0);
    expect(await withDeadline(performance.now() + 30_000, copying)).toBe(1);
  });

  it('are told to open pages', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    await clicked(link, null, [daysAgo(1)]);
    const told = await publisher.listen(`${clicksStored.subject}.${workspace}`);
    await claim(workspace, link);
    await eventually(() => expect(told).toEqual([JSON.stringify({ link_ids: [link] })]));
    await claim(workspace, link);
    await publisher.listen('nothing.more');
    expect(told).toHaveLength(1);
  });

  it('are copied some at a time, however many there are on a day, or in a minute of it', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    const day = daysAgo(3).slice(0, 10);
    const times = ['intDiv(number * 86400, 250000)', '43200 + number % 60'];
    for (const seconds of times) {
      await clickhouse().background.command({
        query: `INSERT INTO clicks (event_id, clicked_at, workspace_id, link_id, kind)
          SELECT generateUUIDv4(), toDateTime64('${day} 00:00:00', 3, 'UTC') + toIntervalSecond(${seconds}), toUUID('${NO_ID}'),
            toUUID('${link}'), 'human' FROM numbers(250000)`,
        clickhouse_settings: { insert_deduplication_token: seconds },
      });
    }
    const from = { linkId: link, workspaceId: workspace, createdAt: new Date(created_at) };
    // However long it takes.
    const copy = () => analytics.get<ClaimedClicks>(ClaimedClicks).copy(from);
    const query = jest.spyOn(clickhouse().background, 'query');
    expect(await copy()).toBe(500_000);
    const compared = query.mock.calls.map(([asked]) => asked).filter((asked) => asked.query.includes('NOT IN'));
    expect(compared.length).toBeGreaterThanOrEqual(4);
    for (const { query_params: portion } of compared) {
      const [row] = await clickhouse().select<{ clicks: string }>(
        `SELECT count() AS clicks FROM clicks WHERE workspace_id = toUUID('${NO_ID}') AND link_id = {link:UUID}
           AND toUnixTimestamp64Milli(clicked_at) >= {from:Int64} AND toUnixTimestamp64Milli(clicked_at) < {until:Int64}`,
        { link, from: portion?.from, until: portion?.until },
      );
      expect(Number(row?.clicks)).toBeLessThanOrEqual(MOST_AT_ONCE);
    }
    expect(await totalOf(workspace, link)).toBe(500_000);

    query.mockClear();
    await clicked(link, null, [`${day}T23:59:59.000Z`]);
    expect(await copy()).toBe(1);
    const again = query.mock.calls.filter(([asked]) => asked.query.includes('NOT IN'));
    expect(again).toHaveLength(1);
  }, 120_000);

  it('are told to open pages as far as they were copied, also where the rest was not', async () => {
    const [link, workspace] = [uuidv7(), uuidv7()];
    await clickhouse().background.command({
      query: `INSERT INTO clicks (event_id, clicked_at, workspace_id, link_id, kind)
        SELECT generateUUIDv4(), now() - INTERVAL 2 DAY, toUUID('${NO_ID}'), toUUID('${link}'), 'human' FROM numbers(200000)`,
    });
    await clicked(link, null, [daysAgo(1)]);
    const told = await publisher.listen(`${clicksStored.subject}.${workspace}`);
    const { command } = clickhouse().background;
    const copied = jest.spyOn(clickhouse().background, 'command').mockImplementation(async (...args) => {
      if (copied.mock.calls.length > 1) throw new AppError('service.timeout');
      return command.apply(clickhouse().background, args);
    });
    await expect(claim(workspace, link)).rejects.toMatchObject({ code: 'service.timeout' });
    await eventually(() => expect(told).toEqual([JSON.stringify({ link_ids: [link] })]));
    expect(await totalOf(workspace, link)).toBe(200_000);
    jest.restoreAllMocks();
    expect(await claim(workspace, link)).toBe(1);
  });
});

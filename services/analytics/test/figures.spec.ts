import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Analytics, Click, RangeQuery } from '@linkway/contracts';
import { AppError, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { RollUpService } from '../src/roll-up/roll-up.service.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { Asker, aClick, ClickPublisher, STORES } from './analytics.harness.js';

describe.each(STORES)('on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let publisher: ClickPublisher;
  let ask: Asker;

  beforeAll(async () => {
    const env = servers.env('analytics', {
      VISITOR_SECRET: 'test',
      ROLL_UP_MIN_CLICKS: '3',
      ROLL_UP_SWEEP_MS: '3600000',
    });
    analytics = await startService(service, env);
    publisher = await ClickPublisher.open(servers.natsUrl);
    ask = new Asker(analytics);
  });

  afterAll(async () => {
    await publisher.close();
  });

  const aLink = () => ({ workspace_id: uuidv7(), link_id: uuidv7() });

  async function publishAll(link: ReturnType<typeof aLink>, clicks: Partial<Click>[]): Promise<void> {
    await publisher.publish(clicks.map((click) => aClick({ ...link, ...click })));
    await eventually(async () => {
      const { data } = await totals(link);
      expect(data[0]?.clicks).toBe(clicks.length);
    });
  }

  const totals = async (link: ReturnType<typeof aLink>) => ({
    data: await analytics
      .get(ClickHouse)
      .select<{ clicks: number }>('SELECT toUInt32(count()) AS clicks FROM clicks WHERE link_id = {link:UUID}', {
        link: link.link_id,
      }),
  });

  const filled = (answer: Analytics) =>
    answer.series.filter((point) => point.clicks > 0).map(({ time, clicks, unique }) => [time, clicks, unique]);

  describe('series', () => {
    const link = aLink();
    const at = (...times: string[]) => times.map((clicked_at) => ({ clicked_at }));

    beforeAll(() =>
      publishAll(
        link,
        at(
          '2026-03-07T23:30:00.000Z',
          '2026-03-08T05:00:00.000Z',
          '2026-03-08T06:30:00.000Z',
          '2026-03-08T07:30:00.000Z',
          '2026-03-09T03:59:59.999Z',
          '2026-03-09T04:00:00.000Z',
          '2026-10-31T18:29:59.999Z',
          '2026-10-31T18:30:00.000Z',
        ),
      ),
    );

    it('has a day of 23 hours where clocks are put forward', async () => {
      const range = { timezone: 'America/New_York', from: '2026-03-07', to: '2026-03-10' } as const;
      const days = await ask.link(link.workspace_id, link.link_id, { ...range, interval: 'day' });
      expect(days.series).toEqual([
        { time: '2026-03-07T05:00:00.000Z', clicks: 1, unique: 1 },
        { time: '2026-03-08T05:00:00.000Z', clicks: 4, unique: 2 },
        { time: '2026-03-09T04:00:00.000Z', clicks: 1, unique: 1 },
      ]);
      const hours = await ask.link(link.workspace_id, link.link_id, { ...range, interval: 'hour' });
      expect(hours.series).toHaveLength(24 + 23 + 24);
      expect(filled(hours).map(([time]) => time)).toEqual([
        '2026-03-07T23:00:00.000Z',
        '2026-03-08T05:00:00.000Z',
        '2026-03-08T06:00:00.000Z',
        '2026-03-08T07:00:00.000Z',
        '2026-03-09T03:00:00.000Z',
        '2026-03-09T04:00:00.000Z',
      ]);
    });

    it('cuts days and hours where a half-hour zone has them', async () => {
      const range = { timezone: 'Asia/Kolkata', from: '2026-10-31', to: '2026-11-02' } as const;
      const days = await ask.link(link.workspace_id, link.link_id, { ...range, interval: 'day' });
      expect(filled(days)).toEqual([
        ['2026-10-30T18:30:00.000Z', 1, 1],
        ['2026-10-31T18:30:00.000Z', 1, 1],
      ]);
      const hours = await ask.link(link.workspace_id, link.link_id, { ...range, interval: 'hour' });
      expect(filled(hours)).toEqual([
        ['2026-10-31T17:30:00.000Z', 1, 1],
        ['2026-10-31T18:30:00.000Z', 1, 1],
      ]);
    });

    it('begins weeks on Monday and months on the first', async () => {
      const range = { timezone: 'UTC', from: '2026-03-01', to: '2026-12-01' } as const;
      const weeks = await ask.link(link.workspace_id, link.link_id, { ...range, interval: 'week' });
      expect(weeks.series[0]?.time).toBe('2026-02-23T00:00:00.000Z');
      expect(filled(weeks)).toEqual([
        ['2026-03-02T00:00:00.000Z', 4, 2],
        ['2026-03-09T00:00:00.000Z', 2, 1],
        ['2026-10-26T00:00:00.000Z', 2, 1],
      ]);
      const months = await ask.link(link.workspace_id, link.link_id, { ...range, interval: 'month' });
      expect(months.series).toHaveLength(9);
      expect(filled(months)).toEqual([
        ['2026-03-01T00:00:00.000Z', 6, 3],
        ['2026-10-01T00:00:00.000Z', 2, 1],
      ]);
      expect(months).toMatchObject({ total: 8, unique: 4 });
    });

    it('takes in the first moment of a period and leaves out its last', async () => {
      const range = { timezone: 'UTC', from: '2026-03-09T03:59:59.999Z', to: '2026-03-09T04:00:00.000Z' } as const;
      expect((await ask.link(link.workspace_id, link.link_id, range)).total).toBe(1);
    });
  });

  describe('days that were added up', () => {
    const ranges: Partial<RangeQuery>[] = [
      { timezone: 'UTC' },
      { timezone: 'Asia/Ho_Chi_Minh' },
      { timezone: 'America/New_York', interval: 'hour' },
      { timezone: 'Asia/Kathmandu', interval: 'hour' },
      { timezone: 'Asia/Kathmandu', interval: 'day' },
      { timezone: 'Australia/Lord_Howe', interval: 'week' },
      { timezone: 'UTC', interval: 'month', kind: 'human' },
      { timezone: 'Europe/Berlin', interval: 'day', kind: 'bot' },
      { timezone: 'UTC', from: ago(8.4), to: ago(2.2) },
    ];

    it('answer exactly as the clicks do, for a link and for a workspace', async () => {
      const link = aLink();
      const clicks = Array.from({ length: 120 }, (_, index) => ({
        clicked_at: ago(((index * 7919) % 12_000) / 1_000),
        ip: `113.160.0.${index % 9}`,
        user_agent: index % 5 === 0 ? 'Googlebot/2.1' : aClick().user_agent,
        referer: index % 3 === 0 ? `https://site${index % 4}.example/` : '',
        query: index % 4 === 0 ? `utm_campaign=spring${index % 2}` : '',
      }));
      await publishAll(link, clicks);
      const answers = async () => ({
        link: await Promise.all(
          ranges.map(async (range) => ofAnyMoment(await ask.link(link.workspace_id, link.link_id, pin(range)))),
        ),
        workspace: await Promise.all(
          ranges.map(async (range) => {
            const { analytics, ...rest } = await ask.workspace(link.workspace_id, pin(range));
            return { ...rest, analytics: ofAnyMoment(analytics) };
          }),
        ),
      });
      const counted = await answers();
      await analytics.get(RollUpService).runOnce();
      const [runs] = await analytics
        .get(ClickHouse)
        .select<{ days: number }>(
          'SELECT toUInt32(count()) AS days FROM click_day_runs WHERE workspace_id = {w:UUID}',
          {
            w: link.workspace_id,
          },
        );
      expect(runs?.days).toBeGreaterThan(20);
      expect(await answers()).toEqual(counted);
      expect(counted.link[0]?.total).toBe(120);
    });

    it('tell the first of very many values exactly, and read few of them', async () => {
      const link = aLink();
      // Of the older ones there are more than are counted one by one.
      const days = [ago(5), ago(4), ago(3), ago(2), ago(0)];
      // The last by name, and so cut off from a read of today, and the first of all together.
      const values = [...Array.from({ length: 2_050 }, (_, index) => `value-${index}`), 'with-one-more'];
      const clicks = days.flatMap((clicked_at) =>
        values.map((value) => aClick({ ...link, clicked_at, query: `utm_content=${value}` })),
      );
      clicks.push(
        aClick({
          ...link,
          clicked_at: days[0] as string,
          query: 'utm_content=with-one-more',
          user_agent: 'Googlebot/2.1',
        }),
      );
      for (let from = 0; from < clicks.length; from += 1_000) await publisher.publish(clicks.slice(from, from + 1_000));
      await eventually(async () => expect((await totals(link)).data[0]?.clicks).toBe(clicks.length), {
        timeoutMs: 60_000,
      });
      const asked = jest.spyOn(analytics.get(ClickHouse), 'select');
      const first = async (kind?: 'human') => {
        const { utm } = await ask.link(link.workspace_id, link.link_id, { kind });
        return utm.content.map((row) => [row.value, row.clicks, row.unique]);
      };
      const check = async () => {
        const others = values.slice(0, -1).sort().slice(0, 50);
        const expected = others.map((value) => [value, 5, 5]);
        expect(await first()).toEqual([['with-one-more', 6, 6], ...expected.slice(0, 49)]);
        expect(await first('human')).toEqual(expected);
        // What has not changed is not read again; adding up days that the questions before have asked for changes it once.
        await eventually(async () => {
          const before = asked.mock.calls.length;
          await first();
          expect(asked.mock.calls.slice(before).filter(([query]) => query.includes('UNION ALL'))).toEqual([]);
        });
      };
      await check();
      await analytics.get(RollUpService).runOnce();
      await check();
      const rows = await Promise.all(asked.mock.results.map(async ({ value }) => ((await value) as unknown[]).length));
      asked.mockRestore();
      expect(Math.max(...rows)).toBeLessThan(2_100);
    }, 120_000);

    it('do not hide a click that comes late', async () => {
      const link = aLink();
      const day = ago(3);
      await publishAll(
        link,
        Array.from({ length: 5 }, () => ({ clicked_at: day })),
      );
      await analytics.get(RollUpService).runOnce();
      expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(5);
      await publisher.publish([aClick({ ...link, clicked_at: day })]);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(6));
      await analytics.get(RollUpService).runOnce();
      expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(6);
    });
  });

  it('of many clicks on one day by everything that they are counted by, links and hours too', async () => {
    const workspace_id = uuidv7();
    const [often, seldom] = [uuidv7(), uuidv7()];
    // More than are taken one by one; each of the ten visitors of a link comes from a site and a campaign of their own.
    const clicks = Array.from({ length: 3_300 }, (_, index) =>
      aClick({
        workspace_id,
        link_id: index % 3 === 0 ? seldom : often,
        clicked_at: ago(2),
        ip: `113.160.0.${index % 10}`,
        user_agent: index % 10 === 9 ? 'Googlebot/2.1' : aClick().user_agent,
        referer: `https://site${index % 10}.example/`,
        query: `utm_source=a&utm_medium=b&utm_campaign=c${index % 10}&utm_term=d&utm_content=e`,
      }),
    );
    for (let from = 0; from < clicks.length; from += 1_000) await publisher.publish(clicks.slice(from, from + 1_000));
    await eventually(async () => expect((await ask.workspace(workspace_id)).analytics.total).toBe(3_300), {
      timeoutMs: 60_000,
    });
    const { analytics, top_links } = await ask.workspace(workspace_id, { interval: 'hour', from: ago(3), to: ago(1) });
    expect(top_links).toEqual([
      { link_id: often, clicks: 2_200, unique: 10 },
      { link_id: seldom, clicks: 1_100, unique: 10 },
    ]);
    expect([analytics.total, analytics.unique]).toEqual([3_300, 10]);
    expect(filled(analytics).map(([, ...counts]) => counts)).toEqual([[3_300, 10]]);
    const ofEach = (name: string) =>
      Array.from({ length: 10 }, (_, index) => ({ value: `${name}${index}`, clicks: 330, unique: 1 }));
    const all = (value: string) => [{ value, clicks: 3_300, unique: 10 }];
    expect(analytics.referrers.map((row) => ({ ...row, value: row.value.replace('.example', '') }))).toEqual(
      ofEach('site'),
    );
    expect(analytics.utm).toEqual({
      source: all('a'),
      medium: all('b'),
      campaign: ofEach('c'),
      term: all('d'),
      content: all('e'),
    });
    expect(analytics.kinds).toEqual([
      { value: 'human', clicks: 2_970, unique: 9 },
      { value: 'bot', clicks: 330, unique: 1 },
    ]);
    expect(analytics.languages).toEqual(all('vi'));
    expect(analytics.countries).toEqual(all('VN'));
    expect(analytics.cities).toEqual([{ value: expect.stringMatching(/./), country: 'VN', clicks: 3_300, unique: 10 }]);
    for (const rows of [analytics.devices, analytics.browsers, analytics.os])
      expect([rows.reduce((sum, row) => sum + row.clicks, 0), rows.reduce((sum, row) => sum + row.unique, 0)]).toEqual([
        3_300, 10,
      ]);
  }, 120_000);

  it('of more links than are read of a day, clicked alike, tells the first of them', async () => {
    const workspace_id = uuidv7();
    const links = Array.from({ length: 3_100 }, () => uuidv7()).sort();
    const clicks = links
      .toReversed()
      .map((link_id, index) => aClick({ workspace_id, link_id, clicked_at: ago(2), ip: `113.160.${index % 9}.1` }));
    for (let from = 0; from < clicks.length; from += 1_000) await publisher.publish(clicks.slice(from, from + 1_000));
    await eventually(async () => expect((await ask.workspace(workspace_id)).analytics.total).toBe(3_100), {
      timeoutMs: 60_000,
    });
    const { top_links } = await ask.workspace(workspace_id, { interval: 'hour', from: ago(3), to: ago(1) });
    expect(top_links.map(({ link_id }) => link_id)).toEqual(links.slice(0, top_links.length));
    expect(top_links.length).toBeGreaterThan(4);
  }, 120_000);

  describe('a question that makes no sense', () => {
    it.each<[string, Partial<RangeQuery>]>([
      ['analytics.range_invalid', { from: '2026-02-02', to: '2026-02-02' }],
      ['analytics.range_invalid', { from: '2026-02-03', to: '2026-02-02' }],
      ['analytics.date_invalid', { from: '1900-01-01', to: '2030-01-01' }],
      ['analytics.range_too_fine', { from: '2026-01-01', to: '2026-06-01', interval: 'hour' }],
      ['analytics.timezone_invalid', { timezone: 'Mars/Olympus' }],
      ['analytics.timezone_invalid', { timezone: '+07:00' }],
    ])('%s', async (code, range) => {
      const answer = ask.link(uuidv7(), uuidv7(), range).catch((error: unknown) => error);
      const error = await answer;
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe(code);
    });
  });

  function ago(days: number): string {
    return new Date(Date.now() - days * 86_400_000).toISOString();
  }

  /** The same period both times, though time goes on between the questions. */
  const PINNED = { from: ago(13), to: new Date(Date.now() + 3_600_000).toISOString() };
  function pin(range: Partial<RangeQuery>): Partial<RangeQuery> {
    return { ...PINNED, ...range };
  }

  /** Which bucket is open depends on the hour of the question. */
  const ofAnyMoment = (answer: Analytics): Analytics => ({ ...answer, open_since: null });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkTotalsRpc, workspaceTotalsRpc } from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { RangeRepository } from '../src/store/range.repository.js';
import { Asker, aCaller, aClick, ClickPublisher, STORES } from './analytics.harness.js';

describe.each(STORES)('on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let publisher: ClickPublisher;
  let ask: Asker;

  beforeAll(async () => {
    analytics = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test' }));
    await eventually(() => analytics.ready());
    publisher = await ClickPublisher.open(servers.natsUrl);
    ask = new Asker(analytics);
  });

  afterAll(async () => {
    await publisher.close();
  });

  const aLink = () => ({ workspace_id: uuidv7(), link_id: uuidv7() });

  it('a range remembers the messages whose letters found no room', async () => {
    const ranges = analytics.get<RangeRepository>(RangeRepository);
    const range = {
      stream: 'CLICKS_77',
      epoch: 1,
      first: 3,
      last: 9,
      lastStoredAt: '',
      skipped: [],
      refused_letters: [4, 8],
      batch: 'batch:1',
    };
    await ranges.fix([range], range.batch);
    expect(await ranges.latest('CLICKS_77')).toEqual(range);
  });

  describe('clicks', () => {
    it('are in every figure', async () => {
      const link = aLink();
      await publisher.publish([
        aClick(link),
        aClick({ ...link, query: 'utm_source=ads&utm_medium=cpc', user_agent: 'Googlebot/2.1', ip: '8.8.8.8' }),
      ]);
      const answer = await eventually(async () => {
        const found = await ask.link(link.workspace_id, link.link_id);
        expect(found.total).toBe(2);
        return found;
      });
      expect(answer.unique).toBe(2);
      expect(answer.series.at(-1)).toMatchObject({ clicks: 2, unique: 2 });
      expect(answer.countries).toEqual(
        expect.arrayContaining([
          { value: 'VN', clicks: 1, unique: 1 },
          { value: 'US', clicks: 1, unique: 1 },
        ]),
      );
      expect(answer.cities.find((row) => row.country === 'VN')?.value).not.toBe('');
      expect(answer.browsers).toContainEqual({ value: 'chrome', clicks: 1, unique: 1 });
      expect(answer.os).toContainEqual({ value: 'windows', clicks: 1, unique: 1 });
      expect(answer.devices).toContainEqual({ value: 'desktop', clicks: 2, unique: 2 });
      expect(answer.referrers).toEqual([{ value: 'facebook.com', clicks: 2, unique: 2 }]);
      expect(answer.languages).toEqual([{ value: 'vi', clicks: 2, unique: 2 }]);
      expect(answer.kinds).toEqual(
        expect.arrayContaining([
          { value: 'human', clicks: 1, unique: 1 },
          { value: 'bot', clicks: 1, unique: 1 },
        ]),
      );
      expect(answer.utm.source).toEqual(
        expect.arrayContaining([
          { value: 'newsletter', clicks: 1, unique: 1 },
          { value: 'ads', clicks: 1, unique: 1 },
        ]),
      );
      expect(answer.utm.medium).toContainEqual({ value: 'cpc', clicks: 1, unique: 1 });
    });

    it('count once, however often and in whatever batches they come', async () => {
      const link = aLink();
      const clicks = Array.from({ length: 50 }, () => aClick(link));
      await publisher.publish(clicks.slice(0, 30));
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(30));
      // Other cuts under other ids, as after the stream's time for recognising repeated ids.
      await publisher.publish([...clicks.slice(20, 40), clicks[0] ?? aClick(link)]);
      await publisher.publish(clicks.slice(10));
      await publisher.publish([...clicks, ...clicks]);
      const last = aClick(link);
      await publisher.publish([last]);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(51));
      const totals = await analytics
        .get(RpcClient)
        .call(linkTotalsRpc, { link_ids: [link.link_id, uuidv7()] }, { caller: aCaller(link.workspace_id) });
      expect(totals.data).toEqual([{ link_id: link.link_id, clicks: 51 }]);
    });

    it('of people of whole workspaces are told to administrators alone', async () => {
      const [link, other] = [aLink(), aLink()];
      const preview = { user_agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' };
      const second = { ...aLink(), workspace_id: link.workspace_id };
      await publisher.publish([aClick(link), aClick(second), aClick({ ...link, ...preview }), aClick(other)]);
      const workspace_ids = [link.workspace_id, uuidv7(), other.workspace_id];
      const question = (role: 'user' | 'admin') =>
        analytics
          .get(RpcClient)
          .call(workspaceTotalsRpc, { workspace_ids }, { caller: aCaller(link.workspace_id, role) });
      await eventually(async () =>
        expect((await question('admin')).data).toEqual([
          { workspace_id: link.workspace_id, clicks: 2 },
          { workspace_id: other.workspace_id, clicks: 1 },
        ]),
      );
      await expect(question('user')).rejects.toMatchObject({ code: 'auth.forbidden' });
    });

    it('of people alone are told to whoever asks for them, of one link and of several', async () => {
      const link = aLink();
      const preview = { user_agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' };
      await publisher.publish([aClick(link), aClick({ ...link, ...preview }), aClick({ ...link, ...preview })]);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(3));
      const caller = aCaller(link.workspace_id);
      for (const link_ids of [[link.link_id], [link.link_id, uuidv7()]]) {
        const rpc = analytics.get(RpcClient);
        const [all, people, bots] = await Promise.all([
          rpc.call(linkTotalsRpc, { link_ids }, { caller }),
          rpc.call(linkTotalsRpc, { link_ids, kind: 'human' }, { caller }),
          rpc.call(linkTotalsRpc, { link_ids, kind: 'bot' }, { caller }),
        ]);
        expect([all, people, bots].map(({ data }) => data[0]?.clicks)).toEqual([3, 1, undefined]);
      }
      const overview = await ask.workspace(link.workspace_id, { kind: 'human' });
      expect([overview.total_clicks, overview.analytics.total]).toEqual([1, 1]);
    });

    it('of another workspace are not seen', async () => {
      const link = aLink();
      await publisher.publish([aClick(link)]);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(1));
      const stranger = uuidv7();
      expect((await ask.link(stranger, link.link_id)).total).toBe(0);
      expect((await ask.workspace(stranger)).total_clicks).toBe(0);
      const totals = await analytics
        .get(RpcClient)
        .call(linkTotalsRpc, { link_ids: [link.link_id] }, { caller: aCaller(stranger) });
      expect(totals.data).toEqual([]);
    });

    it('of all links make the overview', async () => {
      const workspace = uuidv7();
      const [popular, other] = [uuidv7(), uuidv7()];
      await publisher.publish([
        ...Array.from({ length: 3 }, () => aClick({ workspace_id: workspace, link_id: popular })),
        aClick({ workspace_id: workspace, link_id: other, ip: '8.8.4.4' }),
      ]);
      const overview = await eventually(async () => {
        const found = await ask.workspace(workspace);
        // Asked at once but answered by queries of their own: the clicks may come in between.
        expect(found.total_clicks).toBe(4);
        expect(found.analytics).toMatchObject({ total: 4, unique: 2 });
        return found;
      });
      expect(overview.top_links).toEqual([
        { link_id: popular, clicks: 3, unique: 1 },
        { link_id: other, clicks: 1, unique: 1 },
      ]);
    });

    it("of a guest's link hold up nothing and belong to nobody", async () => {
      const link = aLink();
      await publisher.publish([aClick({ link_id: link.link_id, workspace_id: null }), aClick(link)]);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(1));
    });

    it('of a clock that is wrong count at the time at which they came, once', async () => {
      const link = aLink();
      const clicks = ['2199-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z'].map((clicked_at) =>
        aClick({ ...link, clicked_at }),
      );
      await publisher.publish(clicks);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(2));
      // The same ones in another message have another time.
      await publisher.publish([...clicks, aClick(link)]);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(3));
      const metrics = await (await fetch(`${analytics.adminUrl}/metrics`)).text();
      expect(metrics).toMatch(/analytics_clicks_corrected_total\{.*\} [2-4]/);
    });

    it('need no destination', async () => {
      const link = aLink();
      const { destination: _, ...click } = aClick({ ...link, query: 'utm_source=visit' });
      await publisher.publish([click]);
      const answer = await eventually(async () => {
        const found = await ask.link(link.workspace_id, link.link_id);
        expect(found.total).toBe(1);
        return found;
      });
      expect(answer.utm.source).toEqual([{ value: 'visit', clicks: 1, unique: 1 }]);
    });

    it('of a stream that is made later are found', async () => {
      const link = aLink();
      const manager = await publisher.manager();
      const { config } = await manager.streams.info('CLICKS_0');
      await manager.streams.add({ ...config, name: 'CLICKS_5', subjects: ['evt.redirect.links-clicked.v1.5'] });
      await publisher.publish([aClick(link)], { shard: 5 });
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(1));
      await eventually(() => analytics.ready());
    });

    it('that cannot be read are put aside with the reason, and the others count', async () => {
      const link = aLink();
      const manager = await publisher.manager();
      const before = await deadLetters();
      await publisher.raw('not json at all');
      await publisher.raw(JSON.stringify({ hello: 'world' }));
      const broken = { ...aClick(link), link_id: 'nonsense' };
      await publisher.publish([aClick({ ...link, ip: '203.0.113.77' }), broken, aClick(link)]);
      await eventually(async () => expect((await ask.link(link.workspace_id, link.link_id)).total).toBe(2));
      await eventually(async () => expect(await deadLetters()).toBe(before + 3));
      const found = await manager.streams.getMessage('DEAD_LETTERS', {
        last_by_subj: 'dlq.analytics.evt.redirect.links-clicked.v1.0',
      });
      expect(found?.header.get('Linkway-Reason')).toBe('click 1: link_id does not fit');
      expect(found?.string()).toContain(link.link_id);
      expect(found?.string()).not.toContain('203.0.113.77');
      const metrics = await (await fetch(`${analytics.adminUrl}/metrics`)).text();
      expect(metrics).toMatch(/analytics_dead_letters_total\{.*\} [3-9]/);

      async function deadLetters(): Promise<number> {
        const info = await manager.streams.info('DEAD_LETTERS').catch(() => null);
        return info?.state.messages ?? 0;
      }
    });
  });
});

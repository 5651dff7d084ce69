import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Click, describeClicksRpc, MOST_CLICKS_DESCRIBED } from '@linkway/contracts';
import { AppError, RpcClient, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { Asker, aClick, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });
let analytics: RunningService;

beforeAll(async () => {
  analytics = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test' }));
});

const describing = async (clicks: Click[]) =>
  (await analytics.get<RpcClient>(RpcClient).call(describeClicksRpc, { clicks }, { timeoutMs: 20_000 })).data;

describe('what clicks mean', () => {
  it('is told of each, in their order, and nothing of an address or a user agent', async () => {
    const person = aClick({ event_id: uuidv7().toUpperCase() });
    const own = aClick({ referer: 'https://go.example/abc', ip: '127.0.0.1' });
    const bot = aClick({ user_agent: 'Googlebot/2.1', referer: '' });
    const prefetch = aClick({ purpose: 'prefetch' });
    const told = await describing([person, own, bot, prefetch]);
    const chrome = { device: 'desktop', browser: 'chrome' };
    expect(told).toEqual([
      { event_id: person.event_id.toLowerCase(), country: 'VN', ...chrome, referrer: 'facebook.com', kind: 'human' },
      { event_id: own.event_id, country: '', ...chrome, referrer: '', kind: 'human' },
      expect.objectContaining({ event_id: bot.event_id, country: 'VN', referrer: '', kind: 'bot' }),
      expect.objectContaining({ event_id: prefetch.event_id, kind: 'prefetch' }),
    ]);
    for (const one of told) {
      expect(Object.keys(one).sort()).toEqual(['browser', 'country', 'device', 'event_id', 'kind', 'referrer']);
    }
  });

  it('is what the statistics say of them, which have none for the question', async () => {
    const click = aClick();
    const { workspace_id, link_id } = click;
    const [told] = await describing([click]);
    const publisher = await ClickPublisher.open(servers.natsUrl);
    const ask = new Asker(analytics);
    try {
      // Later ones are counted: had the question left anything, it would be, too.
      const later = aClick({ workspace_id, link_id });
      await publisher.publish([later]);
      const figures = await eventually(async () => {
        const found = await ask.link(workspace_id ?? '', link_id);
        expect(found.total).toBeGreaterThan(0);
        return found;
      });
      expect(figures.total).toBe(1);
      for (const meaning of ['country', 'device', 'browser', 'referrer'] as const)
        expect(JSON.stringify(figures)).toContain(`"${told?.[meaning]}"`);
    } finally {
      await publisher.close();
    }
  });

  it('is told of a bounded number, however long what visitors write is', async () => {
    const long = aClick({ user_agent: 'ế'.repeat(512), query: 'ế'.repeat(512), accept_language: 'vi' });
    const most = Array.from({ length: MOST_CLICKS_DESCRIBED }, () => ({ ...long, event_id: uuidv7() }));
    const told = await describing(most);
    expect(told.map(({ event_id }) => event_id)).toEqual(most.map(({ event_id }) => event_id));
    expect(await describing([])).toEqual([]);
    await expect(describing([...most, aClick()])).rejects.toBeInstanceOf(AppError);
  });
});

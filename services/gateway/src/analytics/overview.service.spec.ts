import { describe, expect, it } from '@jest/globals';
import type { Analytics, Caller, RpcContract } from '@linkway/contracts';
import { AppError, type AppLogger, type RpcClient } from '@linkway/platform';
import { Outages } from '../http/outages.js';
import { OverviewService } from './overview.service.js';

const caller: Caller = { kind: 'session', user_id: 'u', workspace_id: 'w', session_id: 's', role: 'user' };
const top = { link_id: 'known', clicks: 4, unique: 2 };
const statistics = {
  analytics: { total: 5 } as Analytics,
  total_clicks: 10,
  top_links: [top, { ...top, link_id: 'deleted' }],
};
const answers: Record<string, unknown> = {
  'qry.analytics.overview.v1': statistics,
  'qry.links.quota.v1': { total_links: 3, monthly_links_used: 2, monthly_links_limit: 50 },
  'qry.links.by-ids.v1': {
    data: [
      { id: 'known', short_code: 'abc', short_url: 'http://go/abc', title: 'A', original_url: 'https://a.test/b' },
    ],
  },
};

function overview(overrides: Record<string, unknown> = {}, warnings: string[] = []) {
  const call = async ({ subject }: RpcContract) => {
    const answer = { ...answers, ...overrides }[subject];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const logger = { warn: (text: string) => warnings.push(text), info: () => undefined } as unknown as AppLogger;
  const service = new OverviewService({ call } as unknown as RpcClient, new Outages(logger));
  return () => service.compose({ timezone: 'UTC' }, caller);
}

describe('OverviewService', () => {
  it('joins statistics with numbers and names of links', async () => {
    expect(await overview()()).toEqual({
      total: 5,
      total_clicks: 10,
      total_links: 3,
      links_this_month: 2,
      average_clicks_per_link: 3.3,
      top_links: [
        { ...top, short_code: 'abc', short_url: 'http://go/abc', title: 'A', original_url: 'https://a.test/b' },
        { ...top, link_id: 'deleted', short_code: null, short_url: null, title: null, original_url: null },
      ],
    });
  });

  it('has no average trouble without links', async () => {
    const quota = { total_links: 0, monthly_links_used: 0, monthly_links_limit: 50 };
    expect(await overview({ 'qry.links.quota.v1': quota })()).toMatchObject({ average_clicks_per_link: 0 });
  });

  it('leaves out what the links service would say while it is away, and logs that once', async () => {
    const away = new AppError('service.unavailable');
    const warnings: string[] = [];
    const ask = overview({ 'qry.links.quota.v1': away, 'qry.links.by-ids.v1': away }, warnings);
    await ask();
    expect(await ask()).toMatchObject({
      total: 5,
      total_links: null,
      links_this_month: null,
      average_clicks_per_link: null,
      top_links: [{ short_code: null }, { short_code: null }],
    });
    expect(warnings).toHaveLength(1);
  });

  it('is nothing without statistics, and hides no error that is not an outage', async () => {
    const timeout = new AppError('service.timeout');
    await expect(overview({ 'qry.analytics.overview.v1': timeout })()).rejects.toBe(timeout);
    const wrong = new AppError('auth.unauthenticated');
    await expect(overview({ 'qry.links.quota.v1': wrong })()).rejects.toBe(wrong);
  });
});

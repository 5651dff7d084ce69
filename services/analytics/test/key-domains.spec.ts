import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  getLinksByIdsRpc,
  linkAnalyticsRpc,
  linkTotalsRpc,
  overviewRpc,
  permissionsOfKey,
  type RpcInput,
  scopeOf,
  withinDomains,
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
import { aCaller, aClick, aLink, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });
const [workspace, domain] = [uuidv7(), uuidv7()];
const [inside, outside] = [uuidv7(), uuidv7()];
/** How links answers: of what it was asked, and for whom. */
const links = { isAway: false, asked: [] as Caller[] };

@Controller()
class LinksAnswers {
  @Rpc(getLinksByIdsRpc)
  byIds({ ids }: RpcInput<typeof getLinksByIdsRpc>, { caller }: RpcCall<typeof getLinksByIdsRpc>) {
    links.asked.push(caller);
    if (links.isAway) throw new AppError('service.unavailable');
    const within = scopeOf(caller)?.domain_ids.includes(domain) ? [inside] : [];
    const data = ids.filter((id) => within.includes(id)).map((id) => aLink(id, workspace, domain));
    return { data };
  }
}
@Module({ controllers: [LinksAnswers] })
class LinksModule {}

const key = (domain_ids: string[]): Caller => ({
  kind: 'api_key',
  user_id: workspace,
  workspace_id: workspace,
  role: 'user',
  api_key_id: uuidv7(),
  permissions: permissionsOfKey(['read']).map(withinDomains),
  scope: { domain_ids },
});
const owner = aCaller(workspace);

let around: RunningService;
let publisher: ClickPublisher;
const rpc = () => around.get<RpcClient>(RpcClient);
const totals = async (caller: Caller, link_ids = [outside, inside]) =>
  (await rpc().call(linkTotalsRpc, { link_ids }, { caller, timeoutMs: 20_000 })).data;
const statistics = (link_id: string, caller: Caller) =>
  rpc().call(linkAnalyticsRpc, { link_id, range: { timezone: 'UTC' } }, { caller, timeoutMs: 20_000 });

beforeAll(async () => {
  await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test' }));
  around = await startService(
    defineService({ name: 'links', config: serviceConfig({}), module: LinksModule }),
    servers.env('neighbours'),
  );
  publisher = await ClickPublisher.open(servers.natsUrl);
  const clicks = [inside, inside, outside].map((link_id) => aClick({ link_id, workspace_id: workspace }));
  await publisher.publish(clicks);
  await eventually(async () => (await totals(owner)).length === 2, { timeoutMs: 60_000 });
}, 180_000);
afterAll(() => publisher.close());

describe('an API key with domains', () => {
  it('is told of its links’ clicks, and of no others', async () => {
    expect(await totals(key([domain]))).toEqual([{ link_id: inside, clicks: 2 }]);
    expect(await totals(key([domain]), [outside])).toEqual([]);
    expect(await totals(key([domain]), [inside])).toEqual([{ link_id: inside, clicks: 2 }]);
    expect(await totals(key([uuidv7()]))).toEqual([]);
    expect(await statistics(inside, key([domain]))).toMatchObject({ total: 2 });
    for (const [link, domains] of [
      [outside, [domain]],
      [inside, [uuidv7()]],
    ] as const)
      await expect(statistics(link, key([...domains]))).rejects.toMatchObject({ code: 'links.not_found', status: 404 });
  });

  it('shares no answer with others who ask for the same links at the same time', async () => {
    const asked = [owner, key([domain]), owner, key([uuidv7()])].map((caller) => totals(caller));
    expect((await Promise.all(asked)).map((told) => told.length)).toEqual([2, 1, 2, 0]);
  });

  it('is told no sums of the whole workspace', async () => {
    const range = { timezone: 'UTC' };
    const refused = rpc().call(overviewRpc, { range }, { caller: key([domain]) });
    await expect(refused).rejects.toMatchObject({ code: 'auth.outside_key_scope', status: 403 });
    const told = await rpc().call(overviewRpc, { range }, { caller: owner, timeoutMs: 20_000 });
    expect(told.total_clicks).toBe(3);
  });

  it('is told nothing while links cannot be asked, which nobody else waits for', async () => {
    links.isAway = true;
    try {
      await expect(totals(key([domain]))).rejects.toMatchObject({ code: 'service.unavailable' });
      await expect(statistics(inside, key([domain]))).rejects.toMatchObject({ code: 'service.unavailable' });
      const before = links.asked.length;
      expect(await totals(owner)).toHaveLength(2);
      expect(links.asked).toHaveLength(before);
    } finally {
      links.isAway = false;
    }
    expect(links.asked.every(({ kind }) => kind === 'api_key')).toBe(true);
  });
});

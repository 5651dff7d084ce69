import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  getLinksByIdsRpc,
  linkOrphanVisitsRpc,
  listOrphanVisitsRpc,
  type OrphanVisits,
  type RpcInput,
  reportOrphanVisitsRpc,
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
import { ClickRemovalRepository } from '../src/removal/click-removal.repository.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { aCaller, aLink, STORES } from './analytics.harness.js';

const [workspace, link, other] = [uuidv7(), uuidv7(), uuidv7()];

@Controller()
class LinksAnswers {
  @Rpc(getLinksByIdsRpc)
  byIds({ ids }: RpcInput<typeof getLinksByIdsRpc>, { caller }: RpcCall<typeof getLinksByIdsRpc>) {
    const isOwner = caller.workspace_id === workspace;
    return { data: isOwner && ids.includes(link) ? [aLink(link, workspace, uuidv7())] : [] };
  }
}
@Module({ controllers: [LinksAnswers] })
class LinksModule {}

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const orphan = (more: Partial<OrphanVisits> = {}): OrphanVisits => ({
  workspace_id: workspace,
  link_id: link,
  host: 'go.test',
  code: 'abc',
  reason: 'paused',
  kind: 'human',
  visits: 1,
  first_at: ago(5),
  last_at: ago(4),
  ...more,
});

describe.each(STORES)('visits that led nowhere, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;

  beforeAll(async () => {
    analytics = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal' }));
    await startService(
      defineService({ name: 'links', config: serviceConfig({}), module: LinksModule }),
      servers.env('neighbours'),
    );
    await eventually(() => analytics.ready());
  }, 60_000);

  const rpc = () => analytics.get<RpcClient>(RpcClient);
  const report = (orphans: OrphanVisits[], report_id = uuidv7()) =>
    rpc().call(reportOrphanVisitsRpc, { report_id, orphans });
  const range = { timezone: 'UTC', kind: 'human' } as const;
  const ofLink = (id: string, more: object = {}, who = workspace) =>
    rpc().call(linkOrphanVisitsRpc, { id, ...range, ...more }, { caller: aCaller(who) });
  const list = async (more: object = {}) => {
    const asked = { page: 1, limit: 20, bots: 'false', sort: 'visits_desc', ...more } as const;
    return rpc().call(listOrphanVisitsRpc, asked, { caller: aCaller(other, 'admin') });
  };
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'success',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  it('are counted once however often a report comes, and told by reason, of people unless asked', async () => {
    const report_id = uuidv7();
    const told = [
      orphan({ visits: 3 }),
      orphan({ reason: 'expired', visits: 5, first_at: ago(60), last_at: ago(59) }),
      orphan({ kind: 'bot', visits: 100 }),
    ];
    await report(told, report_id);
    await report(told, report_id);
    await report([orphan({ visits: 4, last_at: ago(1) })]);
    const { total, reasons } = await ofLink(link);
    expect([total, reasons.map(({ reason, visits }) => [reason, visits])]).toEqual([
      12,
      [
        ['paused', 7],
        ['expired', 5],
      ],
    ]);
    expect(Date.now() - Date.parse(reasons[0]?.last_at ?? '')).toBeLessThan(180_000);
    expect((await ofLink(link, { kind: 'all' })).total).toBe(112);
    expect((await ofLink(link, { from: ago(10) })).total).toBe(7);
    expect((await ofLink(link, { from: ago(120), to: ago(30) })).total).toBe(5);
  });

  it('are the link owner’s alone', async () => {
    expect(await codeOf(ofLink(link, {}, other))).toBe('links.not_found');
    expect(await codeOf(ofLink(other))).toBe('links.not_found');
    const everybody = rpc().call(
      listOrphanVisitsRpc,
      { page: 1, limit: 20, bots: 'false', sort: 'visits_desc' },
      { caller: aCaller(workspace) },
    );
    expect(await codeOf(everybody)).toBe('auth.forbidden');
  });

  it('are listed by host, code and reason, with search, filters and both orders', async () => {
    const nobodys = { workspace_id: null, link_id: null };
    await report([
      orphan({ ...nobodys, code: 'Missing', reason: 'unknown', visits: 50, last_at: ago(3) }),
      orphan({ ...nobodys, host: '', code: '', reason: 'flooding', kind: null, visits: 900, last_at: ago(2) }),
    ]);
    const rows = async (more: object = {}) =>
      (await list(more)).data.map(({ host, code, reason, visits }) => `${host}/${code} ${reason} ${visits}`);
    const all = ['/ flooding 900', 'go.test/Missing unknown 50', 'go.test/abc paused 7', 'go.test/abc expired 5'];
    expect(await rows()).toEqual(all);
    expect(await rows({ sort: 'visits' })).toEqual(all.toReversed());
    expect((await rows({ sort: 'oldest' }))[0]).toBe('go.test/abc expired 5');
    expect(await rows({ search: 'MISS' })).toEqual(['go.test/Missing unknown 50']);
    expect(await rows({ search: 'test/ab' })).toHaveLength(2);
    expect(await rows({ reason: 'expired' })).toEqual(['go.test/abc expired 5']);
    expect(await rows({ bots: 'true', reason: 'paused' })).toEqual(['go.test/abc paused 107']);
    expect(await rows({ from: ago(10) })).toHaveLength(3);
    expect((await list({ page: 2, limit: 3 })).pagination).toEqual({ page: 2, limit: 3, total: 4, total_pages: 2 });
    expect(await rows({ page: 2, limit: 3 })).toEqual(all.slice(3));
    expect(await codeOf(list({ from: ago(1), to: ago(2) }))).toBe('analytics.range_invalid');
  });

  it('leave with their account', async () => {
    await analytics.get<ClickRemovalRepository>(ClickRemovalRepository).removeCounted({ workspaces: [workspace] });
    const left = await analytics
      .get<ClickHouse>(ClickHouse)
      .select('SELECT DISTINCT reason FROM orphan_visits ORDER BY reason');
    expect(left).toEqual([{ reason: 'flooding' }, { reason: 'unknown' }]);
  });
});

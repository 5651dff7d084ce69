import { describe, expect, it } from '@jest/globals';
import {
  claimLinksRpc,
  deleteLinkRpc,
  getQuotaRpc,
  userChanged,
  userRegistered,
  workspaceLinksRpc,
} from '@linkway/contracts';
import { Calendar } from '../src/quota/calendar.js';
import { callerOf, deviceId, eventually, outcomes, refusal, refused, useLinks } from './harness.js';

// A zone whose date differs from that of UTC for 14 hours of the day.
const zone = 'Pacific/Kiritimati';
const links = useLinks({ QUOTA_TIME_ZONE: zone });

describe('the monthly limit', () => {
  it('is exact when 40 links are made at the same time', async () => {
    const caller = await links.workspace(7);
    const calls = Array.from({ length: 40 }, () => links.create(caller));
    expect(await outcomes(calls)).toEqual({ none: 7, 'links.monthly_limit': 33 });
    expect(await links.call(getQuotaRpc, {}, caller)).toEqual({
      total_links: 7,
      monthly_links_used: 7,
      monthly_links_limit: 7,
      month_ends_at: expect.any(String),
    });
    expect(await refused(links.create(caller))).toMatchObject({ code: 'links.monthly_limit', params: { limit: 7 } });
  });

  it('is 50 for a workspace that identity has not told of yet', async () => {
    const caller = callerOf();
    expect(await links.call(getQuotaRpc, {}, caller)).toEqual({
      total_links: 0,
      monthly_links_used: 0,
      monthly_links_limit: 50,
      month_ends_at: expect.any(String),
    });
  });

  it('is told to the owner once it is reached, once for each month and limit, however often links are refused', async () => {
    const caller = await links.workspace(2);
    const told = () => links.notifications.filter(({ workspace_id }) => workspace_id === caller.workspace_id);
    await links.createMany(2, caller);
    expect(told()).toEqual([]);
    await outcomes(Array.from({ length: 8 }, () => links.create(caller)));
    expect(await refusal(links.create(caller, { password: 'open sesame' }))).toBe('links.monthly_limit');
    await eventually(() =>
      expect(told()).toEqual([
        {
          workspace_id: caller.workspace_id,
          notification: 'monthly_limit_reached',
          key: expect.stringMatching(/^monthly_limit_reached:\d{4}-\d{2}:2$/),
          variables: { limit: '2' },
        },
      ]),
    );
  });

  it('does not count a link that failed', async () => {
    const caller = await links.workspace(2);
    await links.create(callerOf(), { custom_code: 'not-for-you' });
    expect(await refusal(links.create(caller, { custom_code: 'not-for-you' }))).toBe('links.code_taken');
    expect(await refusal(links.create(caller, { custom_code: 'api' }))).toBe('links.code_reserved');
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ monthly_links_used: 0 });
    expect(await outcomes([links.create(caller), links.create(caller)])).toEqual({ none: 2 });
  });

  it('does not give back a deleted link, and each workspace has its own', async () => {
    const caller = await links.workspace(1);
    const link = await links.create(caller);
    await links.call(deleteLinkRpc, { id: link.id }, caller);
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 0, monthly_links_used: 1 });
    expect(await refusal(links.create(caller))).toBe('links.monthly_limit');
    expect(await refusal(links.create(await links.workspace(1)))).toBe('none');
    expect(await refusal(links.create(await links.workspace(0)))).toBe('links.monthly_limit');
  });

  // A creation looks at it beforehand as well; a claim relies on the counter alone.
  it('lets a claim through as little as a creation', async () => {
    const device_id = deviceId();
    const { id } = await links.createGuest({ device_id });
    const claimedBy = async (caller: ReturnType<typeof callerOf>) =>
      (await links.call(claimLinksRpc, { device_id, link_ids: [id] }, caller)).refused.map(({ code }) => code);
    expect(await claimedBy(await links.workspace(0))).toEqual(['links.monthly_limit']);

    const unknown = callerOf();
    const month = new Calendar(zone).month(new Date());
    const used = (count: number) =>
      links.query(
        `INSERT INTO quota_usage (workspace_id, month, used) VALUES ($1, $2, $3)
         ON CONFLICT (workspace_id, month) DO UPDATE SET used = EXCLUDED.used`,
        [unknown.workspace_id, month, count],
      );
    await used(50);
    expect(await claimedBy(unknown)).toEqual(['links.monthly_limit']);
    await used(49);
    expect(await claimedBy(unknown)).toEqual([]);
    expect(await links.call(getQuotaRpc, {}, unknown)).toMatchObject({ monthly_links_used: 50 });
  });

  it('counts by the calendar month of its time zone', async () => {
    const caller = await links.workspace(1);
    const month = new Calendar(zone).month(new Date());
    await links.query('INSERT INTO quota_usage (workspace_id, month, used) VALUES ($1, $2, 9)', [
      caller.workspace_id,
      '2020-01',
    ]);
    await links.create(caller);
    const rows = await links.query('SELECT month, used FROM quota_usage WHERE workspace_id = $1 ORDER BY month', [
      caller.workspace_id,
    ]);
    expect(rows).toEqual([
      { month: '2020-01', used: 9 },
      { month, used: 1 },
    ]);
  });

  it('follows the newest news of a workspace, whatever comes late or twice', async () => {
    const caller = await links.workspace(1);
    const { workspace_id, user_id } = caller;
    const plan = { user_id, workspace_id, role: 'user', subscription_type: 'basic' } as const;
    const limit = async () => (await links.call(getQuotaRpc, {}, caller)).monthly_links_limit;
    await links.publish(userRegistered, { ...plan, monthly_links_limit: 30, version: 3 });
    await eventually(async () => expect(await limit()).toBe(30));
    await links.publish(userRegistered, { ...plan, monthly_links_limit: 20, version: 2 });
    await links.publish(userRegistered, { ...plan, monthly_links_limit: 30, version: 3 });
    // Events are handled in order: once this one is in, those before it were as well.
    await links.workspace(1);
    expect(await limit()).toBe(30);
    await links.query('UPDATE workspaces SET monthly_links_limit = 99 WHERE workspace_id = $1', [workspace_id]);
    await links.publish(userRegistered, { ...plan, monthly_links_limit: 30, version: 3 });
    await eventually(async () => expect(await limit()).toBe(30));
  });

  it('follows an administrator who changes a plan, whatever comes late', async () => {
    const caller = await links.workspace(1);
    const { workspace_id, user_id } = caller;
    const state = { workspace_id, role: 'user', status: 'active', subscription_type: 'premium' } as const;
    const limit = async () => (await links.call(getQuotaRpc, {}, caller)).monthly_links_limit;
    const tell = (monthly_links_limit: number, version: number) =>
      links.publish(userChanged, { user_id, account: { ...state, monthly_links_limit, version } });
    await links.create(caller);
    expect(await refusal(links.create(caller))).toBe('links.monthly_limit');
    await tell(5_000, 3);
    await eventually(async () => expect(await limit()).toBe(5_000));
    expect(await refusal(links.create(caller))).toBe('none');
    await tell(7, 2);
    // What tells nothing of the account changes nothing.
    await links.publish(userChanged, { user_id });
    await links.workspace(1);
    expect(await limit()).toBe(5_000);
  });
});

describe('links of many workspaces', () => {
  it('are counted in one question, for administrators alone', async () => {
    const [busy, idle, former] = [await links.workspace(9), callerOf(), await links.workspace(9)];
    await links.create(busy);
    const { id } = await links.create(busy);
    await links.call(deleteLinkRpc, { id }, busy);
    await links.create(former);
    await links.query('UPDATE quota_usage SET month = $2 WHERE workspace_id = $1', [former.workspace_id, '2020-01']);
    const workspace_ids = [busy, idle, former].map((caller) => caller.workspace_id);
    const { data } = await links.call(workspaceLinksRpc, { workspace_ids }, callerOf(undefined, { role: 'admin' }));
    expect(data).toEqual([
      { workspace_id: busy.workspace_id, total_links: 1, monthly_links_used: 2 },
      { workspace_id: former.workspace_id, total_links: 1, monthly_links_used: 0 },
    ]);
    expect(await refusal(links.call(workspaceLinksRpc, { workspace_ids }, busy))).toBe('auth.forbidden');
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  type Caller,
  changeCampaignRpc,
  changeLinksRpc,
  compareLinkVersionRpc,
  createCampaignRpc,
  deleteCampaignRpc,
  getCampaignRpc,
  getLinkRpc,
  linksExportPortionRpc,
  listCampaignNamesRpc,
  listCampaignsRpc,
  listLinksRpc,
  listLinkVersionsRpc,
  MAX_BUDGET,
  MOST_CAMPAIGNS,
  type RpcRequest,
  restoreLinkVersionRpc,
  totalsChanged,
  updateLinkRpc,
  userDeleted,
} from '@linkway/contracts';
import { Signals } from '@linkway/platform';
import { callerOf, changedTotals, eventually, outcomes, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const DAYS = { start_date: '2026-06-01', end_date: '2026-08-31' };
const make = (caller: Caller, name: string, more: object = {}) =>
  links.call(createCampaignRpc, { name, ...DAYS, idempotency_key: null, ...more }, caller);
const change = (caller: Caller, id: string, more: object) => links.call(changeCampaignRpc, { id, ...more }, caller);
const get = (caller: Caller, id: string) => links.call(getCampaignRpc, { id }, caller);
const remove = (caller: Caller, id: string) => links.call(deleteCampaignRpc, { id }, caller);
const list = (caller: Caller, query: RpcRequest<typeof listCampaignsRpc> = {}) =>
  links.call(listCampaignsRpc, query, caller);
const names = async (caller: Caller, query?: RpcRequest<typeof listCampaignsRpc>) =>
  (await list(caller, query)).data.map(({ name }) => name);
const update = (caller: Caller, id: string, changes: RpcRequest<typeof updateLinkRpc>['changes']) =>
  links.call(updateLinkRpc, { id, changes }, caller);
const idsIn = async (caller: Caller, campaign_id: string, more: RpcRequest<typeof listLinksRpc> = {}) =>
  (await links.call(listLinksRpc, { campaign_id, ...more }, caller)).data.map(({ id }) => id);
const campaignOf = async (caller: Caller, id: string) => (await links.call(getLinkRpc, { id }, caller)).campaign_id;
const faults = async (call: Promise<unknown>) =>
  (await refused(call))?.errors?.map(({ field, code }) => `${field} ${code}`);

/** As analytics counts them. */
async function clicked(caller: ReturnType<typeof callerOf>, totals: Record<string, number>) {
  const { workspace_id } = caller;
  changedTotals.push(...Object.entries(totals).map(([link_id, clicks]) => ({ workspace_id, link_id, clicks })));
  links.neighbours.get<Signals>(Signals).tell(totalsChanged, 'all', {});
  const rows = () => links.query('SELECT FROM link_clicks WHERE workspace_id = $1 AND clicks > 0', [workspace_id]);
  await eventually(async () => expect(await rows()).toHaveLength(Object.keys(totals).length));
}

describe('campaigns', () => {
  it('are made with what is left out, changed in part, and seen by their workspace alone', async () => {
    const [caller, other] = [callerOf(), callerOf()];
    const made = await make(caller, ' Hè 2026 ');
    expect(made).toEqual({
      id: made.id,
      name: 'Hè 2026',
      description: '',
      team_id: null,
      status: 'draft',
      ...DAYS,
      target_audience: '',
      budget: 0,
      currency: 'USD',
      links_count: 0,
      clicks_count: 0,
      clicks_as_of: made.clicks_as_of,
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      created_at: made.created_at,
      updated_at: made.updated_at,
    });
    const changed = await change(caller, made.id, { status: 'active', budget: 150_000_000, currency: 'VND' });
    expect(changed).toMatchObject({ name: 'Hè 2026', status: 'active', budget: 150_000_000, currency: 'VND', ...DAYS });
    expect(await get(caller, made.id)).toMatchObject({ status: 'active', currency: 'VND' });
    for (const id of [made.id, uuidv7()])
      for (const call of [get(other, id), change(other, id, { name: 'x' }), remove(other, id)])
        expect(await refusal(call)).toBe('campaigns.not_found');
    expect(await names(other)).toEqual([]);
  });

  it('say what is wrong, field by field', async () => {
    const caller = callerOf();
    const { id } = await make(caller, 'Right');
    for (const [sent, fault] of [
      [{ name: ' ' }, 'name campaigns.name_required'],
      [{ name: 'n'.repeat(101) }, 'name request.field_too_long'],
      [{ start_date: '' }, 'start_date campaigns.dates_required'],
      [{ end_date: undefined }, 'end_date campaigns.dates_required'],
      [{ end_date: '31.08.2026' }, 'end_date campaigns.date_invalid'],
      [{ end_date: '2026-02-30' }, 'end_date campaigns.date_invalid'],
      [{ end_date: '1969-12-31' }, 'end_date campaigns.date_invalid'],
      [{ end_date: '2026-05-31' }, 'end_date campaigns.dates_order'],
      [{ budget: -1 }, 'budget campaigns.budget_invalid'],
      [{ budget: 0.5 }, 'budget campaigns.budget_invalid'],
      [{ budget: MAX_BUDGET + 1 }, 'budget campaigns.budget_invalid'],
      [{ currency: 'GBP' }, 'currency campaigns.currency_invalid'],
      [{ status: 'over' }, 'status campaigns.status_invalid'],
      [{ target_audience: 'x'.repeat(501) }, 'target_audience request.field_too_long'],
    ] as const)
      expect(await faults(make(caller, 'Name', sent))).toEqual([fault]);
    expect(await faults(change(caller, id, { end_date: '2026-05-31' }))).toEqual(['end_date campaigns.dates_order']);
    expect(await faults(change(caller, id, { start_date: '2026-09-01' }))).toEqual([
      'start_date campaigns.dates_order',
    ]);
    expect(await faults(change(caller, id, { name: '' }))).toEqual(['name campaigns.name_required']);
    // A day is itself, the last one of all as well.
    const days = { start_date: '1970-01-01', end_date: '9999-12-31' };
    expect(await change(caller, id, { ...days, budget: MAX_BUDGET })).toMatchObject({ ...days, budget: MAX_BUDGET });
  });

  it('are changed only where they are as whoever changes them had read them', async () => {
    const caller = callerOf();
    const { id } = await make(caller, 'Read');
    const overtaken = ['name request.changed_meanwhile'];
    await change(caller, id, { name: 'Of another', status: 'completed' });
    expect(await faults(change(caller, id, { name: 'Mine', expected: { name: 'Read' } }))).toEqual(overtaken);
    expect(await faults(change(caller, id, { status: 'paused', expected: { name: 'Read' } }))).toEqual(overtaken);
    expect(await get(caller, id)).toMatchObject({ name: 'Of another', status: 'completed' });
    // The same change, or one of another field, overtakes nobody.
    const same = { name: 'Of another', budget: 5, expected: { name: 'Read', budget: 0 } };
    expect(await change(caller, id, same)).toMatchObject({ name: 'Of another', budget: 5 });
    // Of two at once that have read the same, one is made.
    const both = ['One', 'Two'].map((name) => change(caller, id, { name, expected: { name: 'Of another' } }));
    const made = await Promise.allSettled(both);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('begin once for a key, and are no more than there may be, whoever begins them at once', async () => {
    const caller = callerOf();
    const key = { idempotency_key: 'once' };
    const twice = await Promise.all([make(caller, 'Same', key), make(caller, 'Same', key)]);
    expect(twice[0]).toEqual(twice[1]);
    expect(await refusal(make(caller, 'Other', key))).toBe('request.idempotency_mismatch');
    // Another workspace's key is another one.
    expect((await make(callerOf(), 'Same', key)).id).not.toBe(twice[0].id);
    await links.query(
      `INSERT INTO campaigns (workspace_id, id, user_id, name, description, status, start_date, end_date, target_audience, budget, currency)
       SELECT $1, gen_random_uuid(), $1, 'C' || n, '', 'draft', '2026-01-01', '2026-01-02', '', 0, 'USD' FROM generate_series(1, $2::int) n`,
      [caller.workspace_id, MOST_CAMPAIGNS - 2],
    );
    const more = ['a', 'b', 'c'].map((name) => make(caller, name));
    expect(await outcomes(more)).toEqual({ none: 1, 'campaigns.limit_reached': 2 });
    // A deleted one makes room.
    await remove(caller, twice[0].id);
    await make(caller, 'd');
  });

  it('are listed by page, word, status and order, with what they come to in all', async () => {
    const caller = callerOf();
    const made = [
      await make(caller, 'Đèn lồng 100%', { status: 'active', budget: 1_050, currency: 'USD' }),
      await make(caller, 'autumn', { status: 'active', budget: 2_000, currency: 'VND' }),
      await make(caller, 'Spring', { status: 'paused', budget: 25, currency: 'USD' }),
    ];
    expect(await names(caller)).toEqual(['Spring', 'autumn', 'Đèn lồng 100%']);
    expect(await names(caller, { sort: 'oldest', limit: 2 })).toEqual(['Đèn lồng 100%', 'autumn']);
    expect(await names(caller, { sort: 'name' })).toEqual(['autumn', 'Đèn lồng 100%', 'Spring']);
    expect(await names(caller, { search: 'DEN LONG' })).toEqual(['Đèn lồng 100%']);
    expect(await names(caller, { search: '%' })).toEqual(['Đèn lồng 100%']);
    expect(await names(caller, { search: '_' })).toEqual([]);
    expect(await names(caller, { status: 'active', page: 2, limit: 1 })).toEqual(['Đèn lồng 100%']);
    const { pagination, summary } = await list(caller, { status: 'paused', limit: 2 });
    expect(pagination).toEqual({ page: 1, limit: 2, total: 1, total_pages: 1 });
    expect(summary).toEqual({
      campaigns: 3,
      active: 2,
      links_count: 0,
      clicks_count: 0,
      budgets: [
        { currency: 'USD', budget: 1_075 },
        { currency: 'VND', budget: 2_000 },
      ],
    });
    const [first, second] = made;
    const [one, two, three] = await links.createMany(3, caller, { campaign_id: second?.id });
    await update(caller, three?.id ?? '', { campaign_id: first?.id ?? null });
    await clicked(caller, { [one?.id ?? '']: 4, [two?.id ?? '']: 3, [three?.id ?? '']: 5 });
    expect(await names(caller, { sort: 'most_clicks' })).toEqual(['autumn', 'Đèn lồng 100%', 'Spring']);
    const listed = await list(caller, { sort: 'oldest' });
    expect(listed.data.map(({ links_count, clicks_count }) => [links_count, clicks_count])).toEqual([
      [1, 5],
      [2, 7],
      [0, 0],
    ]);
    expect(listed.summary).toMatchObject({ links_count: 3, clicks_count: 12 });
    expect(listed.data[0]?.clicks_as_of).not.toBeNull();
  });

  it('are named by word or by their ids, the newest first, and those of others and deleted ones are not', async () => {
    const [caller, other] = [callerOf(), callerOf()];
    const theirs = await make(other, 'Hè của họ');
    const first = await make(caller, 'Hè 2026', { status: 'active' });
    const second = await make(caller, '100% off');
    const gone = await make(caller, 'Gone');
    await remove(caller, gone.id);
    const named = async (query: RpcRequest<typeof listCampaignNamesRpc> = {}) =>
      (await links.call(listCampaignNamesRpc, query, caller)).data;
    const [one, two] = [
      { id: first.id, name: 'Hè 2026', status: 'active' },
      { id: second.id, name: '100% off', status: 'draft' },
    ];
    expect(await named()).toEqual([two, one]);
    expect(await named({ limit: 1 })).toEqual([two]);
    expect(await named({ search: 'HE' })).toEqual([one]);
    expect(await named({ search: '%' })).toEqual([two]);
    expect(await named({ ids: [theirs.id, first.id, gone.id, uuidv7()].join() })).toEqual([one]);
    for (const ids of ['', 'x', `${first.id},`, Array<string>(101).fill(first.id).join()])
      expect(await refusal(named({ ids }))).toBe('request.invalid');
  });

  it('leave with their account, and are taken along before', async () => {
    const caller = callerOf();
    const { id } = await make(caller, 'Gone', { budget: 5 });
    await remove(caller, (await make(caller, 'Deleted')).id);
    const portion = await links.call(linksExportPortionRpc, { table: 'campaigns', from: null }, caller);
    expect(portion.rows).toHaveLength(1);
    expect(JSON.stringify(portion.rows)).toContain(id);
    await links.publish(userDeleted, {
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      deleted_at: new Date().toISOString(),
      version: 2,
    });
    await eventually(async () =>
      expect(await links.query('SELECT FROM campaigns WHERE workspace_id = $1', [caller.workspace_id])).toEqual([]),
    );
  });
});

describe('links of a campaign', () => {
  it('are put in when they are made and when they are changed, one or many, and taken out', async () => {
    const caller = callerOf();
    const { id: campaign_id } = await make(caller, 'Summer');
    const made = await links.create(caller, { campaign_id });
    const plain = await links.create(caller);
    expect([made.campaign_id, plain.campaign_id]).toEqual([campaign_id, null]);
    expect((await update(caller, plain.id, { campaign_id: campaign_id.toUpperCase() })).campaign_id).toBe(campaign_id);
    expect(await idsIn(caller, campaign_id)).toEqual([plain.id, made.id]);
    expect((await get(caller, campaign_id)).links_count).toBe(2);
    const bulk = (action: object) =>
      links.call(
        changeLinksRpc,
        {
          request: { ids: [made.id, plain.id], action: 'set-campaign', ...action },
          idempotency_key: null,
          language: 'en',
        },
        caller,
      );
    await update(caller, plain.id, { campaign_id: null });
    const changed = async (action: object) => (await bulk(action)).data.map((one) => one.changed);
    expect(await changed({ campaign_id })).toEqual([false, true]);
    const undone = await bulk({ campaign_id: null, expected: { campaign_id: uuidv7() } });
    expect(undone.data.map(({ code }) => code)).toEqual(Array(2).fill('request.changed_meanwhile'));
    expect(await changed({ campaign_id: null, expected: { campaign_id } })).toEqual([true, true]);
    expect(await changed({ campaign_id: null, expected: { campaign_id } })).toEqual([false, false]);
    expect(await idsIn(caller, campaign_id)).toEqual([]);
    expect(await faults(bulk({}))).toEqual(['request.campaign_id request.field_required']);
    expect(await faults(bulk({ campaign_id: uuidv7() }))).toEqual(['campaign_id links.campaign_unavailable']);
  });

  it("are in no other workspace's campaign, no unknown and no deleted one", async () => {
    const [caller, other] = [callerOf(), callerOf()];
    const theirs = await make(other, 'Theirs');
    const gone = await make(caller, 'Gone');
    await remove(caller, gone.id);
    const link = await links.create(caller);
    for (const campaign_id of [theirs.id, gone.id, uuidv7()]) {
      const fault = ['campaign_id links.campaign_unavailable'];
      expect(await faults(links.create(caller, { campaign_id }))).toEqual(fault);
      expect(await faults(update(caller, link.id, { campaign_id }))).toEqual(fault);
    }
    expect(await idsIn(other, theirs.id)).toEqual([]);
    await links.create(other, { campaign_id: theirs.id });
    expect(await idsIn(caller, theirs.id)).toEqual([]);
  });

  it('are listed in every order, by word, status and page', async () => {
    const caller = callerOf();
    const { id: campaign_id } = await make(caller, 'Summer');
    const ids: string[] = [];
    for (const title of ['a one', 'b two', 'c one', 'd two']) {
      ids.push((await links.create(caller, { title, campaign_id })).id);
      await links.create(caller, { title });
    }
    const [a = '', b = '', c = '', d = ''] = ids;
    await update(caller, b, { is_active: false });
    await clicked(caller, { [c]: 3, [a]: 1 });
    expect(await idsIn(caller, campaign_id)).toEqual([d, c, b, a]);
    expect(await idsIn(caller, campaign_id, { sort: 'oldest' })).toEqual([a, b, c, d]);
    expect(await idsIn(caller, campaign_id, { sort: 'most_clicks' })).toEqual([c, a, d, b]);
    expect(await idsIn(caller, campaign_id, { sort: 'fewest_clicks' })).toEqual([d, b, a, c]);
    expect(await idsIn(caller, campaign_id, { status: 'paused' })).toEqual([b]);
    expect(await idsIn(caller, campaign_id, { status: 'active', sort: 'most_clicks' })).toEqual([c, a, d]);
    expect(await idsIn(caller, campaign_id, { search: 'one' })).toEqual([c, a]);
    const page = await links.call(listLinksRpc, { campaign_id, limit: 3 }, caller);
    expect(page.pagination).toMatchObject({ total: 4, total_pages: 2, total_is_least: false });
    const after = page.pagination.next_starting_after ?? '';
    expect(await idsIn(caller, campaign_id, { starting_after: after })).toEqual([a]);
  });

  it('stay when it is deleted, in none, and their history says who did it', async () => {
    const caller = callerOf();
    const { id: campaign_id } = await make(caller, 'Summer', { description: 'Of people', target_audience: 'People' });
    const { id } = await links.create(caller, { campaign_id });
    await remove(caller, campaign_id);
    expect(await campaignOf(caller, id)).toBeNull();
    expect(await refusal(get(caller, campaign_id))).toBe('campaigns.not_found');
    expect(await refusal(remove(caller, campaign_id))).toBe('campaigns.not_found');
    expect(await list(caller)).toMatchObject({ data: [], pagination: { total: 0 }, summary: { campaigns: 0 } });
    // What people wrote does not wait for its links.
    expect(
      await links.query('SELECT name, description, target_audience FROM campaigns WHERE id = $1', [campaign_id]),
    ).toEqual([{ name: '', description: '', target_audience: '' }]);
    const [newest] = (await links.call(listLinkVersionsRpc, { id }, caller)).data;
    expect(newest).toMatchObject({
      by: { kind: 'member', user_id: caller.user_id },
      changes: [{ field: 'campaign_id', before: campaign_id, after: null }],
    });
    // What was changed before is restored without it.
    await update(caller, id, { title: 'New' });
    const compared = await links.call(compareLinkVersionRpc, { id, version: 1 }, caller);
    expect(compared.restorable.map(({ field }) => field)).toEqual(['title']);
    expect(compared.others.map(({ field }) => field)).toEqual(['campaign_id']);
    const restored = await links.call(restoreLinkVersionRpc, { id, version: 1, idempotency_key: null }, caller);
    expect(restored).toMatchObject({ title: '', campaign_id: null });
  });

  it('leave a deleted one also where there are many, or somebody put one in at that moment', async () => {
    const caller = callerOf();
    const { id: campaign_id } = await make(caller, 'Large');
    const { id } = await links.create(caller, { campaign_id });
    await links.query(
      `INSERT INTO short_links SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'short_code', 'many' || n))).*
       FROM short_links AS l, generate_series(1, 1500) AS n WHERE l.tenant_id = $1 AND l.id = $2`,
      [caller.workspace_id, id],
    );
    expect((await get(caller, campaign_id)).links_count).toBe(1_501);
    await remove(caller, campaign_id);
    const left = () =>
      links.query('SELECT FROM short_links WHERE tenant_id = $1 AND campaign_id = $2', [
        caller.workspace_id,
        campaign_id,
      ]);
    await eventually(async () => expect(await left()).toEqual([]), { timeoutMs: 30_000 });
    // It had seen the campaign before it was deleted.
    const putIn = () =>
      links.query('UPDATE short_links SET campaign_id = $2 WHERE tenant_id = $1 AND id = $3', [
        caller.workspace_id,
        campaign_id,
        id,
      ]);
    // Until it is taken out, whoever changes it may send what it has.
    await eventually(async () => {
      await putIn();
      expect(await update(caller, id, { title: 'Later', campaign_id })).toMatchObject({ title: 'Later', campaign_id });
    });
    await putIn();
    await links.query(`UPDATE campaigns SET deleted_at = now() - interval '2 hours' WHERE id = $1`, [campaign_id]);
    const other = await links.start();
    try {
      await eventually(async () => expect(await left()).toEqual([]), { timeoutMs: 30_000 });
      await eventually(async () =>
        expect(await links.query('SELECT FROM campaigns WHERE id = $1', [campaign_id])).toEqual([]),
      );
    } finally {
      await other.stop();
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  type Caller,
  deleteLinkRpc,
  getLinkRpc,
  getLinksByIdsRpc,
  getQuotaRpc,
  listLinksRpc,
  type RpcRequest,
  resolveRouteRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import { verify } from '@node-rs/argon2';
import { callerOf, eventually, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
type Changes = RpcRequest<typeof updateLinkRpc>['changes'];
const update = (caller: Caller, id: string, changes: Changes) => links.call(updateLinkRpc, { id, changes }, caller);
const list = (caller: Caller, query: RpcRequest<typeof listLinksRpc> = {}) => links.call(listLinksRpc, query, caller);
const get = (caller: Caller, id: string) => links.call(getLinkRpc, { id }, caller);
const titles = async (caller: Caller, query: RpcRequest<typeof listLinksRpc>) =>
  (await list(caller, query)).data.map(({ title }) => title);

describe('reading links', () => {
  it('lists pages, newest first', async () => {
    const caller = callerOf();
    for (let i = 1; i <= 12; i += 1) await links.create(caller, { title: `${i}` });
    const first = await list(caller, { limit: 10 });
    expect(first.data.map(({ title }) => title)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(first.pagination).toMatchObject({ page: 1, limit: 10, total: 12, total_pages: 2 });
    expect(await titles(caller, { page: 2, limit: 10 })).toEqual(['2', '1']);
    expect(await titles(caller, { page: 3, limit: 10 })).toEqual([]);
    expect(await titles(caller, { sort: 'oldest', limit: 2 })).toEqual(['1', '2']);
    expect(first.data[0]).toEqual(await get(caller, first.data[0]?.id ?? ''));
  });

  it('searches code, destination and title as text, whatever its case', async () => {
    const caller = callerOf();
    const mine = caller.user_id.slice(-12);
    await links.create(caller, { title: 'code', custom_code: `summer_${mine}` });
    await links.create(caller, { title: 'destination', url: 'https://example.com/Winter?rate=50%25' });
    await links.create(caller, { title: 'Autumn 100%', custom_code: `summer-${mine}` });
    const search = (text: string) => titles(caller, { search: text });
    expect(await search('SUMMER')).toEqual(['Autumn 100%', 'code']);
    expect(await search('summer_')).toEqual(['code']);
    expect(await search('winter')).toEqual(['destination']);
    expect(await search('100%')).toEqual(['Autumn 100%']);
    expect(await search('%')).toEqual(['Autumn 100%', 'destination']);
    expect(await search('\\')).toEqual([]);
    expect(await search('nothing')).toEqual([]);
    expect((await list(caller, { search: 'summer', limit: 1 })).pagination).toMatchObject({ total: 2, total_pages: 2 });
  });

  it('finds a link by its address as the list shows it, with and without scheme, on its own host alone', async () => {
    const caller = callerOf();
    const code = `Sale_${caller.user_id.slice(-12)}`;
    const second = await links.create(caller, { title: 'second', custom_code: code, domain_id: links.second.id });
    const main = await links.create(caller, { title: 'main', custom_code: code });
    await links.create(caller, { title: 'other', custom_code: code.replace('_', '-') });
    const search = (text: string) => titles(caller, { search: text });
    expect(await search(main.short_url)).toEqual(['main']);
    expect(await search(second.short_url)).toEqual(['second']);
    expect(await search(`go.example:8443/${code}`)).toEqual(['main']);
    expect(await search(`GO.example/${code.toLowerCase()}/`)).toEqual(['main']);
    expect(await search(`go.example:8443/${code.slice(0, 8)}`)).toEqual(['main']);
    expect(await search(`http://go.example:8443/${code}`)).toEqual(['main']);
    expect(await search(`https://go.example/${code}?x`)).toEqual(['main']);
    expect(await search(` https://go.example:8443/${code}/?utm_source=a&b=1#top `)).toEqual(['main']);
    expect(await search(`go.example/${code} main`)).toEqual([]);
    expect(await search(`https://elsewhere.example/${code}`)).toEqual([]);
    expect(await titles(callerOf(), { search: main.short_url })).toEqual([]);
  });

  it('finds a link without a domain by its address on any host', async () => {
    const caller = callerOf();
    const { id, short_code } = await links.create(caller, { title: 'anywhere' });
    await links.query(`UPDATE short_links SET host = '*', selected_domain_id = NULL WHERE id = $1`, [id]);
    expect(await titles(caller, { search: `https://elsewhere.example/${short_code}` })).toEqual(['anywhere']);
    expect(await titles(caller, { search: `https://elsewhere.example/${short_code}x` })).toEqual([]);
  });

  it('filters by state', async () => {
    const caller = callerOf();
    const paused = await links.create(caller, { title: 'paused' });
    await links.create(caller, { title: 'active' });
    await update(caller, paused.id, { is_active: false });
    expect(await titles(caller, { status: 'paused' })).toEqual(['paused']);
    expect(await titles(caller, { status: 'active' })).toEqual(['active']);
  });

  it('needs a caller', async () => {
    const { id } = await links.create(callerOf());
    const calls = [
      links.call(listLinksRpc, {}),
      links.call(getLinkRpc, { id }),
      links.call(getLinksByIdsRpc, { ids: [id] }),
      links.call(getQuotaRpc, {}),
      links.call(updateLinkRpc, { id, changes: {} }),
      links.call(deleteLinkRpc, { id }),
    ];
    for (const call of calls) expect(await refusal(call)).toBe('auth.unauthenticated');
  });
});

describe('ownership', () => {
  it("answers alike for an unknown link, another workspace's and a guest's, and changes nothing", async () => {
    const owner = callerOf();
    const stranger = callerOf();
    const admin = callerOf(undefined, { role: 'admin' });
    const link = await links.create(owner);
    const guest = await links.createGuest();
    for (const caller of [stranger, admin]) {
      for (const id of [uuidv7(), link.id, guest.id]) {
        expect(await refusal(get(caller, id))).toBe('links.not_found');
        expect(await refusal(update(caller, id, { is_active: false }))).toBe('links.not_found');
        expect(await refusal(links.call(deleteLinkRpc, { id }, caller))).toBe('links.not_found');
      }
    }
    // A workspace whose id is the tenant of a guest's link does not own it either.
    expect(await refusal(get(callerOf(guest.id), guest.id))).toBe('links.not_found');
    expect((await list(stranger)).data).toEqual([]);
    expect((await links.call(getLinksByIdsRpc, { ids: [link.id, guest.id, uuidv7()] }, stranger)).data).toEqual([]);
    expect((await links.call(getLinksByIdsRpc, { ids: [link.id, guest.id, uuidv7()] }, owner)).data).toEqual([link]);
    expect(await get(owner, link.id)).toEqual(link);
  });

  it('is of the workspace: another member may change the link', async () => {
    const owner = callerOf();
    const member = callerOf(owner.workspace_id, { user_id: uuidv7() });
    const link = await links.create(owner);
    expect(await update(member, link.id, { title: 'Ours' })).toMatchObject({ title: 'Ours', user_id: owner.user_id });
  });
});

describe('changing a link', () => {
  it('changes what is sent and keeps the rest', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { title: 'Old', description: 'Kept', max_clicks: 3, password: 'one' });
    const changed = await update(caller, link.id, {
      url: 'https://example.com/new',
      title: 'New',
      device_targeting: { desktop: 'https://d.example/' },
      is_active: false,
    });
    expect(changed).toEqual({
      ...link,
      original_url: 'https://example.com/new',
      title: 'New',
      device_targeting: { desktop: 'https://d.example/' },
      is_active: false,
      updated_at: changed.updated_at,
    });
    expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(link.updated_at));
    expect(await get(caller, link.id)).toEqual(changed);
  });

  it('takes values off with null, and an empty code changes nothing', async () => {
    const caller = callerOf();
    const link = await links.create(caller, {
      password: 'one',
      max_clicks: 3,
      expires_at: '2099-01-01T00:00:00Z',
      device_targeting: { mobile: 'https://m.example/' },
      starts_at: '2098-01-01T00:00:00Z',
      fallback_url: 'https://example.com/over',
      hide_referrer: true,
      query_passing: 'replace',
      countdown_seconds: 60,
      custom_preview: { description: 'Shown' },
      system_targeting: { android: 'https://a.example/' },
      location_targeting: { VN: 'https://vn.example/', other: 'https://o.example/' },
      is_cloaked: true,
      deep_links: { ios: 'myapp://page/1', android: 'https://a.example/app' },
      trackers: { google_analytics: 'G-ABC1234567', google_ads: 'AW-123456789/abc', custom: 'https://p.example/a.gif' },
      ab_test: { url_b: 'https://b.example/', percent_b: 10, sticky: true, goal_link_id: null },
    });
    const bare = {
      password: null,
      max_clicks: null,
      expires_at: null,
      device_targeting: {},
      starts_at: null,
      fallback_url: null,
      hide_referrer: false,
      query_passing: 'off' as const,
      countdown_seconds: null,
      custom_preview: {},
      system_targeting: {},
      location_targeting: {},
      is_cloaked: false,
      deep_links: {},
      trackers: {},
      rules: [],
      ab_test: null,
      custom_code: '',
    };
    expect(await update(caller, link.id, bare)).toMatchObject({
      short_code: link.short_code,
      has_password: false,
      max_clicks: null,
      expires_at: null,
      device_targeting: {},
      starts_at: null,
      fallback_url: null,
      hide_referrer: false,
      query_passing: 'off',
      countdown_seconds: null,
      custom_preview: {},
      system_targeting: {},
      location_targeting: {},
      is_cloaked: false,
      deep_links: {},
      trackers: {},
      rules: [],
      ab_test: null,
    });
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(2));
    expect(links.eventsOf(link.id)[1]?.data).toMatchObject({
      route: { password_hash: null, max_clicks: null, expires_at: null, device_targeting: null, version: 2 },
      previous: null,
    });
    expect(links.eventsOf(link.id)[1]?.data.route).not.toHaveProperty('fallback_url');
    expect(links.eventsOf(link.id)[1]?.data.route).not.toHaveProperty('location_targeting');
    expect(links.eventsOf(link.id)[1]?.data.route).not.toHaveProperty('ab_test');
  });

  it('judges beginning and end as they are after the change', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { starts_at: '2098-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00Z' });
    expect(await refusal(update(caller, link.id, { starts_at: '2099-01-01T00:00:00Z' }))).toBe(
      'links.starts_after_end',
    );
    expect(await refusal(update(caller, link.id, { expires_at: '2097-01-01T00:00:00Z' }))).toBe(
      'links.starts_after_end',
    );
    const both = { starts_at: '2099-01-01T00:00:00Z', expires_at: '2099-01-02T00:00:00Z' };
    expect(await refusal(update(caller, link.id, both))).toBe('none');
    expect(await refusal(update(caller, link.id, { title: 'As before' }))).toBe('none');
    expect(await refusal(update(caller, link.id, { expires_at: '2020-01-01T00:00:00Z' }))).toBe('none');
  });

  it('sets another password and ends a link now', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { password: 'one' });
    const ended = await update(caller, link.id, { password: 'two', expires_at: '2020-01-01T00:00:00Z' });
    expect(ended.expires_at).toBe('2020-01-01T00:00:00.000Z');
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(2));
    const hash = links.eventsOf(link.id)[1]?.data.route.password_hash;
    expect(await Promise.all([verify(hash, 'two'), verify(hash, 'one')])).toEqual([true, false]);
  });

  it.each([
    [{ url: 'http://127.0.0.1/' }, 'links.url_private'],
    [{ url: 'https://second.example/x' }, 'links.url_loop'],
    [{ device_targeting: { mobile: 'http://[::1]/' } }, 'links.url_private'],
    [{ fallback_url: 'https://second.example/x' }, 'links.url_loop'],
    [{ location_targeting: { VN: 'https://second.example/x' } }, 'links.url_loop'],
    [{ custom_code: 'login' }, 'links.code_reserved'],
    [{ custom_code: 'a b' }, 'links.code_invalid'],
    [{ domain_id: '01a1f88e-6451-70bc-83d1-a2b23b92f3d8' }, 'links.domain_unavailable'],
  ])('refuses %j and leaves the link alone', async (changes, code) => {
    const caller = callerOf();
    const link = await links.create(caller);
    expect(await refusal(update(caller, link.id, changes))).toBe(code);
    expect(await get(caller, link.id)).toEqual(link);
  });

  it('counts versions without a gap or a tie when 20 changes come at once', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    await Promise.all(Array.from({ length: 20 }, (_, i) => update(caller, link.id, { title: `${i}` })));
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(21));
    const versions = links.eventsOf(link.id).map(({ data }) => data.route.version as number);
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    const newest = links.eventsOf(link.id).find(({ data }) => data.route.version === 21)?.data.route;
    expect((await links.call(resolveRouteRpc, { code: link.short_code })).routes).toEqual([newest]);
  });

  it('loses nothing when several fields are changed at once', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    const fields = [
      { title: 'Title' },
      { description: 'Description' },
      { max_clicks: 9 },
      { is_active: false },
      { url: 'https://example.com/changed' },
      { custom_code: `at-once-${caller.user_id}` },
      { domain_id: links.second.id },
      { device_targeting: { mobile: 'https://m.example/' } },
    ];
    await Promise.all(fields.map((changes) => update(caller, link.id, changes)));
    expect(await get(caller, link.id)).toMatchObject({
      title: 'Title',
      description: 'Description',
      max_clicks: 9,
      is_active: false,
      original_url: 'https://example.com/changed',
      short_url: `https://second.example/at-once-${caller.user_id}`,
      device_targeting: { mobile: 'https://m.example/' },
    });
  });

  it('changes nothing where a field is not as whoever changes it had read it', async () => {
    const caller = callerOf();
    const { id, short_code } = await links.create(caller, { title: 'Read', tags: ['a'], max_clicks: 5 });
    const expecting = (changes: Changes, expected: RpcRequest<typeof updateLinkRpc>['expected']) =>
      links.call(updateLinkRpc, { id, changes, expected }, caller);
    const overtaken = async (call: Promise<unknown>) => (await refused(call))?.errors?.map(({ field }) => field);
    await update(caller, id, { title: 'Of another', tags: ['b'], url: 'https://example.com/other' });
    const read = { url: 'https://example.com/', title: 'Read', tags: ['a'] };
    expect(await overtaken(expecting({ title: 'Mine', tags: ['c'], url: 'https://example.com/mine' }, read))).toEqual(
      Object.keys(read),
    );
    expect(await refusal(expecting({ title: 'Mine', custom_code: `${short_code}x` }, { title: 'Read' }))).toBe(
      'request.changed_meanwhile',
    );
    expect(await overtaken(expecting({ is_active: false }, { custom_code: 'other', domain_id: null }))).toEqual([
      'custom_code',
      'domain_id',
    ]);
    expect(await get(caller, id)).toMatchObject({ title: 'Of another', tags: ['b'], short_code, is_active: true });
    // The same change overtakes nobody; another field is not asked about.
    const now = { title: 'Read', max_clicks: 5, custom_code: short_code };
    expect(await expecting({ title: 'Of another', max_clicks: 6 }, now)).toMatchObject({ max_clicks: 6 });
    // Nor does the same tag in another spelling, or a test of which nobody has changed more than since when it goes on.
    const test = { url_b: 'https://example.com/b', percent_b: 30, sticky: true, goal_link_id: null };
    await links.create(caller, { tags: ['Sale'] });
    await update(caller, id, { tags: ['Sale'], ab_test: test });
    const { ab_test } = await get(caller, id);
    await update(caller, id, { url: 'https://example.com/begun-anew' });
    expect(await expecting({ tags: ['sale'] }, { tags: ['b'] })).toMatchObject({ tags: ['Sale'] });
    const changed = await expecting({ ab_test: { ...test, percent_b: 40 } }, { ab_test });
    expect(changed).toMatchObject({ ab_test: { percent_b: 40 } });
    expect(await overtaken(expecting({ ab_test: { ...test, percent_b: 50 } }, { ab_test }))).toEqual(['ab_test']);
    // Of many at once that have read the same, one is made.
    const many = Array.from({ length: 10 }, (_, n) => expecting({ title: `${n}` }, { title: 'Of another' }));
    const made = await Promise.allSettled(many);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('stays on a domain that is no longer to be had', async () => {
    const caller = callerOf();
    const leaving = { ...links.second, id: uuidv7(), domain_name: 'leaving.example' };
    await links.saveDomain(leaving, 1);
    const link = await eventually(() => links.create(caller, { domain_id: leaving.id }));
    await links.saveDomain({ ...leaving, is_active: false }, 2);
    await eventually(async () =>
      expect(await links.query('SELECT 1 FROM domains WHERE id = $1 AND NOT is_active', [leaving.id])).toHaveLength(1),
    );
    const changed = await update(caller, link.id, { domain_id: leaving.id, title: 'Still here' });
    expect(changed.short_url).toBe(link.short_url);
  });
});

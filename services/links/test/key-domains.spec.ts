import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ApiKeyPermission,
  allRpcs,
  type Caller,
  claimLinksRpc,
  deleteLinkRpc,
  getLinkRpc,
  getLinksByIdsRpc,
  getQuotaRpc,
  type Link,
  type ListLinksQuery,
  linkCreated,
  listLinksRpc,
  listWebhooksRpc,
  permissionsOfKey,
  type RpcContract,
  updateLinkRpc,
  userChanged,
  withinDomains,
} from '@linkway/contracts';
import { callerOf, deviceId, eventually, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks({ GUEST_DAILY_LIMIT: '1000' });
const OUTSIDE = 'auth.outside_key_scope';
const GONE = 'links.not_found';

type Owner = ReturnType<typeof callerOf>;
/** A key of the owner that is limited to some domains, as the gateway tells of it. */
const keyOf = (owner: Owner, domain_ids: string[], granted: ApiKeyPermission[] = ['read', 'write']): Caller => ({
  kind: 'api_key',
  user_id: owner.user_id,
  workspace_id: owner.workspace_id,
  role: 'user',
  api_key_id: uuidv7(),
  permissions: permissionsOfKey(granted).map(withinDomains),
  scope: { domain_ids },
});

let owner: Owner;
let key: Caller;
let inside: Link;
let outside: Link;
let anyHost: Link;
let others: Link;
beforeAll(async () => {
  owner = callerOf();
  key = keyOf(owner, [links.second.id]);
  inside = await links.create(owner, { domain_id: links.second.id, title: 'Summer inside' });
  outside = await links.create(owner, { domain_id: links.main.id, title: 'Summer outside' });
  anyHost = await links.create(owner, { domain_id: links.main.id, title: 'Summer anywhere' });
  await links.query('UPDATE short_links SET selected_domain_id = NULL WHERE id = $1', [anyHost.id]);
  others = await links.create(callerOf(), { domain_id: links.second.id, title: 'Summer of others' });
}, 180_000);

const get = (id: string, caller = key) => links.call(getLinkRpc, { id }, caller);
const update = (id: string, changes: object, caller = key) => links.call(updateLinkRpc, { id, changes }, caller);
const list = (query: Partial<ListLinksQuery> = {}, caller = key) => links.call(listLinksRpc, query, caller);
const idsOf = ({ data }: { data: Link[] }) => data.map(({ id }) => id);
const eventsOf = (id: string) => links.eventsOf(id).map(({ subject }) => subject);

describe('a link of a domain that the API key is not for', () => {
  it.each([
    ['of another domain', () => outside.id],
    ['that works on any host', () => anyHost.id],
    ['of another workspace', () => others.id],
    ['that never was', () => uuidv7()],
  ])('is not there: %s', async (_, idOf) => {
    const id = idOf();
    const told = [get(id), update(id, { title: 'x' }), links.call(deleteLinkRpc, { id }, key)];
    for (const each of told) expect(await refusal(each)).toBe(GONE);
    // Nor by a move to where the key may be.
    expect(await refusal(update(id, { domain_id: links.second.id }))).toBe(GONE);
    expect((await links.call(getLinksByIdsRpc, { ids: [id] }, key)).data).toEqual([]);
    expect(idsOf(await list())).not.toContain(id);
  });

  it('is as it was for its owner', async () => {
    expect(await get(outside.id, owner)).toMatchObject({ title: 'Summer outside', domain: { id: links.main.id } });
    expect(await get(anyHost.id, owner)).toMatchObject({ title: 'Summer anywhere' });
  });
});

describe('a link of a domain of the API key', () => {
  it('is read, changed and deleted', async () => {
    const made = await links.create(key, { domain_id: links.second.id.toUpperCase(), title: 'Mine' });
    expect(made).toMatchObject({ domain: { id: links.second.id }, user_id: owner.user_id });
    expect(await get(made.id)).toEqual(made);
    expect(await update(made.id, { title: 'Other', custom_code: `c-${made.short_code}` })).toMatchObject({
      title: 'Other',
      short_code: `c-${made.short_code}`,
    });
    expect(await update(made.id, { domain_id: links.second.id, title: 'Same place' })).toMatchObject({
      title: 'Same place',
    });
    expect(idsOf(await links.call(getLinksByIdsRpc, { ids: [made.id, outside.id] }, key))).toEqual([made.id]);
    await links.call(deleteLinkRpc, { id: made.id }, key);
    expect(await refusal(get(made.id))).toBe(GONE);
  });

  it('goes to no domain that the key is not for, and to any of its own', async () => {
    const made = await links.create(key, { domain_id: links.second.id });
    for (const domain_id of [links.main.id, links.rented.id, uuidv7()]) {
      const error = await refused(update(made.id, { domain_id }));
      expect(error).toMatchObject({ code: OUTSIDE, status: 403, errors: [{ field: 'domain_id', code: OUTSIDE }] });
    }
    expect(await get(made.id)).toEqual(made);
    const wide = keyOf(owner, [links.second.id, links.main.id]);
    const moved = await update(made.id, { domain_id: links.main.id }, wide);
    expect(moved.domain?.id).toBe(links.main.id);
    expect(await refusal(get(made.id))).toBe(GONE);
    await links.call(deleteLinkRpc, { id: made.id }, owner);
  });

  it('is only read by a key that only reads', async () => {
    const reader = keyOf(owner, [links.second.id], ['read']);
    expect(await get(inside.id, reader)).toMatchObject({ id: inside.id });
    expect(await refusal(update(inside.id, { title: 'x' }, reader))).toBe('auth.forbidden');
    expect(await refusal(links.create(reader, { domain_id: links.second.id }))).toBe('auth.forbidden');
  });

  it('is not changed any more once it has been moved away by somebody else', async () => {
    const made = await links.create(key, { domain_id: links.second.id, title: 'Wanted by two' });
    const away = update(made.id, { domain_id: links.main.id }, owner);
    const changes = Array.from({ length: 4 }, (_, n) => refusal(update(made.id, { title: `Change ${n}` })));
    await away;
    for (const code of await Promise.all(changes)) expect(['none', GONE]).toContain(code);
    const titled = await get(made.id, owner);
    expect(titled.domain?.id).toBe(links.main.id);
    expect(await refusal(update(made.id, { title: 'Too late' }))).toBe(GONE);
    expect((await get(made.id, owner)).title).toBe(titled.title);
  });
});

describe('a creation by an API key with domains', () => {
  it.each([
    ['on another domain', () => links.main.id],
    ['on one that no link can be made on', () => links.rented.id],
    ['on one that never was', () => uuidv7()],
  ])('is refused %s, and nothing is made', async (_, domainOf) => {
    const before = await links.call(getQuotaRpc, {}, owner);
    const error = await refused(links.create(key, { domain_id: domainOf() }, `key-${domainOf()}`));
    expect(error).toMatchObject({ code: OUTSIDE, status: 403, errors: [{ field: 'domain_id', code: OUTSIDE }] });
    expect(await links.call(getQuotaRpc, {}, owner)).toEqual(before);
  });

  it('without a domain is on the default one, where the key is for that', async () => {
    const one = callerOf();
    expect(await refused(links.create(keyOf(one, [links.second.id])))).toMatchObject({
      code: OUTSIDE,
      errors: [{ field: 'domain_id' }],
    });
    const made = await links.create(keyOf(one, [links.main.id]));
    expect(made.domain?.id).toBe(links.main.id);

    const chosen = await links.workspace(100);
    const { user_id, workspace_id } = chosen;
    const plan = { role: 'user', status: 'active', subscription_type: 'basic', monthly_links_limit: 100 } as const;
    const settings = { default_domain: links.second.id, auto_delete_links_since: null };
    await links.publish(userChanged, { user_id, account: { workspace_id, ...plan, ...settings, version: 2 } });
    await eventually(async () =>
      expect((await links.create(keyOf(chosen, [links.second.id]))).domain?.id).toBe(links.second.id),
    );
    expect(await refusal(links.create(keyOf(chosen, [links.main.id])))).toBe(OUTSIDE);
  });

  it('tells no answer to an Idempotency-Key of a link that is not there for it', async () => {
    const one = callerOf();
    const request = { url: 'https://example.com/hidden' };
    const first = await links.create(one, request, 'order-7');
    expect(first.domain?.id).toBe(links.main.id);
    const hidden = await refused(links.create(keyOf(one, [links.second.id]), request, 'order-7'));
    expect(hidden).toMatchObject({ code: OUTSIDE });
    expect(JSON.stringify(hidden)).not.toContain(first.short_code);
    expect(await links.create(keyOf(one, [links.main.id]), request, 'order-7')).toEqual(first);
    const named = { ...request, domain_id: links.main.id };
    await links.create(one, named, 'order-8');
    expect(await refusal(links.create(keyOf(one, [links.second.id]), named, 'order-8'))).toBe(OUTSIDE);
  });

  it('leaves guests’ links of other domains with the guest', async () => {
    const device_id = deviceId();
    const here = await links.createGuest({ device_id, domain_id: links.second.id });
    const there = await links.createGuest({ device_id, domain_id: links.main.id });
    const claim = { device_id, link_ids: [here.id, there.id] };
    const told = { claimed: [here.id], refused: [{ id: there.id, code: GONE }] };
    expect(await links.call(claimLinksRpc, claim, key)).toEqual(told);
    expect(await links.call(claimLinksRpc, claim, key)).toEqual(told);
    expect(await get(here.id)).toMatchObject({ domain: { id: links.second.id } });
    expect(await links.call(claimLinksRpc, claim, owner)).toEqual({ claimed: [here.id, there.id], refused: [] });
    // Asked for once more: it is the workspace's now, and still not there for the key.
    expect(await links.call(claimLinksRpc, claim, key)).toEqual(told);
  });
});

describe('the list of an API key with domains', () => {
  let one: Owner;
  let mine: Caller;
  const expected: string[] = [];
  beforeAll(async () => {
    one = callerOf();
    mine = keyOf(one, [links.second.id]);
    for (let n = 0; n < 5; n += 1) {
      const made = await links.create(one, { domain_id: links.second.id, title: `Mine ${n}` });
      const theirs = await links.create(one, { domain_id: links.main.id, title: `Theirs ${n}` });
      if (n % 2 === 1) for (const { id } of [made, theirs]) await update(id, { is_active: false }, one);
      expected.unshift(made.id);
    }
  }, 60_000);

  it('has its links alone, and counts them alone', async () => {
    const whole = await list({}, mine);
    expect(idsOf(whole)).toEqual(expected);
    expect(whole.pagination).toMatchObject({ total: 5, total_pages: 1, next_starting_after: null });
    expect((await list({ sort: 'oldest' }, mine)).data.map(({ title }) => title)[0]).toBe('Mine 0');
    expect((await list({ status: 'active' }, mine)).pagination.total).toBe(3);
    expect((await list({ status: 'paused' }, mine)).pagination.total).toBe(2);
    expect((await list({}, one)).pagination.total).toBe(10);
    expect((await list({}, keyOf(one, [links.rented.id]))).pagination.total).toBe(0);
    expect((await list({}, keyOf(one, [links.second.id, links.main.id]))).pagination.total).toBe(10);
  });

  it('is read page by page, by number and from a place', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 2 }, mine)));
    expect(pages.flatMap(idsOf)).toEqual(expected);
    expect(pages.map(({ pagination }) => pagination.total)).toEqual([5, 5, 5]);
    const read: string[] = [];
    for (let place: string | null | undefined; place !== null; ) {
      const page = await list({ limit: 2, ...(place && { starting_after: place }) }, mine);
      read.push(...idsOf(page));
      place = page.pagination.next_starting_after ?? null;
    }
    expect(read).toEqual(expected);
  });

  it.each(['Mine', 'Theirs', 'e', 'ines'])('finds none of others for %s', async (search) => {
    const found = await list({ search }, mine);
    const wanted = (await list({ search }, one)).data.filter(({ domain }) => domain?.id === links.second.id);
    expect(idsOf(found)).toEqual(wanted.map(({ id }) => id));
    expect(found.pagination.total).toBe(wanted.length);
  });

  it('finds none by the address of another one', async () => {
    const [theirs] = (await list({ search: 'Theirs' }, one)).data;
    expect((await list({ search: theirs?.short_url ?? '' }, one)).data).toHaveLength(1);
    expect(await list({ search: theirs?.short_url ?? '' }, mine)).toMatchObject({ data: [], pagination: { total: 0 } });
  });
});

describe('what tells of all domains', () => {
  it('is refused to it: counts of the workspace, and webhooks', async () => {
    expect(await refusal(links.call(getQuotaRpc, {}, key))).toBe(OUTSIDE);
    expect(await refusal(links.call(listWebhooksRpc, {}, key))).toBe(OUTSIDE);
  });

  it.each(allRpcs.filter(({ owner: of, permission }) => of === 'links' && permission?.startsWith('links:')))(
    '$subject lets it in as its contract says, and never by the permission alone',
    async (contract) => {
      const raw = { ...contract, request: { safeParse: () => ({ success: true }) } } as unknown as RpcContract;
      const nothing = { id: 'none', ids: 'none', page: 'none', link: 'none', url: 0, events: 0 };
      const told = await refusal(links.call(raw, nothing, key));
      if (contract.scopes === 'kept') expect(told).toBe('request.invalid');
      else expect(told).toBe(OUTSIDE);
      // As it would come from a release that drops what it does not know.
      const { scope: _, ...stripped } = key as Extract<Caller, { kind: 'api_key' }>;
      expect(await refusal(links.call(raw, nothing, stripped))).toBe('auth.forbidden');
    },
  );
});

it('makes links whose events name the key', async () => {
  const made = await links.create(key, { domain_id: links.second.id });
  await eventually(() => expect(eventsOf(made.id)).toEqual([linkCreated.subject]));
  expect(links.eventsOf(made.id)[0]?.actor).toMatchObject({ kind: 'api_key' });
});

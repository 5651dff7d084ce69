import { describe, expect, it } from '@jest/globals';
import { type Caller, changeLinksRpc, getLinkRpc, listTagsRpc, type RpcInput, updateLinkRpc } from '@linkway/contracts';
import { callerOf, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks({ CHANGES_PER_HOUR: '40' });
type Request = RpcInput<typeof changeLinksRpc>['request'];
const bulk = (caller: Caller, request: Request, key: string | null = null) =>
  links.call(changeLinksRpc, { request, idempotency_key: key, language: 'en' }, caller);
const get = (caller: Caller, id: string) => links.call(getLinkRpc, { id }, caller);
async function three(caller: Caller, over: { tags?: string[] } = {}) {
  const made = [await links.create(caller, over), await links.create(caller, over), await links.create(caller, over)];
  return made.map(({ id }) => id);
}

describe('the same change of many links', () => {
  it('pauses and activates them, and says what it changed', async () => {
    const caller = callerOf();
    const ids = await three(caller);
    const [first = '', second = '', third = ''] = ids;
    await links.call(updateLinkRpc, { id: second, changes: { is_active: false } }, caller);
    const { data } = await bulk(caller, { ids, action: 'pause' });
    expect(data).toEqual([
      { id: first, changed: true, code: null, detail: null },
      { id: second, changed: false, code: null, detail: null },
      { id: third, changed: true, code: null, detail: null },
    ]);
    for (const id of ids) expect((await get(caller, id)).is_active).toBe(false);
    await bulk(caller, { ids, action: 'activate' });
    for (const id of ids) expect((await get(caller, id)).is_active).toBe(true);
  });

  it('takes a link once, however its id is written, and says how many there may be', async () => {
    const caller = callerOf();
    const [first = ''] = await three(caller);
    const { data } = await bulk(caller, { ids: [first.toUpperCase(), first], action: 'pause' });
    expect(data).toEqual([{ id: first, changed: true, code: null, detail: null }]);
    for (const ids of [[], Array.from({ length: 101 }, () => uuidv7())])
      expect((await refused(bulk(caller, { ids, action: 'pause' })))?.errors).toEqual([
        expect.objectContaining({ code: 'links.bulk_size' }),
      ]);
  });

  it('refuses each by itself: of another workspace, unknown, and gone', async () => {
    const caller = callerOf();
    const [mine = '', gone = ''] = await three(caller);
    const [theirs = ''] = await three(callerOf());
    await bulk(caller, { ids: [gone], action: 'delete' });
    const { data } = await bulk(caller, { ids: [theirs, uuidv7(), gone, mine], action: 'delete' });
    expect(data.map(({ code }) => code)).toEqual(['links.not_found', 'links.not_found', 'links.not_found', null]);
    expect(await refusal(get(caller, mine))).toBe('links.not_found');
  });

  it('adds and takes off tags beside those that a link has, and tells which', async () => {
    const caller = callerOf();
    const ids = await three(caller, { tags: ['News'] });
    const added = await bulk(caller, { ids, action: 'add-tags', tags: ['NEWS', 'Summer'] });
    expect(added.data.map(({ tags }) => tags)).toEqual([['Summer'], ['Summer'], ['Summer']]);
    expect((await get(caller, ids[0] ?? '')).tags).toEqual(['News', 'Summer']);
    const taken = await bulk(caller, { ids, action: 'remove-tags', tags: ['news', 'other'] });
    expect(taken.data.map(({ tags }) => tags)).toEqual([['News'], ['News'], ['News']]);
    expect((await links.call(listTagsRpc, {}, caller)).data).toEqual([{ tag: 'Summer', links_count: 3 }]);
  });

  it('gives no link more tags than it may have', async () => {
    const caller = callerOf();
    const ten = Array.from({ length: 10 }, (_, n) => `tag ${n}`);
    const full = await links.create(caller, { tags: ten });
    const free = await links.create(caller);
    const { data } = await bulk(caller, { ids: [full.id, free.id], action: 'add-tags', tags: ['one more'] });
    expect(data.map(({ code }) => code)).toEqual(['links.tags_too_many', null]);
    expect((await get(caller, full.id)).tags).toEqual(ten);
  });

  it('loses no tag that others give a link in the same moment', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    await Promise.all(names.map((tag) => bulk(caller, { ids: [id], action: 'add-tags', tags: [tag] })));
    expect([...((await get(caller, id)).tags ?? [])].sort()).toEqual(names);
  });

  it('sets a time limit, and takes it off', async () => {
    const caller = callerOf();
    const ids = await three(caller);
    const expires_at = '2100-01-01T00:00:00.000Z';
    expect((await bulk(caller, { ids, action: 'set-expiry', expires_at })).data.every(({ changed }) => changed)).toBe(
      true,
    );
    expect((await get(caller, ids[1] ?? '')).expires_at).toBe(expires_at);
    expect((await bulk(caller, { ids, action: 'set-expiry', expires_at })).data.some(({ changed }) => changed)).toBe(
      false,
    );
    await bulk(caller, { ids, action: 'set-expiry', expires_at: null });
    expect((await get(caller, ids[1] ?? '')).expires_at).toBeNull();
    const past = bulk(caller, { ids, action: 'set-expiry', expires_at: '2020-01-01T00:00:00.000Z' });
    expect(await refusal(past)).toBe('links.expires_in_past');
  });

  it('moves links to another domain but for one whose code is taken there', async () => {
    const caller = callerOf();
    const code = `mv-${caller.user_id.slice(-12)}`;
    await links.create(callerOf(), { custom_code: code, domain_id: links.second.id });
    const stays = await links.create(caller, { custom_code: code });
    const goes = await links.create(caller);
    const { data } = await bulk(caller, { ids: [stays.id, goes.id], action: 'move', domain_id: links.second.id });
    expect(data.map(({ changed, code: why }) => [changed, why])).toEqual([
      [false, 'links.code_taken'],
      [true, null],
    ]);
    expect((await get(caller, goes.id)).domain?.id).toBe(links.second.id);
  });

  it('gives the first answer again to a key, and refuses it to another request', async () => {
    const caller = callerOf();
    const ids = await three(caller);
    const first = await bulk(caller, { ids, action: 'delete' }, 'bulk-key-1');
    expect(await bulk(caller, { ids, action: 'delete' }, 'bulk-key-1')).toEqual(first);
    const other = bulk(caller, { ids, action: 'pause' }, 'bulk-key-1');
    expect(await refusal(other)).toBe('request.idempotency_mismatch');
  });

  it('counts each change against the limit of the hour, and leaves the rest as they are', async () => {
    const caller = callerOf();
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push((await links.create(caller)).id);
    const { data } = await bulk(caller, { ids, action: 'pause' }, 'bulk-key-2');
    expect(data.filter(({ changed }) => changed)).toHaveLength(10);
    expect(data.slice(10).every(({ code }) => code === 'links.changes_exceeded')).toBe(true);
    expect((await get(caller, ids[29] ?? '')).is_active).toBe(true);
  });

  it('asks for what its action needs', async () => {
    const caller = callerOf();
    const ids = [uuidv7()];
    for (const action of ['add-tags', 'set-expiry', 'move'] as const) {
      expect(await refusal(bulk(caller, { ids, action }))).toBe('request.invalid');
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  type Caller,
  changeLinksRpc,
  compareLinkVersionRpc,
  deleteLinkRpc,
  getLinkRpc,
  type Link,
  listLinkVersionsRpc,
  restoreLinkVersionRpc,
  type UpdateLink,
  updateLinkRpc,
} from '@linkway/contracts';
import { eventually } from '@linkway/platform/testkit';
import { VersionKeeping } from '../src/history/version-keeping.js';
import { LinkMover } from '../src/link/link.mover.js';
import { callerOf, outcomes, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks({ CHANGES_PER_HOUR: '500' });

const get = (caller: Caller, id: string): Promise<Link> => links.call(getLinkRpc, { id }, caller);
const update = (caller: Caller, id: string, changes: UpdateLink) => links.call(updateLinkRpc, { id, changes }, caller);
const history = (caller: Caller, id: string, page: { limit?: number; starting_after?: number } = {}) =>
  links.call(listLinkVersionsRpc, { id, limit: 20, ...page }, caller);
const versions = async (caller: Caller, id: string) => (await history(caller, id, { limit: 100 })).data;
const compare = (caller: Caller, id: string, version: number) =>
  links.call(compareLinkVersionRpc, { id, version }, caller);
const restore = (caller: Caller, id: string, version: number, idempotency_key: string | null = null) =>
  links.call(restoreLinkVersionRpc, { id, version, idempotency_key }, caller);
const keyOf = (workspace: string, domainIds?: string[]): Caller => ({
  kind: 'api_key',
  user_id: workspace,
  workspace_id: workspace,
  role: 'user',
  api_key_id: uuidv7(),
  ...(domainIds
    ? { scope: { domain_ids: domainIds }, permissions: ['links:read@domains', 'links:write@domains'] }
    : { permissions: ['links:read', 'links:write'] }),
});

describe('the history of a link', () => {
  it('costs a new link nothing, and begins with it', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    expect(await links.query('SELECT 1 FROM link_versions WHERE link_id = $1', [link.id])).toEqual([]);
    expect(await history(caller, link.id)).toEqual({
      data: [
        {
          version: 1,
          kind: 'created',
          at: link.created_at,
          by: { kind: 'member', user_id: caller.user_id, api_key_id: null },
          is_scheduled: false,
          restored_version: null,
          changes: [],
        },
      ],
      next_starting_after: null,
    });
  });

  it('has who changed what, and when, the newest first, with each value as it was and as it became', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller, { title: 'First', tags: ['a'] });
    await update(caller, id, { url: 'https://example.org/two', title: 'Second' });
    const key = keyOf(caller.workspace_id);
    await update(key, id, { expires_at: '2100-01-01T07:00:00+07:00', tags: ['b'], is_active: false });
    await update({ ...caller, impersonator_id: uuidv7() }, id, {
      rules: [RULE],
      device_targeting: { mobile: 'https://m.example.org/' },
    });
    const [fourth, third, second, first, ...rest] = await versions(caller, id);
    expect(rest).toEqual([]);
    expect(fourth).toMatchObject({
      version: 4,
      kind: 'changed',
      by: { kind: 'administrator', user_id: caller.user_id },
      changes: [
        { field: 'device_targeting', before: {}, after: { mobile: 'https://m.example.org/' } },
        { field: 'rules', before: [], after: [RULE] },
      ],
    });
    expect(third?.by).toEqual({
      kind: 'api_key',
      user_id: caller.user_id,
      api_key_id: key.kind === 'api_key' ? key.api_key_id : '',
    });
    expect(third?.changes).toEqual([
      { field: 'tags', before: ['a'], after: ['b'] },
      { field: 'expires_at', before: null, after: '2100-01-01T00:00:00.000Z' },
      { field: 'is_active', before: true, after: false },
    ]);
    expect(second).toMatchObject({ version: 2, by: { kind: 'member', user_id: caller.user_id } });
    expect(second?.changes).toEqual([
      { field: 'original_url', before: 'https://example.com/', after: 'https://example.org/two' },
      { field: 'title', before: 'First', after: 'Second' },
    ]);
    expect(Math.abs(Date.parse(second?.at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(first).toMatchObject({ version: 1, kind: 'created' });
  });

  it('has no version of a change to what the link is already', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller, { title: 'Same' });
    await update(caller, id, { title: 'Same', is_active: true });
    expect(await versions(caller, id)).toHaveLength(1);
  });

  it('tells of a password that it was set, changed and taken off, and keeps none', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    for (const password of ['first secret', 'second secret', null]) await update(caller, id, { password });
    const told = await versions(caller, id);
    expect(told.map(({ changes }) => changes)).toEqual([
      [{ field: 'has_password', before: true, after: false }],
      [{ field: 'has_password', before: true, after: true }],
      [{ field: 'has_password', before: false, after: true }],
      [],
    ]);
    const [kept] = await links.query<{ text: string }>(
      'SELECT string_agg(v::text, $2) AS text FROM link_versions v WHERE link_id = $1',
      [id, ' '],
    );
    expect(kept?.text).not.toContain('argon2');
  });

  it('is written by whatever changes the link: another code and domain, many at once, a move of its domain, and SQL', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const code = `hist-${id.slice(-12)}`;
    const before = await get(caller, id);
    await update(caller, id, { custom_code: code, domain_id: links.second.id });
    await links.call(
      changeLinksRpc,
      { request: { ids: [id], action: 'add-tags', tags: ['many'] }, idempotency_key: null, language: 'en' },
      caller,
    );
    await links.saveDomain({ ...links.second, domain_name: 'moved.example' }, 7);
    links.service.get<LinkMover>(LinkMover).wake([links.second.id]);
    await eventually(async () => expect((await versions(caller, id))[0]?.changes[0]?.field).toBe('host'));
    await links.query(`UPDATE short_links SET title = 'By hand' WHERE id = $1`, [id]);
    const told = (await versions(caller, id)).map(({ by, changes }) => ({ by: by?.kind, changes }));
    const named = { id: links.second.id, domain_name: 'moved.example' };
    expect(told).toEqual([
      { by: 'linkway', changes: [{ field: 'title', before: '', after: 'By hand' }] },
      { by: 'linkway', changes: [{ field: 'host', before: 'second.example', after: 'moved.example' }] },
      { by: 'member', changes: [{ field: 'tags', before: [], after: ['many'] }] },
      {
        by: 'member',
        changes: [
          { field: 'short_code', before: before.short_code, after: code },
          { field: 'domain', before: before.domain, after: named },
        ],
      },
      { by: 'member', changes: [] },
    ]);
    await links.saveDomain(links.second, 8);
  });

  it('says of a column that owners are not told of that it is otherwise, and no more', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    await links.query(`ALTER TABLE short_links ADD COLUMN held_since timestamptz, ADD COLUMN new_hash text`);
    try {
      await links.query(`UPDATE short_links SET held_since = now(), new_hash = 'abc' WHERE id = $1`, [id]);
      expect((await versions(caller, id))[0]?.changes).toEqual([
        { field: 'held_since', before: null, after: null },
        { field: 'new_hash', before: null, after: null },
      ]);
      expect(
        await links.query(`SELECT changed -> 'new_hash' AS kept FROM link_versions WHERE link_id = $1`, [id]),
      ).toEqual([{ kept: [false, true] }]);
      expect((await compare(caller, id, 1)).restorable).toEqual([]);
    } finally {
      await links.query('ALTER TABLE short_links DROP COLUMN held_since, DROP COLUMN new_hash');
    }
  });

  it('goes on page by page', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    for (let n = 1; n <= 4; n += 1) await update(caller, id, { title: `Title ${n}` });
    const seen: number[] = [];
    for (let after: number | null | undefined; after !== null; ) {
      const page: Awaited<ReturnType<typeof history>> = await history(caller, id, {
        limit: 2,
        ...(after && { starting_after: after }),
      });
      seen.push(...page.data.map(({ version }) => version));
      after = page.next_starting_after;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it('loses nothing of changes that come at once', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const titles = Array.from({ length: 12 }, (_, n) => `At once ${n}`);
    await Promise.all(titles.map((title) => update(caller, id, { title })));
    const told = await versions(caller, id);
    expect(told.map(({ version }) => version)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const chain = told.flatMap(({ changes }) => changes).toReversed();
    chain.forEach((change, index) => expect(change.before).toBe(index === 0 ? '' : chain[index - 1]?.after));
    expect(chain.map(({ after }) => after).toSorted()).toEqual(titles.toSorted());
  });

  it('is undone with a change that is undone', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const taken = await links.create(callerOf(), { custom_code: `tk-${id.slice(-12)}` });
    expect(await refusal(update(caller, id, { title: 'New', custom_code: taken.short_code }))).toBe('links.code_taken');
    expect(await versions(caller, id)).toHaveLength(1);
  });

  it('leaves with its link', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    await update(caller, id, { title: 'Other' });
    await links.call(deleteLinkRpc, { id }, caller);
    expect(await links.query('SELECT 1 FROM link_versions WHERE link_id = $1', [id])).toEqual([]);
    expect(await refusal(history(caller, id))).toBe('links.not_found');
  });

  it('keeps the last 200 whatever their age, younger ones up to 1,000, and tells where it begins then', async () => {
    const caller = callerOf();
    const [old, young] = [await links.create(caller), await links.create(caller)];
    for (const { id, count, age } of [
      { ...old, count: 250, age: '2 years' },
      { ...young, count: 1_100, age: '1 day' },
    ]) {
      await links.query(
        `INSERT INTO link_versions SELECT $1, $2, n, now() - $4::interval, null, jsonb_build_object('title', jsonb_build_array((n - 1)::text, n::text)), n
         FROM generate_series(2, $3::int + 1) n`,
        [caller.workspace_id, id, count, age],
      );
    }
    await links.service.get<VersionKeeping>(VersionKeeping).clean();
    const kept = await links.query(
      'SELECT count(*)::int AS count, min(number) AS first FROM link_versions WHERE workspace_id = $1 GROUP BY link_id ORDER BY 1',
      [caller.workspace_id],
    );
    expect(kept).toEqual([
      { count: 200, first: 52 },
      { count: 1_000, first: 102 },
    ]);
    const { data } = await history(caller, old.id, { starting_after: 54 });
    expect(data.map(({ version, kind, at, by }) => [version, kind, at === null, by?.kind ?? null])).toEqual([
      [53, 'changed', false, 'linkway'],
      [52, 'changed', false, 'linkway'],
      [51, 'earliest', true, null],
    ]);
    expect(await refusal(compare(caller, old.id, 50))).toBe('links.version_not_found');
  });
});

describe('restoring a version', () => {
  it('brings back all that was otherwise, in one change, and says what it would', async () => {
    const caller = callerOf();
    const made = await links.create(caller, { ...SET, custom_code: `rs-${uuidv7().slice(-12)}` });
    const { id } = made;
    await update(caller, id, { url: 'https://example.org/2', title: 'Two', tags: [], rules: [], max_clicks: null });
    await update(caller, id, { custom_code: `rt-${id.slice(-12)}`, domain_id: links.second.id, expires_at: null });
    await update(caller, id, {
      title: 'Three',
      device_targeting: {},
      password: 'secret words',
      countdown_seconds: null,
    });
    const compared = await compare(caller, id, 1);
    expect(compared.restorable.map(({ field }) => field)).toEqual([
      'original_url',
      'short_code',
      'domain',
      'title',
      'tags',
      'expires_at',
      'max_clicks',
      'device_targeting',
      'countdown_seconds',
      'rules',
    ]);
    expect(compared.restorable[3]).toEqual({ field: 'title', before: 'Three', after: 'One' });
    expect(compared.others).toEqual([{ field: 'has_password', before: true, after: false }]);
    const restored = await restore(caller, id, 1);
    const { updated_at: _now, has_password, ...now } = restored;
    const { updated_at: _then, has_password: _had, ...then } = made;
    expect(now).toEqual({ ...then, clicks_count: undefined, clicks_used: undefined });
    expect(has_password).toBe(true);
    const [newest] = await versions(caller, id);
    expect(newest).toMatchObject({ version: 5, restored_version: 1, by: { kind: 'member', user_id: caller.user_id } });
    expect(newest?.changes).toEqual(compared.restorable);
    expect((await compare(caller, id, 1)).restorable).toEqual([]);
  });

  it('brings an A/B test back, which begins anew where people were led elsewhere meanwhile', async () => {
    const caller = callerOf();
    const ab_test = { url_b: 'https://b.example/', percent_b: 30, sticky: false, goal_link_id: null };
    const { id } = await links.create(caller, { url: 'https://a.example/', ab_test });
    await update(caller, id, { ab_test: { ...ab_test, percent_b: 60 } });
    await update(caller, id, { url: 'https://a2.example/' });
    await update(caller, id, { ab_test: null });
    expect(await restore(caller, id, 3)).toMatchObject({ ab_test: { ...ab_test, percent_b: 60 } });
    expect(await restore(caller, id, 1)).toMatchObject({ original_url: 'https://a.example/', ab_test });
    const { updated_at } = await get(caller, id);
    expect((await restore(caller, id, 1)).updated_at).toBe(updated_at);
    expect((await compare(caller, id, 1)).restorable).toEqual([]);
  });

  it('is told to everybody as a change is, and counts as one', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    await update(caller, id, { url: 'https://example.org/' });
    await restore(caller, id, 1);
    await eventually(() => expect(links.eventsOf(id)).toHaveLength(3));
    expect(links.eventsOf(id)[2]?.data.route.original_url).toBe('https://example.com/');
    const [used] = await links.query<{ used: number }>('SELECT used::int FROM change_usage WHERE key = $1', [
      caller.workspace_id,
    ]);
    expect(used?.used).toBe(3);
  });

  it('leaves a link that is so already as it is, and answers a key once', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    await update(caller, id, { title: 'Two' });
    const first = await restore(caller, id, 1, 'restore-1');
    await update(caller, id, { title: 'Three' });
    expect(await restore(caller, id, 1, 'restore-1')).toEqual(first);
    expect((await get(caller, id)).title).toBe('Three');
    expect(await refusal(restore(caller, id, 2, 'restore-1'))).toBe('request.idempotency_mismatch');
    await restore(caller, id, 4);
    expect(await versions(caller, id)).toHaveLength(4);
  });

  it('makes one version of any number that come at once', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    await update(caller, id, { title: 'Two', url: 'https://example.org/' });
    expect(await outcomes(Array.from({ length: 6 }, () => restore(caller, id, 1)))).toEqual({ none: 6 });
    expect(await versions(caller, id)).toHaveLength(3);
    expect(await get(caller, id)).toMatchObject({ title: '', original_url: 'https://example.com/' });
  });

  it('is exact beside other changes: in the end each version follows from the one before', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller, { title: 'One', description: 'One' });
    await update(caller, id, { title: 'Two' });
    await Promise.all([
      restore(caller, id, 1),
      update(caller, id, { description: 'Other' }),
      restore(caller, id, 1),
      update(caller, id, { title: 'Three' }),
    ]);
    for (const { restored_version, changes, version } of await versions(caller, id)) {
      if (restored_version === null) continue;
      const { others } = await compare(caller, id, version);
      expect(others).toEqual([]);
      for (const { after } of changes) expect(after).toBe('One');
    }
  });

  it('asks what any change asks: whether the code can be had, where it leads, and how many changes there were', async () => {
    const caller = callerOf();
    const { id, short_code } = await links.create(caller, { custom_code: `gone-${uuidv7().slice(-12)}` });
    await update(caller, id, { custom_code: `new-${uuidv7().slice(-12)}` });
    await links.create(caller, { custom_code: short_code });
    expect(await refusal(restore(caller, id, 1))).toBe('links.code_taken');

    const leading = await links.create(caller, { url: 'https://later-own.example/' });
    await update(caller, leading.id, { url: 'https://example.org/' });
    await links.saveDomain({ ...links.rented, domain_name: 'later-own.example' }, 3);
    await eventually(async () =>
      expect(await links.query(`SELECT 1 FROM domains WHERE domain_name = 'later-own.example'`)).toHaveLength(1),
    );
    expect(await refusal(restore(caller, leading.id, 1))).toBe('links.url_loop');
    await links.saveDomain(links.rented, 4);

    await links.query('UPDATE change_usage SET used = 500 WHERE key = $1', [caller.workspace_id]);
    const last = (await versions(caller, leading.id)).length;
    await links.query(`UPDATE short_links SET title = 'By hand' WHERE id = $1`, [leading.id]);
    expect(await refusal(restore(caller, leading.id, last))).toBe('links.changes_exceeded');
  });
});

describe('who may read a history and go back in it', () => {
  it('is not there for others, as the link is not', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    await update(caller, id, { title: 'Two' });
    const other = callerOf();
    for (const call of [history(other, id), compare(other, id, 1), restore(other, id, 1), history(caller, uuidv7())])
      expect(await refusal(call)).toBe('links.not_found');
    for (const version of [0, 3]) expect(await refusal(compare(caller, id, version))).not.toBe('none');
    expect(await refusal(restore(caller, id, 3))).toBe('links.version_not_found');
  });

  it('is there for keys of the link’s domain alone, and goes to no domain of others', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller, { domain_id: links.second.id });
    const main = keyOf(caller.workspace_id, [links.main.id]);
    expect(await refusal(history(main, id))).toBe('links.not_found');
    await update(caller, id, { domain_id: links.main.id, title: 'Here' });
    expect((await history(main, id)).data).toHaveLength(2);
    expect(await refusal(restore(main, id, 1))).toBe('auth.outside_key_scope');
    const reading: Caller = { ...keyOf(caller.workspace_id), permissions: ['links:read'] };
    expect((await history(reading, id)).data).toHaveLength(2);
    expect(await refusal(restore(reading, id, 1))).toBe('auth.forbidden');
  });
});

const RULE = {
  url: 'https://vn.example.org/',
  any_of: [{ all_of: [{ kind: 'country', values: ['VN'] }] }],
};
const SET = {
  title: 'One',
  rules: [RULE],
  tags: ['x', 'y'],
  max_clicks: 5,
  expires_at: '2100-01-01T00:00:00.000Z',
  device_targeting: { tablet: 'https://t.example.org/' },
  countdown_seconds: 3,
};

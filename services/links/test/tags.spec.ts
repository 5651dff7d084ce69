import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  deleteLinkRpc,
  getLinkRpc,
  listLinksRpc,
  listTagsRpc,
  MOST_TAGS_LISTED,
  type RpcReply,
  type RpcRequest,
  updateLinkRpc,
  userDeleted,
} from '@linkway/contracts';
import { DataSource } from 'typeorm';
import { callerOf, eventually, refused, useLinks, uuidv7 } from './harness.js';
import { type Cost, costOf, statementsOf } from './statements.js';

const links = useLinks();
type Query = RpcRequest<typeof listLinksRpc>;
type Reply = RpcReply<typeof listLinksRpc>;
const list = (caller: Caller, query: Query = {}): Promise<Reply> =>
  links.call(listLinksRpc, { limit: 10, ...query }, caller);
const titles = ({ data }: Reply): string[] => data.map(({ title }) => title);
const change = (caller: Caller, id: string, tags: string[]) =>
  links.call(updateLinkRpc, { id, changes: { tags } }, caller);
/** As "Summer 2": tags of the workspace with their links. */
const counted = async (caller: Caller): Promise<string[]> => {
  const { data } = await links.call(listTagsRpc, {}, caller);
  return data.map(({ tag, links_count }) => `${tag} ${links_count}`);
};
/** What the counters say against what the links have. */
const WRONG = `SELECT * FROM
  (SELECT workspace_id, key, links::int FROM link_tags) AS kept
  FULL JOIN (SELECT workspace_id, lower(tag) AS key, count(*)::int AS links FROM short_links, unnest(tags) AS tag GROUP BY 1, 2) AS real
  USING (workspace_id, key) WHERE kept.links IS DISTINCT FROM real.links`;

describe('tags of a link', () => {
  it('are kept, told, changed as a whole and taken off', async () => {
    const caller = callerOf();
    const made = await links.create(caller, { tags: ['  Summer \t sale', 'News', 'NEWS'] });
    expect(made.tags).toEqual(['Summer sale', 'News']);
    expect(await links.call(getLinkRpc, { id: made.id }, caller)).toMatchObject({ tags: ['Summer sale', 'News'] });
    expect((await change(caller, made.id, ['b', 'a'])).tags).toEqual(['b', 'a']);
    const other = { id: made.id, changes: { title: 'Other' } };
    expect((await links.call(updateLinkRpc, other, caller)).tags).toEqual(['b', 'a']);
    expect((await change(caller, made.id, [])).tags).toEqual([]);
    await eventually(() => {
      const told = links.eventsOf(made.id).map(({ data }) => data.link.tags);
      expect(told).toEqual([['Summer sale', 'News'], ['b', 'a'], ['b', 'a'], []]);
    });
    expect(links.eventsOf(made.id)[0]?.data.route).not.toHaveProperty('tags');
    expect((await links.create(caller)).tags).toEqual([]);
  });

  it('are given again with the first answer to an Idempotency-Key', async () => {
    const caller = callerOf();
    const first = await links.create(caller, { tags: ['One'] }, 'key-1');
    await links.create(caller, { tags: ['TWO'] });
    expect(await links.create(caller, { tags: ['One'] }, 'key-1')).toEqual(first);
    expect(await counted(caller)).toEqual(['One 1', 'TWO 1']);
  });

  it('are ten at most, each of them one', async () => {
    const twelve = Array.from({ length: 12 }, (_, n) => `tag ${n}`);
    expect(await refused(links.create(callerOf(), { tags: twelve }))).toMatchObject({
      code: 'links.tags_too_many',
      errors: [{ code: 'links.tags_too_many', field: 'link.tags' }],
    });
    expect(await refused(links.create(callerOf(), { tags: ['a', 'b,c'] }))).toMatchObject({
      code: 'links.tag_invalid',
      errors: [{ field: 'link.tags.1' }],
    });
  });

  it('are spelled as the first link that has them, until none has', async () => {
    const caller = callerOf();
    const first = await links.create(caller, { tags: ['Summer'] });
    const second = await links.create(caller, { tags: ['SUMMER', 'Đà Nẵng'] });
    expect(second.tags).toEqual(['Summer', 'Đà Nẵng']);
    expect((await change(caller, first.id, ['đà nẵng', 'summer'])).tags).toEqual(['Đà Nẵng', 'Summer']);
    // It is the only one that has it: whoever writes it otherwise means it.
    await change(caller, second.id, ['Summer']);
    expect((await change(caller, first.id, ['ĐÀ NẴNG', 'summer'])).tags).toEqual(['ĐÀ NẴNG', 'Summer']);
    expect(await counted(caller)).toEqual(['Summer 2', 'ĐÀ NẴNG 1']);
    for (const { id } of [first, second]) await links.call(deleteLinkRpc, { id }, caller);
    expect(await counted(caller)).toEqual([]);
    expect((await links.create(caller, { tags: ['sUMMER'] })).tags).toEqual(['sUMMER']);
    // Another workspace spells for itself.
    expect((await links.create(callerOf(), { tags: ['Summer'] })).tags).toEqual(['Summer']);
  });
});

describe('the tags of a workspace', () => {
  it('are counted exactly while links are made, changed and deleted at once, and nobody waits for ever', async () => {
    const caller = await links.workspace(999);
    const set = (n: number) => [[], ['a', 'b', 'c'], ['c', 'b'], ['B', 'd', 'a'], ['d']][n % 5] ?? [];
    const made = await Promise.all(
      [0, 1, 2, 3].map(async (worker) => {
        const ids: string[] = [];
        for (let n = 0; n < 10; n += 1) ids.push((await links.create(caller, { tags: set(n + worker) })).id);
        return ids;
      }),
    );
    await Promise.all(
      made.map(async (ids, worker) => {
        for (const [n, id] of ids.entries()) {
          if (n % 3 === 0) await links.call(deleteLinkRpc, { id }, caller);
          else await change(caller, id, set(n * 2 + worker));
          await links.create(caller, { tags: set(n + 3) });
        }
      }),
    );
    expect(await links.query(WRONG)).toEqual([]);
    const { data } = await links.call(listTagsRpc, {}, caller);
    expect(data.map(({ tag }) => tag.toLowerCase()).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(data.map(({ links_count }) => links_count)).toEqual(
      data.map((one) => one.links_count).sort((a, b) => b - a),
    );
  }, 60_000);

  it('are those of its own links alone', async () => {
    const [one, other] = [callerOf(), callerOf()];
    await links.create(one, { tags: ['shared', 'mine'], title: 'Mine' });
    await links.create(other, { tags: ['shared', 'theirs'], title: 'Theirs' });
    await links.createGuest();
    expect(await counted(one)).toEqual(['mine 1', 'shared 1']);
    expect(titles(await list(one, { tags: ['shared'] }))).toEqual(['Mine']);
    expect(await list(one, { tags: ['theirs'] })).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await counted(callerOf())).toEqual([]);
  });

  it('are told the most used first, as many as fit, and that there are more', async () => {
    const caller = callerOf();
    await links.query(
      `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, title, description, tags,
         device_targeting, is_active, version, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $1, $1, 'https://example.com/', 'h', 'many-tags-' || n, '', '',
         ARRAY(SELECT 'tag ' || t FROM generate_series(n * 10, n * 10 + 9) t) || CASE WHEN n < 7 THEN '{often}'::text[] ELSE '{}' END,
         '{}', true, 1, now(), now() FROM generate_series(0, 20) n`,
      [caller.workspace_id],
    );
    const { data, has_more } = await links.call(listTagsRpc, {}, caller);
    expect([data.length, has_more, data[0]]).toEqual([MOST_TAGS_LISTED, true, { tag: 'often', links_count: 7 }]);
    await links.query(
      `INSERT INTO link_tags (workspace_id, key, tag, links) SELECT $1, 'more ' || n, 'More ' || n, 0 FROM generate_series(1, 20000) n`,
      [caller.workspace_id],
    );
    await links.query('ANALYZE link_tags');
    const database = links.service.get<DataSource>(DataSource);
    const [asked] = (await statementsOf(database, () => links.call(listTagsRpc, {}, caller))).filter(({ text }) =>
      text.includes('link_tags'),
    );
    if (!asked) throw new Error('not asked');
    expect((await costOf(database, asked)).scans).toEqual(['Index Scan link_tags_most_used']);
  });

  it('go with the account', async () => {
    const caller = await links.workspace(99);
    const { user_id, workspace_id } = caller;
    await links.create(caller, { tags: ['gone'] });
    await links.publish(userDeleted, { user_id, workspace_id, deleted_at: new Date().toISOString(), version: 9 });
    await eventually(
      async () =>
        expect(await links.query('SELECT 1 FROM link_tags WHERE workspace_id = $1', [workspace_id])).toEqual([]),
      { timeoutMs: 20_000 },
    );
  }, 40_000);
});

describe('a list by tags and by time', () => {
  const caller = callerOf();
  const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`;
  beforeAll(async () => {
    const made: [string, string[]][] = [
      ['1', ['Summer', 'news']],
      ['2', ['summer']],
      ['3', []],
      ['4', ['SUMMER', 'News', 'x']],
      ['5', ['news']],
    ];
    for (const [title, tags] of made) {
      // A random code may hold what is searched for.
      const { id } = await links.create(caller, {
        title,
        tags,
        custom_code: `tagged-${'abcdef'.charAt(Number(title))}`,
      });
      await links.query('UPDATE short_links SET created_at = $2 WHERE id = $1', [id, at(Number(title))]);
      if (title === '2') await links.call(updateLinkRpc, { id, changes: { is_active: false } }, caller);
    }
  });

  it.each<[Query, string[]]>([
    [{ tags: ['summer'] }, ['4', '2', '1']],
    [{ tags: ['summer'], sort: 'oldest' }, ['1', '2', '4']],
    [{ tags: ['SUMMER', 'news'] }, ['4', '1']],
    [{ tags: ['summer', 'news', 'x'] }, ['4']],
    [{ tags: ['summer', 'none'] }, []],
    [{ tags: ['summ'] }, []],
    [{ tags: ['summer'], status: 'active' }, ['4', '1']],
    [{ tags: ['summer'], search: '2' }, ['2']],
    [{ tags: ['news'], search: 'example.com' }, ['5', '4', '1']],
    [{ created_from: at(2), created_to: at(4) }, ['3', '2']],
    [{ created_from: at(4) }, ['5', '4']],
    [{ created_to: at(2) }, ['1']],
    // The same moment by another clock.
    [{ created_from: '2026-03-05T07:00:00+07:00' }, ['5']],
    [{ created_from: at(4), created_to: at(2) }, []],
    [{ created_from: at(2), tags: ['news'] }, ['5', '4']],
    [{ created_to: at(4), search: 'example.com', status: 'active' }, ['3', '1']],
  ])('%j is %j', async (query, expected) => {
    const whole = await list(caller, query);
    expect(titles(whole)).toEqual(expected);
    expect(whole.pagination).toMatchObject({
      total: expected.length,
      total_is_least: false,
      next_starting_after: null,
    });
    // Page by page, by number and from a place.
    const pages = await Promise.all(expected.map((_, n) => list(caller, { ...query, limit: 1, page: n + 1 })));
    expect(pages.flatMap(titles)).toEqual(expected);
    for (const { pagination } of pages) expect(pagination.total).toBe(expected.length);
    const read: string[] = [];
    for (let place: string | null | undefined; place !== null; ) {
      const page = await list(caller, { ...query, limit: 1, ...(place && { starting_after: place }) });
      read.push(...titles(page));
      place = page.pagination.next_starting_after ?? null;
    }
    expect(read).toEqual(expected);
  });
});

describe('a workspace of 30,000 links', () => {
  const caller = callerOf();
  beforeAll(async () => {
    // Most have no tag, every third "common", every thousandth "rare".
    for (const workspace of [caller.workspace_id, uuidv7()]) {
      for (let from = 0; from < 30_000; from += 2_500) {
        await links.query(
          `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, title, description, tags,
             device_targeting, is_active, version, created_at, updated_at)
           SELECT $1, gen_random_uuid(), $1, $1, 'https://example.com/' || n, 'h', $1::uuid::text || n, n::text, '',
             CASE WHEN n % 1000 = 7 THEN '{Rare}'::text[] ELSE '{}' END || CASE WHEN n % 3 = 1 THEN '{common}'::text[] ELSE '{}' END,
             '{}', true, 1, '2026-01-01'::timestamptz + n * interval '1 second', now()
           FROM generate_series($2::int + 1, $2::int + 2500) n`,
          [workspace, from],
        );
      }
    }
    await links.query('VACUUM ANALYZE short_links');
  }, 180_000);

  async function costs(query: Query): Promise<Cost[]> {
    const database = links.service.get<DataSource>(DataSource);
    const seen = await statementsOf(database, () => list(caller, query));
    const own = seen.filter(({ text, values }) => text.includes('short_links') && values.includes(caller.workspace_id));
    return Promise.all(own.map((statement) => costOf(database, statement)));
  }

  it('is found by a tag without the links that have none, nor those of others', async () => {
    const found = await list(caller, { tags: ['rare'] });
    expect(found.pagination).toMatchObject({ total: 30, total_is_least: false });
    expect(titles(found)[0]).toBe('29007');
    // Behind a look at some of the list.
    const cost = (await costs({ tags: ['rare'] })).at(-1);
    expect(cost?.scans.join()).toContain('Bitmap Index Scan short_links_tagged');
    expect(cost?.pages).toBeLessThan(120);
    expect((await list(caller, { tags: ['rare', 'common'] })).pagination.total).toBe(10);
  });

  it('tells of a tag that a third have exactly', async () => {
    expect((await list(caller, { tags: ['common'] })).pagination).toMatchObject({
      total: 10_000,
      total_is_least: false,
    });
    expect(await counted(caller)).toEqual(['common 10000', 'Rare 30']);
  });

  it('is found by a word and a tag in both indexes, so that no text is put together of links without the tag', async () => {
    const query: Query = { search: 'example', tags: ['common'] };
    expect((await list(caller, query)).pagination).toMatchObject({ total: 10_000, total_is_least: false });
    const scans = (await costs(query)).at(-1)?.scans.join();
    expect(scans).toContain('Bitmap Index Scan short_links_tagged');
    expect(scans).toContain('Bitmap Index Scan short_links_folded');
  });

  it('is found by a word too short for the index of searches by the tag alone', async () => {
    const query: Query = { search: '7', tags: ['rare'] };
    expect((await list(caller, query)).pagination.total).toBe(30);
    const cost = (await costs(query)).at(-1);
    expect(cost?.scans.join()).not.toContain('short_links_folded');
    expect(cost?.pages).toBeLessThan(120);
  });

  it('is counted in a time by an index alone, as far as that costs little', async () => {
    const query = { created_from: '2026-01-01T00:00:00Z', created_to: '2026-01-01T02:00:00Z' };
    expect((await list(caller, query)).pagination).toMatchObject({ total: 7_199, total_is_least: false });
    expect((await list(caller, { created_from: query.created_from })).pagination).toMatchObject({
      total: 10_001,
      total_is_least: true,
    });
    const [page, counting] = await costs(query);
    expect(page?.scans).toEqual(['Index Scan short_links_newest']);
    expect(page?.pages).toBeLessThan(40);
    expect(counting?.scans.join()).toContain('Index Only Scan');
    expect(counting?.pages).toBeLessThan(200);
  });
});

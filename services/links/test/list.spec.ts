import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type Caller,
  deleteLinkRpc,
  getQuotaRpc,
  listLinksRpc,
  type RpcReply,
  type RpcRequest,
} from '@linkway/contracts';
import { DataSource } from 'typeorm';
import { ListRepository } from '../src/link/list.repository.js';
import { callerOf, eventually, refused, useLinks, uuidv7 } from './harness.js';
import { type Cost, costOf, statementsOf } from './statements.js';

const links = useLinks();
type Query = RpcRequest<typeof listLinksRpc>;
type Reply = RpcReply<typeof listLinksRpc>;
/** Ten a page, as the web app has it, where it is not said otherwise. */
const list = (caller: Caller, query: Query = {}): Promise<Reply> =>
  links.call(listLinksRpc, { limit: 10, ...query }, caller);
const titles = ({ data }: Reply): string[] => data.map(({ title }) => title);

/** All pages from one on, each by what the one before told. */
async function onFrom(caller: Caller, query: Query, first: Reply): Promise<string[]> {
  const all = titles(first);
  let next = first.pagination.next_starting_after;
  while (next) {
    const page = await list(caller, { ...query, starting_after: next });
    all.push(...titles(page));
    next = page.pagination.next_starting_after;
  }
  return all;
}

describe('a list that is read on and on', () => {
  it.each([
    ['newest', ['9', '8', '6', '5', '4', '3', '2', '1']],
    ['oldest', ['1', '2', '3', '5', '6', '7', '8', '9', 'new']],
  ] as const)(
    'misses nothing and repeats nothing, %s first, whatever is made and deleted meanwhile',
    async (sort, expected) => {
      const caller = callerOf();
      const made = new Map<string, string>();
      for (let i = 1; i <= 9; i += 1) made.set(String(i), (await links.create(caller, { title: `${i}` })).id);
      const query = { sort, limit: 3 } as const;
      const first = await list(caller, query);
      expect(first.pagination).toMatchObject({ total: 9, total_pages: 3, total_is_least: false });
      // The last one of the page and the one after it.
      const [last, after] = sort === 'newest' ? ['7', '6'] : ['3', '4'];
      expect(titles(first).at(-1)).toBe(last);
      const gone = sort === 'newest' ? last : after;
      await links.call(deleteLinkRpc, { id: made.get(gone ?? '') ?? '' }, caller);
      await links.create(caller, { title: 'new' });
      const all = await onFrom(caller, query, first);
      expect(all.filter((title) => title !== gone)).toEqual(expected);
    },
  );

  it.each(['newest', 'oldest'] as const)(
    'tells of links that were made in the same moment once each, %s first',
    async (sort) => {
      const caller = callerOf();
      for (let i = 0; i < 7; i += 1) await links.create(caller, { title: `${i}` });
      await links.query('UPDATE short_links SET created_at = now() WHERE tenant_id = $1', [caller.workspace_id]);
      const query = { sort, limit: 2 };
      const first = await list(caller, query);
      const all = await onFrom(caller, query, first);
      expect(all.sort()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
      // Of all, not of those that are left.
      const { next_starting_after: after } = first.pagination;
      const last = await list(caller, { sort, starting_after: after ?? '' });
      expect(last.pagination).toMatchObject({ total: 7, next_starting_after: null });
      expect(last.data).toHaveLength(5);
    },
  );

  it('refuses what is no place', async () => {
    const error = await refused(list(callerOf(), { starting_after: uuidv7() }));
    expect(error).toMatchObject({ code: 'links.starting_after_invalid', errors: [{ field: 'starting_after' }] });
  });
});

describe('a search that looks at the next 20,000 links', () => {
  const caller = callerOf();
  const make = (from: number, to: number) =>
    links.query(
      `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, title, description,
         device_targeting, is_active, version, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $1, $1, 'https://example.com/', 'go.example', 'near-' || n,
         CASE WHEN n BETWEEN 9 AND 15 THEN 'Q7 ' || n ELSE '' END, '', '{}', true, 1, '2026-01-01'::timestamptz + n * interval '1 second', now()
       FROM generate_series($2::int, $3::int) n`,
      [caller.workspace_id, from, to],
    );

  /** All that is found, while something happens once the first links were looked at. */
  async function foundWhile(happens: () => Promise<unknown>): Promise<string[]> {
    const database = links.service.get<DataSource>(DataSource);
    const query = database.query.bind(database) as (...given: unknown[]) => Promise<unknown>;
    let happened = false;
    database.query = (async (text: string, ...more: unknown[]) => {
      const rows = await query(text, ...more);
      if (!happened && text.includes('LIMIT 20000')) {
        happened = true;
        await happens();
      }
      return rows;
    }) as typeof database.query;
    try {
      const all = await onFrom(caller, { search: 'q7' }, await list(caller, { search: 'q7' }));
      expect(happened).toBe(true);
      return all;
    } finally {
      database.query = query as typeof database.query;
    }
  }

  it('goes on where it ended, though links are made and deleted at that moment', async () => {
    await make(1, 10_000);
    await make(10_001, 20_010);
    const expected = [15, 14, 13, 12, 11, 10, 9].map((n) => `Q7 ${n}`);
    expect(await foundWhile(() => make(20_011, 20_015))).toEqual(expected);
    const gone = "DELETE FROM short_links WHERE tenant_id = $1 AND short_code IN ('near-500', 'near-501', 'near-502')";
    expect(await foundWhile(() => links.query(gone, [caller.workspace_id]))).toEqual(expected);
  }, 60_000);
});

describe('a workspace of 40,000 links', () => {
  const caller = callerOf();
  const ALL = 40_000;

  beforeAll(async () => {
    // Made one a second; the oldest 12,000 lead to another shop than the others.
    for (let from = 0; from < ALL; from += 4_000) {
      await links.query(
        `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, selected_domain_id,
           title, description, device_targeting, is_active, version, created_at, updated_at)
         SELECT $1, gen_random_uuid(), $1, $1, 'https://' || CASE WHEN n <= 12000 THEN 'former' ELSE 'present' END || '.example.com/p?item=' || md5(n::text),
           'go.example', 'list-' || n, $2, CASE n WHEN 7 THEN 'The unicorn' WHEN 8 THEN 'Q7'
             WHEN 9 THEN 'Z9 far' WHEN 35000 THEN 'Z9 near' ELSE 'Link ' || n END, '', '{}',
           n % 10000 <> 3, 1, '2026-01-01'::timestamptz + n * interval '1 second', now()
         FROM generate_series($3::int + 1, $3::int + 4000) n`,
        [caller.workspace_id, links.main.id, from],
      );
    }
    // While any transaction of the server is older than the links, none of their pages is known to be seen by all, and no index is read alone.
    const isSeen = async (): Promise<void> => {
      await links.query('VACUUM ANALYZE short_links');
      const pages = `SELECT relallvisible::float / relpages AS seen FROM pg_class WHERE oid = 'short_links'::regclass`;
      const [{ seen } = { seen: 0 }] = await links.query<{ seen: number }>(pages);
      if (seen < 0.9) throw new Error(`${seen} of the pages are known to be seen by all`);
    };
    await eventually(isSeen);
  }, 180_000);

  /** What the statements that ask for links cost, once more. */
  async function costs(query: Query): Promise<Cost[]> {
    const database = links.service.get<DataSource>(DataSource);
    const seen = await statementsOf(database, () => list(caller, query));
    // Beside them what fills in the order by clicks of this workspace goes on (`ClickFill`), where a list was in that order before.
    const isFilling = (text: string) => /INTO click_orders|FOR KEY SHARE/.test(text);
    const own = seen.filter(
      ({ text, values }) => text.includes('short_links') && values.includes(caller.workspace_id) && !isFilling(text),
    );
    return Promise.all(own.map((statement) => costOf(database, statement)));
  }

  it('has its number told exactly, by a list and to its owner', async () => {
    expect((await links.call(listLinksRpc, {}, caller)).pagination).toEqual({
      page: 1,
      limit: 50,
      total: ALL,
      total_pages: 800,
      total_is_least: false,
      next_starting_after: expect.any(String),
    });
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: ALL });
  });

  it('is searched to its end, also where a page is just full of what the links that were looked at have', async () => {
    const query = { search: 'z9', limit: 1 } as const;
    expect(await onFrom(caller, query, await list(caller, query))).toEqual(['Z9 near', 'Z9 far']);
  });

  it('is shown by pages as far as 10,000 links, and says so beyond', async () => {
    expect(titles(await list(caller, { page: 1_000 })).at(-1)).toBe('Link 30001');
    expect(titles(await list(caller, { page: 334, limit: 30 }))).toHaveLength(30);
    const error = await refused(list(caller, { page: 1_001 }));
    expect(error).toMatchObject({
      code: 'links.page_too_deep',
      params: { max: 10_000 },
      errors: [{ field: 'page', code: 'links.page_too_deep' }],
    });
  });

  it('costs the same wherever a page begins', async () => {
    const deep = await list(caller, { page: 1_000 });
    const after = deep.pagination.next_starting_after ?? '';
    for (const query of [{}, { starting_after: after }, { starting_after: after, sort: 'oldest' }] as Query[]) {
      const [page, ...others] = await costs(query);
      expect(others).toEqual([]);
      expect(page?.scans).toEqual(['Index Scan short_links_newest']);
      expect(page?.pages).toBeLessThan(40);
    }
    expect(titles(await list(caller, { starting_after: after }))[0]).toBe('Link 30000');
  });

  it('finds the paused ones without the others, and counts the active ones as far as that costs little', async () => {
    const paused = await list(caller, { status: 'paused' });
    expect(titles(paused)).toEqual(['Link 30003', 'Link 20003', 'Link 10003', 'Link 3']);
    expect(paused.pagination).toMatchObject({ total: 4, total_is_least: false, next_starting_after: null });
    expect((await list(caller, { status: 'active' })).pagination).toMatchObject({
      total: 10_001,
      total_pages: 1_001,
      total_is_least: true,
    });
    // However the list is sorted, none of the few is missed.
    for (const sort of ['most_clicks', 'fewest_clicks'] as const) {
      const sorted = await list(caller, { status: 'paused', sort });
      expect(titles(sorted)).toEqual(titles(paused));
      expect(sorted.pagination).toMatchObject({ total: 4, total_is_least: false });
    }
    const [page] = await costs({ status: 'paused' });
    expect(page?.scans).toEqual(['Index Scan short_links_by_status']);
    expect(page?.pages).toBeLessThan(20);
    const [, counting] = await costs({ status: 'active' });
    expect(counting?.scans.join()).toContain('Index Only Scan short_links_by_status');
    expect(counting?.pages).toBeLessThan(200);
  });

  it('finds a link by a part of its texts, however old it is', async () => {
    for (const search of ['UNICORN', 'list-7', 'https://go.example:8443/list-7']) {
      const found = await list(caller, { search, sort: 'oldest' });
      expect(titles(found)[0]).toBe('The unicorn');
    }
    const { pagination } = await list(caller, { search: 'unicorn' });
    expect(pagination).toMatchObject({ total: 1, total_is_least: false, next_starting_after: null });
    expect((await list(caller, { search: 'unicorn', status: 'paused' })).pagination.total).toBe(0);
    const found = (await costs({ search: 'unicorn' })).at(-1);
    expect(found?.scans.join()).toContain('Bitmap Index Scan short_links_folded');
    expect(found?.pages).toBeLessThan(100);
  });

  it('finds a destination by its host and a short path, which is no short link of ours', async () => {
    const search = 'shop.example/p7';
    await links.query('UPDATE short_links SET original_url = $2 WHERE tenant_id = $1 AND short_code = $3', [
      caller.workspace_id,
      `https://${search}`,
      'list-15009',
    ]);
    const { data, pagination } = await list(caller, { search });
    expect(data.map(({ short_code }) => short_code)).toEqual(['list-15009']);
    expect(pagination).toMatchObject({ total: 1, total_is_least: false });
    // The beginning of a code at a host of ours is looked for among the newest.
    expect((await list(caller, { search: 'go.example/l' })).pagination).toMatchObject({ total: 10_001 });
  });

  it('is looked at link by link where the index takes too long', async () => {
    const database = links.service.get<DataSource>(DataSource);
    // Looks at few, and would wait for the lock without end.
    jest.spyOn(ListRepository.prototype, 'shares').mockResolvedValueOnce([]);
    jest.spyOn(ListRepository.prototype, 'look').mockResolvedValueOnce({ looked: 200, matched: 0 });
    const other = database.createQueryRunner();
    await other.startTransaction();
    await other.query('LOCK TABLE short_links IN ACCESS EXCLUSIVE MODE');
    const found = Promise.withResolvers<Reply>();
    const seen = statementsOf(database, () => list(caller, { search: 'Link 39998' }).then(found.resolve, found.reject));
    try {
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'WITH page AS%LIMIT 20000%' AND wait_event_type = 'Lock'`;
      await eventually(async () => expect(await links.query(waiting)).toHaveLength(1));
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
    expect((await seen).map(({ text }) => text)).toContain('SET LOCAL statement_timeout = 1500');
    expect(titles(await found.promise)).toEqual(['Link 39998']);
    expect((await found.promise).pagination).toMatchObject({ total: 1, total_is_least: true });
  });

  it('goes through what a search finds in order, page by page and on and on', async () => {
    const query = { search: 'list-39', limit: 100 };
    const first = await list(caller, query);
    expect(first.pagination).toMatchObject({ total: 1_111, total_pages: 12, total_is_least: false });
    const all = await onFrom(caller, query, first);
    const numbers = Array.from({ length: ALL }, (_, i) => String(ALL - i)).filter((n) => n.startsWith('39'));
    expect(all).toEqual(numbers.map((n) => `Link ${n}`));
    expect(titles(await list(caller, { ...query, page: 12 }))).toEqual(all.slice(1_100));
  });

  it('shows the newest of those of which a search finds very many', async () => {
    const found = await list(caller, { search: 'example.com' });
    expect(titles(found)).toEqual(Array.from({ length: 10 }, (_, i) => `Link ${ALL - i}`));
    expect(found.pagination).toMatchObject({ total: 10_001, total_is_least: true });
    for (const { scans } of await costs({ search: 'example.com' })) {
      expect(scans.join()).not.toContain('short_links_folded');
    }
  });

  it('tells all of what is many at one time alone', async () => {
    const newest = Array.from({ length: 30 }, (_, n) => `list-${ALL - n}`);
    await links.query(
      `UPDATE short_links SET title = title || ' burst' WHERE tenant_id = $1 AND (short_code = ANY($2) OR short_code = 'list-5')`,
      [caller.workspace_id, newest],
    );
    try {
      const found = await list(caller, { search: 'burst', page: 4 });
      expect(found.pagination).toMatchObject({ total: 31, total_is_least: false });
      expect(found.data.map(({ short_code }) => short_code)).toEqual(['list-5']);
    } finally {
      await links.query(
        `UPDATE short_links SET title = replace(title, ' burst', '') WHERE tenant_id = $1 AND title LIKE '% burst'`,
        [caller.workspace_id],
      );
    }
  });

  it('leads on to very many that lie behind many others, and misses none', async () => {
    const query = { search: 'former.example', limit: 100 };
    const first = await list(caller, query);
    expect(first.pagination).toMatchObject({
      total: 10_001,
      total_is_least: true,
      next_starting_after: expect.any(String),
    });
    const all = await onFrom(caller, query, first);
    expect(all).toHaveLength(12_000);
    expect(new Set(all).size).toBe(12_000);
  }, 120_000);

  it('is searched among the newest where a text is too short for the index, and told so', async () => {
    const first = await list(caller, { search: 'q7' });
    expect(first).toMatchObject({ data: [], pagination: { total: 0, total_is_least: true } });
    expect(await onFrom(caller, { search: 'q7' }, first)).toEqual(['Q7']);
    // What lies before a place was not looked at again.
    const end = (await list(caller, { search: 'q7', starting_after: first.pagination.next_starting_after ?? '' }))
      .pagination;
    const last = await list(caller, { search: 'q7', starting_after: end.next_starting_after ?? '' });
    expect(last.pagination).toMatchObject({ total_is_least: true, next_starting_after: null });
    for (const { scans } of await costs({ search: 'q7' })) expect(scans.join()).not.toContain('Seq Scan');
  });

  it('is not searched in the neighbours’ links', async () => {
    const other = callerOf();
    await links.create(other, { title: 'My unicorn' });
    expect(titles(await list(other, { search: 'unicorn' }))).toEqual(['My unicorn']);
    expect(titles(await list(caller, { search: 'unicorn' }))).toEqual(['The unicorn']);
  });
});

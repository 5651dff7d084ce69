import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  claimLinksRpc,
  deleteLinkRpc,
  type ListLinksQuery,
  listLinksRpc,
  MOST_CHANGED_TOTALS,
  permissionsOfKey,
  type RpcReply,
  type RpcRequest,
  totalsChanged,
  withinDomains,
} from '@linkway/contracts';
import { Signals } from '@linkway/platform';
import { DataSource } from 'typeorm';
import { ClickCopier } from '../src/click-order/click-copier.js';
import { ClickFill } from '../src/click-order/click-fill.js';
import { analytics, callerOf, changedTotals, deviceId, eventually, refused, useLinks, uuidv7 } from './harness.js';
import { costOf, statementsOf } from './statements.js';

const links = useLinks();
type Query = RpcRequest<typeof listLinksRpc>;
type Reply = RpcReply<typeof listLinksRpc>;
const SORTS = ['most_clicks', 'fewest_clicks'] as const;
const list = (caller: Caller, query: Query = {}): Promise<Reply> =>
  links.call(listLinksRpc, { limit: 10, ...query }, caller);
const titles = ({ data }: Reply): string[] => data.map(({ title }) => title);

/** All pages from one on, each by what the one before told. */
async function onFrom(caller: Caller, query: Query, first?: Reply): Promise<string[]> {
  const all: string[] = [];
  for (let page = first ?? (await list(caller, query)); ; ) {
    all.push(...titles(page));
    const next = page.pagination.next_starting_after;
    if (!next) return all;
    page = await list(caller, { ...query, starting_after: next });
  }
}

const clickedOf = (workspace: string, link: string) => async () =>
  (
    await links.query<{ clicks: string }>('SELECT clicks FROM link_clicks WHERE workspace_id = $1 AND link_id = $2', [
      workspace,
      link,
    ])
  ).map(({ clicks }) => Number(clicks))[0];

/** As analytics tells it: totals first, then a hint. */
async function clicked(caller: Caller & { workspace_id: string }, counts: Readonly<Record<string, number>>) {
  for (const [link_id, clicks] of Object.entries(counts))
    changedTotals.push({ workspace_id: caller.workspace_id, link_id, clicks });
  links.neighbours.get<Signals>(Signals).tell(totalsChanged, 'all', {});
  for (const [link_id, clicks] of Object.entries(counts))
    await eventually(async () => expect((await clickedOf(caller.workspace_id, link_id)()) ?? 0).toBe(clicks));
}

describe('a list by clicks', () => {
  it('has the most or the fewest first, the newest first of those that have as many, and tells what it goes by', async () => {
    const caller = callerOf();
    const ids: Record<string, string> = {};
    for (const title of ['a', 'b', 'c', 'd', 'e']) ids[title] = (await links.create(caller, { title })).id;
    const { a = '', b = '', c = '' } = ids;
    await clicked(caller, { [a]: 3, [b]: 7, [c]: 3 });
    const most = await list(caller, { sort: 'most_clicks' });
    expect(titles(most)).toEqual(['b', 'c', 'a', 'e', 'd']);
    expect(most.data.map(({ clicks_count }) => clicks_count)).toEqual([7, 3, 3, 0, 0]);
    expect(most.pagination).toMatchObject({ total: 5, total_is_least: false, next_starting_after: null });
    expect(Date.now() - Date.parse(most.pagination.clicks_as_of ?? '')).toBeLessThan(60_000);
    expect(titles(await list(caller, { sort: 'fewest_clicks' }))).toEqual(['e', 'd', 'c', 'a', 'b']);
    const newest = await list(caller);
    expect(newest.pagination).not.toHaveProperty('clicks_as_of');
    expect(newest.data[0]).not.toHaveProperty('clicks_count');
    // Clicks that left, as those of old days do.
    await clicked(caller, { [b]: 0 });
    expect(titles(await list(caller, { sort: 'most_clicks' }))).toEqual(['c', 'a', 'e', 'd', 'b']);
  });

  it('is read on and on whatever is made and deleted meanwhile, and its places are its own', async () => {
    const caller = callerOf();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await links.create(caller, { title: `${n}` })).id);
    await clicked(caller, Object.fromEntries(ids.slice(2).map((id, n) => [id, n + 1])));
    const first = await list(caller, { sort: 'most_clicks', limit: 2 });
    await links.call(deleteLinkRpc, { id: ids[5] ?? '' }, caller);
    await links.create(caller, { title: 'new' });
    expect(await onFrom(caller, { sort: 'most_clicks', limit: 2 }, first)).toEqual([
      '6',
      '5',
      '4',
      '3',
      '2',
      'new',
      '1',
      '0',
    ]);
    const place = first.pagination.next_starting_after ?? '';
    for (const [sort, starting_after] of [
      ['newest', place],
      ['most_clicks', (await list(caller, { limit: 2 })).pagination.next_starting_after ?? ''],
    ] as const)
      expect((await refused(list(caller, { sort, starting_after })))?.code).toBe('links.starting_after_invalid');
  });

  it('has a link that was a guest’s, whenever it was made', async () => {
    const caller = callerOf();
    const device_id = deviceId();
    const guests = await links.createGuest({ device_id });
    await links.query("UPDATE short_links SET created_at = '2026-01-01' WHERE id = $1", [guests.id]);
    await links.create(caller, { title: 'own' });
    await links.query("UPDATE short_links SET created_at = '2026-02-01' WHERE tenant_id = $1", [caller.workspace_id]);
    await links.service.get<ClickFill>(ClickFill).fill(caller.workspace_id);
    await links.call(claimLinksRpc, { device_id, link_ids: [guests.id] }, caller);
    const { data } = await list(caller, { sort: 'fewest_clicks' });
    expect(data.map(({ id }) => id)).toContain(guests.id);
    await clicked(caller, { [guests.id]: 4 });
    expect((await list(caller, { sort: 'most_clicks' })).data[0]).toMatchObject({ id: guests.id, clicks_count: 4 });
  });
});

describe('the copy of clicks', () => {
  it('goes on where it was after an outage, by whole totals, and leaves out links that are gone', async () => {
    const caller = callerOf();
    const [kept, gone] = [await links.create(caller), await links.create(caller)];
    await clicked(caller, { [kept.id]: 1, [gone.id]: 1 });
    await links.call(deleteLinkRpc, { id: gone.id }, caller);
    expect(await clickedOf(caller.workspace_id, gone.id)()).toBeUndefined();
    analytics.isAway = true;
    try {
      changedTotals.push({ workspace_id: caller.workspace_id, link_id: gone.id, clicks: 9 });
      // Others are between them: the second total is told in another portion.
      changedTotals.push({ workspace_id: caller.workspace_id, link_id: kept.id, clicks: 2 });
      for (let n = 0; n < MOST_CHANGED_TOTALS; n += 1)
        changedTotals.push({ workspace_id: uuidv7(), link_id: uuidv7(), clicks: 1 });
      changedTotals.push({ workspace_id: caller.workspace_id, link_id: kept.id, clicks: 3 });
      expect(await links.service.get<ClickCopier>(ClickCopier).round()).toBe(5_000);
    } finally {
      analytics.isAway = false;
    }
    await links.service.get<ClickCopier>(ClickCopier).round();
    expect(await clickedOf(caller.workspace_id, kept.id)()).toBe(3);
    expect(await clickedOf(caller.workspace_id, gone.id)()).toBeUndefined();
  }, 60_000);

  it('is kept up by one process, and by another once that has ended', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    const other = await links.start();
    try {
      changedTotals.push({ workspace_id: caller.workspace_id, link_id: link.id, clicks: 5 });
      const [copier, second] = [links.service, other].map((process) => process.get<ClickCopier>(ClickCopier));
      await copier?.round();
      await links.query(`UPDATE click_copies SET told = '0'`);
      await second?.round();
      expect(await links.query('SELECT told FROM click_copies')).toEqual([{ told: '0' }]);
      await links.query(`UPDATE click_copies SET held_until = now()`);
      await second?.round();
      expect(await links.query('SELECT told FROM click_copies')).toEqual([{ told: String(changedTotals.length) }]);
      expect(await clickedOf(caller.workspace_id, link.id)()).toBe(5);
    } finally {
      await other.stop();
    }
  }, 60_000);
});

describe('a workspace of 400 links, put in order by hand', () => {
  const caller = callerOf();
  interface Known {
    title: string;
    time: number;
    clicks: number;
    tag: boolean;
    active: boolean;
    domain: string;
  }
  const START = Date.parse('2026-03-01T00:00:00Z');
  const known: Known[] = Array.from({ length: 400 }, (_, n) => ({
    title: `Link ${n}`,
    // Two are made in a moment.
    time: START + Math.floor(n / 2) * 60_000,
    clicks: (n * 7919) % 5 < 2 ? 0 : (n * 104_729) % 23,
    tag: n % 3 === 0,
    active: n % 7 !== 0,
    domain: n % 2 ? links.main.id : links.second.id,
  }));

  beforeAll(async () => {
    await links.query(
      `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, selected_domain_id, title, description,
         device_targeting, is_active, version, tags, created_at, updated_at)
       SELECT $1, ('01a1f88e-6347-7143-9bcb-' || lpad(n::text, 12, '0'))::uuid, $1, $1, 'https://example.com/', 'go.example', 'order-' || n - 1, domain, title, '', '{}',
         active, 1, CASE WHEN tag THEN '{sale}'::text[] ELSE '{}' END, to_timestamp(time / 1000.0), now()
       FROM unnest($2::text[], $3::float8[], $4::bool[], $5::bool[], $6::uuid[]) WITH ORDINALITY AS given (title, time, tag, active, domain, n)`,
      [
        caller.workspace_id,
        known.map(({ title }) => title),
        known.map(({ time }) => time),
        known.map(({ tag }) => tag),
        known.map(({ active }) => active),
        known.map(({ domain }) => domain),
      ],
    );
    const id = (n: number) => `01a1f88e-6347-7143-9bcb-${String(n + 1).padStart(12, '0')}`;
    const counts = known.flatMap(({ clicks }, n) => (clicks > 0 ? [[id(n), clicks] as const] : []));
    await clicked(caller, Object.fromEntries(counts));
  }, 60_000);

  const expected = (sort: (typeof SORTS)[number], wanted: (one: Known) => boolean) =>
    known
      .map((one, n) => ({ ...one, n }))
      .filter(wanted)
      .sort(
        (a, b) => (sort === 'most_clicks' ? b.clicks - a.clicks : a.clicks - b.clicks) || b.time - a.time || b.n - a.n,
      )
      .map(({ title }) => title);

  const [from, to] = [START + 50 * 60_000, START + 150 * 60_000];
  const between = { created_from: new Date(from).toISOString(), created_to: new Date(to).toISOString() };
  const CASES: [string, Partial<ListLinksQuery>, (one: Known) => boolean, Caller?][] = [
    ['all', {}, () => true],
    ['those of a time', between, ({ time }) => time >= from && time < to],
    ['paused ones', { status: 'paused' }, ({ active }) => !active],
    [
      'active ones with a tag, of a time',
      { status: 'active', tags: ['sale'], ...between },
      ({ tag, active, time }) => tag && active && time >= from && time < to,
    ],
    ['what a search finds', { search: 'Link 1' }, ({ title }) => title.includes('1')],
    ['what a search finds without an index', { search: '7' }, ({ title }) => title.includes('7')],
  ];

  describe.each(['before their rows are filled in', 'afterwards'])('%s', (when) => {
    beforeAll(async () => {
      await links.query('DELETE FROM click_orders WHERE workspace_id = $1', [caller.workspace_id]);
      if (when === 'afterwards') await links.service.get<ClickFill>(ClickFill).fill(caller.workspace_id);
      const [{ rows } = { rows: 0 }] = await links.query<{ rows: number }>(
        'SELECT count(*)::int AS rows FROM link_clicks WHERE workspace_id = $1',
        [caller.workspace_id],
      );
      if ((rows === 400) !== (when === 'afterwards')) throw new Error(`${rows} rows are filled in`);
    });

    it.each(SORTS.flatMap((sort) => CASES.map(([name, query, wanted]) => [sort, name, query, wanted] as const)))(
      '%s: %s',
      async (sort, _, query, wanted) => {
        // The search for one letter also finds codes.
        const all = expected(sort, wanted);
        const asked = { ...query, sort, limit: 30 } as Query;
        if (query.search === '7') {
          const found = await onFrom(caller, asked);
          expect(found.filter((title) => title.includes('7'))).toEqual(all);
          return;
        }
        expect(await onFrom(caller, asked)).toEqual(all);
        const second = await list(caller, { ...asked, page: 2 });
        expect(titles(second)).toEqual(all.slice(30, 60));
        expect(second.pagination).toMatchObject({ total: all.length, total_is_least: false });
      },
    );

    it.each(SORTS)('%s: for an API key those of its domains', async (sort) => {
      const key: Caller = {
        kind: 'api_key',
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        role: 'user',
        api_key_id: uuidv7(),
        permissions: permissionsOfKey(['read']).map(withinDomains),
        scope: { domain_ids: [links.second.id] },
      };
      expect(await onFrom(key, { sort, limit: 30 })).toEqual(
        expected(sort, ({ domain }) => domain === links.second.id),
      );
    });
  });
});

describe('a workspace of 36,000 links by clicks', () => {
  const caller = callerOf();
  const ALL = 36_000;

  beforeAll(async () => {
    for (let from = 0; from < ALL; from += 3_000) {
      await links.query(
        `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, title, description,
           device_targeting, is_active, version, created_at, updated_at)
         SELECT $1, gen_random_uuid(), $1, $1, 'https://example.com/' || n, 'go.example', 'clicks-' || n,
           CASE WHEN n BETWEEN 31 AND 33 THEN 'Rare ' ELSE 'Link ' END || n, '', '{}', true, 1, '2026-01-01'::timestamptz + n * interval '1 second', now()
         FROM generate_series($2::int + 1, $2::int + 3000) n`,
        [caller.workspace_id, from],
      );
    }
    // As it is by itself soon after: what was planned for few rows is planned anew.
    await links.query('VACUUM ANALYZE short_links');
    // The older the more, but for one in three.
    for (let from = 0; from < ALL; from += 3_000) {
      await links.query(
        `INSERT INTO link_clicks SELECT tenant_id, id, created_at, ${ALL + 1} - n FROM short_links,
           LATERAL (SELECT substr(short_code, 8)::int AS n) AS number
         WHERE tenant_id = $1 AND n % 3 > 0 AND n > $2 AND n <= $2 + 3000`,
        [caller.workspace_id, from],
      );
    }
    await links.service.get<ClickFill>(ClickFill).fill(caller.workspace_id);
    await links.query('VACUUM ANALYZE short_links, link_clicks');
  }, 180_000);

  async function pages(query: Query): Promise<number> {
    const database = links.service.get<DataSource>(DataSource);
    const seen = await statementsOf(database, () => list(caller, query));
    const own = seen.filter(({ text, values }) => text.includes('link_clicks') && values.includes(caller.workspace_id));
    const costs = await Promise.all(own.map((statement) => costOf(database, statement)));
    return costs.reduce((sum, cost) => sum + cost.pages, 0);
  }

  it('costs the same wherever a page begins, either way', async () => {
    for (const sort of SORTS) {
      expect(await pages({ sort })).toBeLessThan(150);
      let after: string | null | undefined;
      for (const page of [1_000, undefined, undefined]) {
        const found = await list(caller, { sort, ...(page ? { page } : { starting_after: after ?? '', limit: 100 }) });
        after = found.pagination.next_starting_after;
      }
      expect(await pages({ sort, starting_after: after ?? '' })).toBeLessThan(150);
    }
  });

  it('finds few among all, and goes through very many in their order', async () => {
    expect(titles(await list(caller, { sort: 'most_clicks', search: 'Rare' }))).toEqual([
      'Rare 31',
      'Rare 32',
      'Rare 33',
    ]);
    expect(titles(await list(caller, { sort: 'fewest_clicks', search: 'Rare' }))).toEqual([
      'Rare 33',
      'Rare 32',
      'Rare 31',
    ]);
    const many = await list(caller, { sort: 'most_clicks', search: 'Link' });
    expect(titles(many).slice(0, 3)).toEqual(['Link 1', 'Link 2', 'Link 4']);
    expect(many.pagination).toMatchObject({ total: 10_001, total_is_least: true });
    expect(await pages({ sort: 'most_clicks', search: 'Link' })).toBeLessThan(15_000);
  });

  it('leads on where those that are wanted are far', async () => {
    // Too short for the index: only the codes have it.
    const query = { sort: 'most_clicks', search: 'ra', limit: 100 } as const;
    const first = await list(caller, query);
    expect(titles(first)).toEqual(['Rare 31', 'Rare 32']);
    expect(first.pagination.next_starting_after).toEqual(expect.any(String));
    expect(await onFrom(caller, query, first)).toEqual(['Rare 31', 'Rare 32', 'Rare 33']);
  });

  it('is filled in again for the links that came since', async () => {
    const { id } = await links.create(caller, { title: 'fresh' });
    expect(titles(await list(caller, { sort: 'fewest_clicks' }))[0]).toBe('fresh');
    expect(await clickedOf(caller.workspace_id, id)()).toBeUndefined();
    await links.query(
      "UPDATE short_links SET created_at = now() - interval '11 minutes' WHERE tenant_id = $1 AND id = $2",
      [caller.workspace_id, id],
    );
    await links.service.get<ClickFill>(ClickFill).fill(caller.workspace_id);
    expect(await clickedOf(caller.workspace_id, id)()).toBe(0);
    expect(titles(await list(caller, { sort: 'fewest_clicks' }))[0]).toBe('fresh');
  });
});

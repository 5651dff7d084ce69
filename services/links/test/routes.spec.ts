import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  deleteLinkRpc,
  linkCreated,
  linkDeleted,
  linkUpdated,
  type Route,
  type RowKey,
  type RpcReply,
  republishLinksRpc,
  resolveKeysRpc,
  resolveRouteRpc,
  resolveRoutesRpc,
  routeRangeRpc,
  routeVersionsRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { sentStatements } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { eventually, type SeenEvent, useLinks } from './harness.js';

const links = useLinks();
const fields = ['original_url', 'is_active', 'link_id'];
const HOST = 'go.example';

const resolve = async (code: string): Promise<Route | undefined> =>
  (await links.call(resolveRouteRpc, { code })).routes[0];

async function wholeRange(limit = 7) {
  const rows: { key: RowKey; version: number; digest: string | null }[] = [];
  let after: RowKey | null = null;
  for (;;) {
    const answer: RpcReply<typeof routeRangeRpc> = await links.call(routeRangeRpc, { after, limit, fields });
    rows.push(...answer.rows);
    if (answer.rows.length < limit) return rows;
    after = answer.rows.at(-1)?.key ?? null;
  }
}

describe('for whoever keeps a copy of the routes', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await links.workspace(10_000);
  });

  it('a range tells of every code in order, with what is gone', async () => {
    const kept = await links.create(caller);
    const gone = await links.create(caller, { custom_code: 'Zgone' });
    const moved = await links.create(caller, { custom_code: 'moved-from' });
    await links.call(deleteLinkRpc, { id: gone.id }, caller);
    await links.call(updateLinkRpc, { id: moved.id, changes: { custom_code: 'moved-to' } }, caller);
    const rows = await wholeRange();
    const codes: { code: string }[] = await links.query('SELECT code FROM codes ORDER BY code COLLATE "C", host');
    expect(rows.map(({ key }) => key[0])).toEqual(codes.map(({ code }) => code));
    const of = (code: string) => rows.find(({ key }) => key[0] === code);
    expect(of(kept.short_code)).toEqual({ key: [kept.short_code, HOST], version: 1, digest: expect.any(String) });
    expect(of('Zgone')).toMatchObject({ version: 2, digest: null });
    expect(of('moved-from')).toMatchObject({ version: 2, digest: null });
    expect(of('moved-to')).toMatchObject({ version: 1, digest: expect.any(String) });
  });

  it('only what differs is told, by version alone or by content too', async () => {
    const link = await links.create(caller);
    const key = [link.short_code, HOST];
    const { digest } = (await wholeRange()).find((row) => row.key[0] === link.short_code) ?? { digest: null };
    const ask = async (asked: { version: number; digest?: string | null }) =>
      (await links.call(routeVersionsRpc, { keys: [{ key, ...asked }], fields })).rows;
    expect(await ask({ version: 1 })).toEqual([]);
    expect(await ask({ version: 1, digest })).toEqual([]);
    expect(await ask({ version: 1, digest: 'another' })).toMatchObject([{ key, version: 1 }]);
    await links.call(updateLinkRpc, { id: link.id, changes: { is_active: false } }, caller);
    expect(await ask({ version: 1 })).toEqual([{ key, version: 2, content: await resolve(link.short_code) }]);
    await links.call(deleteLinkRpc, { id: link.id }, caller);
    expect(await ask({ version: 2 })).toEqual([{ key, version: 3, content: null }]);
    const unknown = { key: ['never-there', HOST], version: 4 };
    expect((await links.call(routeVersionsRpc, { keys: [unknown], fields: [] })).rows).toEqual([
      { key: unknown.key, version: null, content: null },
    ]);
    const bothGone = { ...unknown, digest: null };
    expect((await links.call(routeVersionsRpc, { keys: [bothGone], fields: [] })).rows).toEqual([]);
  });

  it('an answer never gets too big, and says how far it went', async () => {
    const url = `https://example.com/${'x'.repeat(2_000)}`;
    const targets = { mobile: `${url}m`, tablet: `${url}t`, desktop: `${url}d` };
    const made = await links.createMany(90, caller, { url, device_targeting: targets });
    const keys = made.map(({ short_code }) => ({ key: [short_code, HOST], version: 7 }));
    const first = await links.call(routeVersionsRpc, { keys, fields: [] });
    expect(first.checked).toBeGreaterThan(30);
    expect(first.checked).toBeLessThan(90);
    expect(first.rows).toHaveLength(first.checked);
    const rest = await links.call(routeVersionsRpc, { keys: keys.slice(first.checked), fields: [] });
    expect(rest.rows).toHaveLength(90 - first.checked);
    const codes = made.map(({ short_code }) => short_code);
    const asked = codes.map((code) => ({ code, hosts: [HOST, '*'] }));
    for (const { routes, checked } of [
      await links.call(resolveRoutesRpc, { codes }),
      await links.call(resolveKeysRpc, { keys: asked }),
    ]) {
      expect(checked).toBeLessThan(90);
      expect(routes).toHaveLength(checked);
    }
  });

  it('many codes are resolved at once', async () => {
    const [one, two] = [await links.create(caller), await links.create(caller)];
    const { routes, checked } = await links.call(resolveRoutesRpc, {
      codes: [one.short_code, 'nobody-has-this', two.short_code],
    });
    expect(checked).toBe(3);
    expect(routes).toEqual([await resolve(one.short_code), await resolve(two.short_code)]);
  });

  it('the hosts that are asked for are told, and no other', async () => {
    const [plain, guarded, gone, moved] = [
      await links.create(caller, { custom_code: 'on-two-hosts', expires_at: '2099-01-31T09:00:00.123Z' }),
      await links.create(caller, {
        custom_code: 'guarded',
        password: 'a secret',
        device_targeting: { mobile: 'https://m.example.com/' },
      }),
      await links.create(caller, { custom_code: 'gone-now' }),
      await links.create(caller, { custom_code: 'here-first' }),
    ];
    await links.create(caller, { custom_code: 'on-two-hosts', domain_id: links.second.id });
    await links.call(deleteLinkRpc, { id: gone.id }, caller);
    await links.call(updateLinkRpc, { id: moved.id, changes: { custom_code: 'there-now' } }, caller);
    const ask = async (...keys: [code: string, ...hosts: string[]][]) => {
      const asked = keys.map(([code, ...hosts]) => ({ code, hosts }));
      const { routes, checked } = await links.call(resolveKeysRpc, { keys: asked });
      expect(checked).toBe(keys.length);
      return routes;
    };
    const all = (await links.call(resolveRouteRpc, { code: plain.short_code })).routes;
    const of = (host: string) => all.filter((route) => route.host === host);
    expect(all).toHaveLength(2);
    expect(await ask(['on-two-hosts', HOST, '*'])).toEqual(of(HOST));
    expect(await ask(['on-two-hosts', 'second.example', '*'], ['guarded', HOST])).toEqual([
      ...of('second.example'),
      await resolve(guarded.short_code),
    ]);
    expect(await ask(['on-two-hosts', 'third.example', '*'], ['gone-now', HOST], ['here-first', HOST])).toEqual([]);
    expect(await ask(['there-now', HOST])).toMatchObject([{ link_id: moved.id, code: 'there-now', version: 1 }]);
  });

  it('a code on thousands of hosts costs one statement, which reads the rows of the hosts that are asked for', async () => {
    const link = await links.create(caller, { custom_code: 'everywhere' });
    await links.query(`INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
      SELECT 'everywhere', 'h' || n || '.example', NULL, gen_random_uuid(), true, 1, now() FROM generate_series(1, 2000) n`);
    try {
      await links.query('ANALYZE codes');
      const sent = await sentStatements(async () => {
        const { routes } = await links.call(resolveKeysRpc, {
          keys: [
            { code: 'everywhere', hosts: [HOST, '*'] },
            { code: 'nobody-has-this', hosts: [HOST, '*'] },
          ],
        });
        expect(routes).toMatchObject([{ link_id: link.id }]);
      });
      const own = sent.flatMap(({ text }) => (/codes.*short_links/s.test(text) ? [text] : []));
      expect(own).toHaveLength(1);
      const plan: { 'QUERY PLAN': string }[] = await links.query(`EXPLAIN (ANALYZE) ${own[0]}`, [
        ['everywhere', 'everywhere'],
        [HOST, '*'],
      ]);
      const reads = plan.map((row) => row['QUERY PLAN']).filter((line) => /Scan .*on codes/.test(line));
      expect(reads.join()).toMatch(/Index Scan.*actual time=\S+ rows=[01](\.\d+)? loops=2/);
    } finally {
      await links.query(`DELETE FROM codes WHERE code = 'everywhere' AND host LIKE 'h%'`);
    }
  });
});

const filler = "code LIKE 'filler-%'";
it('no question about routes reads a table from end to end', async () => {
  await links.query(`INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
    SELECT 'filler-' || n, '${HOST}', NULL, gen_random_uuid(), true, 1, now() FROM generate_series(1, 50000) n`);
  await links.query(`INSERT INTO short_links (tenant_id, id, original_url, host, short_code, title, description,
      device_targeting, is_active, version, created_at, updated_at)
    SELECT link_id, link_id, 'https://example.com/', host, code, '', '', '{}', true, 1, now(), now()
    FROM codes WHERE ${filler}`);
  try {
    await links.query('ANALYZE codes');
    await links.query('ANALYZE short_links');
    const scans = async () =>
      Object.fromEntries(
        (
          await links.query<{ relname: string; seq_scan: string; idx_scan: string }>(
            `SELECT relname, seq_scan, idx_scan FROM pg_stat_user_tables WHERE relname IN ('codes', 'short_links')`,
          )
        ).map((row) => [row.relname, { whole: Number(row.seq_scan), index: Number(row.idx_scan) }]),
      );
    // A connection tells what it read when it is idle, after ten seconds at the latest.
    let last = '';
    let since = Date.now();
    await eventually(
      async () => {
        const now = JSON.stringify(await scans());
        if (now !== last) since = Date.now();
        last = now;
        return Date.now() - since > 11_000;
      },
      { timeoutMs: 60_000, intervalMs: 500 },
    );
    const before = await scans();
    const { rows } = await links.call(routeRangeRpc, { after: ['filler-3', HOST], limit: 20, fields });
    expect(rows).toHaveLength(20);
    const keys = rows.map(({ key, version, digest }) => ({ key, version, digest }));
    expect(await links.call(routeVersionsRpc, { keys, fields })).toEqual({ rows: [], checked: 20 });
    const versions = keys.map(({ key }) => ({ key, version: 2 }));
    expect((await links.call(routeVersionsRpc, { keys: versions, fields })).rows).toHaveLength(20);
    await links.call(resolveRoutesRpc, { codes: keys.map(({ key }) => key[0] ?? '') });
    const resolved = await links.call(resolveKeysRpc, {
      keys: keys.map(({ key }) => ({ code: key[0] ?? '', hosts: [HOST, '*'] })),
    });
    expect(resolved.routes).toHaveLength(20);
    await eventually(
      async () => {
        const after = await scans();
        expect((after.codes?.index ?? 0) - (before.codes?.index ?? 0)).toBeGreaterThanOrEqual(5);
        expect((after.short_links?.index ?? 0) - (before.short_links?.index ?? 0)).toBeGreaterThanOrEqual(5);
        expect([after.codes?.whole, after.short_links?.whole]).toEqual([
          before.codes?.whole,
          before.short_links?.whole,
        ]);
      },
      { timeoutMs: 30_000, intervalMs: 500 },
    );
  } finally {
    await links.query(`DELETE FROM short_links WHERE short_${filler}`);
    await links.query(`DELETE FROM codes WHERE ${filler}`);
  }
}, 120_000);

describe('telling of everything once more', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await links.workspace(10_000);
  });
  const status = () => links.call(republishLinksRpc, { action: 'status' });
  const since = (from: number, code: string): SeenEvent[] =>
    links.events
      .slice(from)
      .filter(({ data }) => [data.route?.code, data.key?.code, data.previous?.code].includes(code));
  let second: RunningService | null = null;
  afterAll(() => second?.stop());

  it('goes by the same events with the versions of today, and a moved link is not told as deleted', async () => {
    const edited = await links.create(caller);
    await links.call(updateLinkRpc, { id: edited.id, changes: { url: 'https://example.com/2' } }, caller);
    const gone = await links.create(caller);
    await links.call(deleteLinkRpc, { id: gone.id }, caller);
    const moved = await links.create(caller, { custom_code: 'was-here' });
    await links.call(updateLinkRpc, { id: moved.id, changes: { custom_code: 'is-there' } }, caller);
    await eventually(() => expect(links.eventsOf(moved.id)).toHaveLength(2));
    const from = links.events.length;
    expect(await links.call(republishLinksRpc, { action: 'start' })).toMatchObject({ state: 'running', rate: 500 });
    await eventually(async () => expect(await status()).toMatchObject({ state: 'done' }), { timeoutMs: 20_000 });
    const [{ n } = { n: 0 }] = await links.query<{ n: number }>('SELECT count(*)::int AS n FROM codes');
    expect((await status()).done).toBe(n);
    await eventually(() => expect(links.events.length - from).toBe(n), { timeoutMs: 20_000 });
    expect(since(from, edited.short_code)).toMatchObject([
      { subject: linkUpdated.subject, data: { route: { version: 2, original_url: 'https://example.com/2' } } },
    ]);
    expect(since(from, gone.short_code)).toMatchObject([
      { subject: linkDeleted.subject, data: { key: { version: 2 }, link_id: gone.id } },
    ]);
    expect(since(from, 'was-here')).toMatchObject([
      { subject: linkUpdated.subject, data: { previous: { version: 2 }, route: { code: 'is-there', version: 1 } } },
    ]);
  });

  it('goes on after a stop, and in another process after this one ended, without leaving out or repeating', async () => {
    await links.createMany(60, caller);
    const from = links.events.length;
    await links.call(republishLinksRpc, { action: 'start', rate: 20 });
    expect(await links.call(republishLinksRpc, { action: 'start', rate: 9_999 })).toMatchObject({ rate: 20 });
    await eventually(async () => expect((await status()).done).toBeGreaterThan(0));
    await links.call(republishLinksRpc, { action: 'stop' });
    const stopped = await status();
    expect(stopped.state).toBe('stopped');
    expect(stopped.done % 20).toBe(0);
    await links.call(republishLinksRpc, { action: 'start', rate: 40 });
    await links.service.stop();
    second = await links.start();
    await eventually(async () => expect(await status()).toMatchObject({ state: 'done', rate: 40 }), {
      timeoutMs: 30_000,
    });
    const told: string[] = [];
    const [{ n }] = await second.get<DataSource>(DataSource).query('SELECT count(*)::int AS n FROM codes');
    await eventually(() => {
      const again = links.events.slice(from).filter(({ subject }) => subject !== linkCreated.subject);
      told.splice(0, told.length, ...again.map(({ data }) => keyOf(data)));
      expect(new Set(told).size).toBe(n);
    });
    expect(told).toHaveLength(n);
  }, 90_000);
});

// oxlint-disable-next-line typescript/no-explicit-any -- of any of the events of links
const keyOf = (data: any): string => {
  const key = data.previous ?? data.key ?? data.route;
  return `${key.code} ${key.host}`;
};

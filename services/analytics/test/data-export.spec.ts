import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  analyticsExportPortionRpc,
  type Caller,
  type ExportedPortion,
  type ExportedTable,
  exportedTables,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { EXPORTED_COLUMNS, KEPT_COLUMNS } from '../src/data-export/exported-clicks.js';
import { service } from '../src/main.js';
import { type ClickRow, toClickHouseTime } from '../src/store/click.row.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { CLICK_COLUMNS } from '../src/store/clicks-table.js';
import { aCaller, aRow, STORES } from './analytics.harness.js';
import { ActTeller, ADMIN, anAct } from './audit.js';

type Row = Record<string, unknown>;

it('has or keeps each column of a click', () => {
  const decided: string[] = [...EXPORTED_COLUMNS, ...Object.keys(KEPT_COLUMNS)];
  expect(decided.sort()).toEqual([...CLICK_COLUMNS].sort());
});

/** Tables that an export is made of, and what stays here of the others, and why. */
const EXPORTED_TABLES = ['audit_log', 'clicks'];
const KEPT_TABLES: Record<string, string> = {
  click_day_looks: 'of the machinery',
  click_day_runs: 'of the machinery',
  click_day_totals: 'sums of clicks that are exported, and gone with them',
  click_days: 'as above',
  click_total_looks: 'of the machinery',
  click_totals: 'as above, of the former release',
  deleted_accounts: 'of accounts that are gone',
  ingest_ranges: 'of the machinery',
  orphan_visits: 'counts of visits that were no clicks, for 90 days; they name nobody',
  schema_migrations: 'of the machinery',
};
/** Of the audit log, what is not in the history of an account, and why. */
const KEPT_COLUMNS_OF_LOG: Record<string, string> = {
  seq: 'how many acts the installation had',
  user_id: 'by_me says whether it is the account',
  user_email: 'of the account as it was, or of others',
  user_name: 'as above',
  user_salt: 'of the chain',
  user_digest: 'of the chain',
  target_salt: 'of the chain',
  target_digest: 'of the chain',
  ip_salt: 'of the chain',
  ip_digest: 'of the chain',
  prev_hash: 'of the chain',
  hash: 'of the chain',
};

describe.each(STORES)('an export of one’s own data, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let acts: ActTeller;

  beforeAll(async () => {
    acts = await ActTeller.open(servers.natsUrl);
    analytics = await service.start(servers.env('analytics', { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal' }));
    await eventually(() => analytics.ready());
  }, 60_000);
  afterAll(async () => {
    await analytics.stop();
    await acts.close();
  });

  const clickhouse = () => analytics.get<ClickHouse>(ClickHouse);
  const insert = (values: ClickRow[]) =>
    clickhouse().background.insert({ table: 'clicks', values, format: 'JSONEachRow' });
  const portion = (caller: Caller, table: ExportedTable<'analytics'>, from: string | null): Promise<ExportedPortion> =>
    analytics.get<RpcClient>(RpcClient).call(analyticsExportPortionRpc, { table, from }, { caller, timeoutMs: 30_000 });

  async function read(
    caller: Caller,
    table: ExportedTable<'analytics'>,
    between: (portions: number) => Promise<void> = async () => {},
  ): Promise<{ rows: Row[]; portions: number }> {
    const rows: Row[] = [];
    let portions = 0;
    for (let from: string | null = null; ; ) {
      const { columns, rows: found, next } = await portion(caller, table, from);
      portions += 1;
      rows.push(...found.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))));
      if (next === null) return { rows, portions };
      await between(portions);
      from = next;
    }
  }

  it('has each click of the workspace once, of many days and of one, and none of another', async () => {
    const workspace_id = uuidv7();
    const neighbour = uuidv7();
    const links = Array.from({ length: 40 }, () => uuidv7());
    const of = (days: number, count: number, more: Partial<ClickRow> = {}) =>
      Array.from({ length: count }, (_, index) =>
        aRow(days + (index % 1_000) / 2_000_000, { workspace_id, link_id: links[index % links.length] ?? '', ...more }),
      );
    const clicks = [
      // Days with few clicks, one that takes several portions, and one in which a single link does.
      ...Array.from({ length: 60 }, (_, day) => of(100 + day, 70)).flat(),
      ...of(50, 9_000),
      ...of(40, 5_001, { link_id: links[3] ?? '' }),
      ...of(1, 1_999),
    ];
    await insert(clicks);
    await insert(of(50, 300, { workspace_id: neighbour }));
    // Twice, as after a crash, in another part of the table: days with few clicks, and portions of the day with many.
    await insert(clicks.slice(0, 500));
    await insert(clicks.slice(4_200, 9_200));
    const { rows, portions } = await read(aCaller(workspace_id), 'clicks', async (done) => {
      if (done === 3) await insert(of(50, 100, { workspace_id: neighbour }));
    });
    expect(rows).toHaveLength(clicks.length);
    expect(rows.map(({ id }) => id).sort()).toEqual(clicks.map(({ event_id }) => event_id).sort());
    expect(portions).toBeGreaterThan(9);
    const days = rows.map(({ clicked_at }) => String(clicked_at).slice(0, 10));
    expect(days).toEqual([...days].sort());
    expect((await read(aCaller(neighbour), 'clicks')).rows).toHaveLength(400);
    expect((await read(aCaller(uuidv7()), 'clicks')).rows).toEqual([]);
  }, 120_000);

  it('ends however fast further clicks come, which are of the next one', async () => {
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    const clicks = [aRow(1, link), aRow(0.001, link)];
    await insert(clicks);
    const { rows } = await read(aCaller(link.workspace_id), 'clicks', async (portions) => {
      expect(portions).toBeLessThan(10);
      await insert([aRow(0, { ...link, clicked_at: toClickHouseTime(new Date()) })]);
    });
    expect(rows.map(({ id }) => id)).toEqual(clicks.map(({ event_id }) => event_id));
  });

  it('says what the owner may know of a click, and nothing by which visitors are told apart', async () => {
    const workspace_id = uuidv7();
    const click = aRow(3, {
      workspace_id,
      link_id: uuidv7(),
      city: 'Hà Nội',
      device: 'mobile',
      browser: 'safari',
      os: 'ios',
      referer: '=cmd.example',
      visitor: '12345678901234567890',
      user_agent: 'Secret/1.0',
      signed_in: true,
    });
    await insert([click]);
    const { rows } = await read(aCaller(workspace_id), 'clicks');
    expect(rows).toEqual([
      {
        id: click.event_id,
        clicked_at: `${click.clicked_at.replace(' ', 'T')}Z`,
        link_id: click.link_id,
        short_code: 'abc',
        host: 'go.example',
        country: 'VN',
        city: 'Hà Nội',
        device_type: 'mobile',
        browser: 'safari',
        os: 'ios',
        language: '',
        referer: '=cmd.example',
        utm_source: 'ads',
        utm_medium: '',
        utm_campaign: '',
        utm_term: '',
        utm_content: '',
        signed_in: true,
        kind: 'human',
        kind_reason: '',
        rule: 'default',
      },
    ]);
  });

  it('has clicks with the longest words in as many messages as they need', async () => {
    const workspace_id = uuidv7();
    const long = 'đ'.repeat(500);
    const texts = { referer: long, utm_source: long, utm_medium: long, utm_campaign: long, utm_term: long };
    const clicks = Array.from({ length: 2_500 }, () => aRow(5, { workspace_id, link_id: uuidv7(), ...texts }));
    await insert(clicks);
    const { rows } = await read(aCaller(workspace_id), 'clicks');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2_500);
    expect(rows).toHaveLength(2_500);
  }, 60_000);

  it('tells what the account did and what was done to it, but nobody else’s name or address', async () => {
    const userId = uuidv7();
    const other = uuidv7();
    const me = { id: userId, email: 'an@example.com', full_name: 'An' };
    const told = [
      anAct({ action: 'session.signed_in', user: me, ip: '203.0.113.7' }),
      anAct({
        action: 'user.plan_changed',
        user: ADMIN,
        ip: '198.51.100.1',
        target: { kind: 'user', id: userId, name: me.email },
      }),
      anAct({
        action: 'user.impersonation_started',
        user: ADMIN,
        target: { kind: 'user', id: userId, name: me.email },
        details: { until: '2026-11-28T10:00:00.000Z', reason: 'Lê Thị Quản Trị was asked by other@example.com' },
      }),
      anAct({ action: 'session.refused', user: me, details: { reason: 'auth.credentials_invalid' } }),
      anAct({ action: 'user.role_changed', user: me, target: { kind: 'user', id: other, name: 'other@example.com' } }),
      anAct({ action: 'session.signed_in', user: { id: other, email: 'other@example.com', full_name: 'O' } }),
    ];
    for (const act of told) await acts.tell(act);
    await eventually(async () => {
      const found = await clickhouse().select(
        `SELECT id FROM audit_log WHERE id IN ('${told.map(({ id }) => id).join("','")}')`,
      );
      expect(found).toHaveLength(told.length);
    });
    const { rows } = await read({ ...aCaller(uuidv7()), user_id: userId } as Caller, 'account_history');
    expect(rows).toEqual([
      expect.objectContaining({ action: 'user.role_changed', by_me: true, target_id: other, target_name: null }),
      expect.objectContaining({ action: 'session.refused', details: { reason: 'auth.credentials_invalid' } }),
      expect.objectContaining({
        action: 'user.impersonation_started',
        by_me: false,
        details: { until: '2026-11-28T10:00:00.000Z' },
      }),
      expect.objectContaining({ action: 'user.plan_changed', by_me: false, target_name: me.email, ip_address: null }),
      expect.objectContaining({ action: 'session.signed_in', by_me: true, ip_address: '203.0.113.7' }),
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/other@example|198\.51\.100\.1\b|Quản Trị/);
  });

  it('has each act once where there are more than fit in a portion', async () => {
    const me = { id: uuidv7(), email: 'an@example.com', full_name: 'An' };
    const told = Array.from({ length: 1_050 }, () => anAct({ user: me }));
    await acts.tellMany(told);
    const stored = () => clickhouse().select(`SELECT id FROM audit_log WHERE user_id = '${me.id}'`);
    await eventually(async () => expect(await stored()).toHaveLength(told.length));
    const { rows, portions } = await read({ ...aCaller(uuidv7()), user_id: me.id } as Caller, 'account_history');
    expect(portions).toBe(2);
    expect(rows.map(({ id }) => id).sort()).toEqual(told.map(({ id }) => id).sort());
  }, 60_000);

  it('knows of every table here, and of every column of the audit log', async () => {
    const names = async (query: string) => (await clickhouse().select<{ name: string }>(query)).map(({ name }) => name);
    const tables = await names('SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name');
    expect(tables.filter((name) => !EXPORTED_TABLES.includes(name) && KEPT_TABLES[name] === undefined)).toEqual([]);
    const columns = await names(
      "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'audit_log' ORDER BY name",
    );
    const list: readonly string[] = exportedTables.analytics.account_history;
    const isKnown = (name: string) => list.includes(name) || KEPT_COLUMNS_OF_LOG[name] !== undefined;
    expect(columns.filter((name) => !isKnown(name))).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  type Caller,
  deleteLinkRpc,
  type ExportedPortion,
  type ExportedTable,
  exportedTables,
  linksExportPortionRpc,
  scheduleLinkChangeRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import { callerOf, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const RULE = { url: 'https://vn.example.com/', any_of: [{ all_of: [{ kind: 'country', values: ['VN'] }] }] };
type Row = Record<string, unknown>;

async function read(
  caller: Caller,
  table: ExportedTable<'links'>,
  between: (portions: number) => Promise<void> = async () => {},
): Promise<{ rows: Row[]; portions: number }> {
  const rows: Row[] = [];
  let portions = 0;
  for (let from: string | null = null; ; ) {
    const portion: ExportedPortion = await links.call(linksExportPortionRpc, { table, from }, caller);
    portions += 1;
    const { columns, next } = portion;
    rows.push(...portion.rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))));
    if (next === null) return { rows, portions };
    await between(portions);
    from = next;
  }
}

/** Links as if they had been made long ago. */
const fill = (workspace: string, count: number, title: string) =>
  links.query(
    `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, title, description,
       device_targeting, is_active, version, created_at, updated_at)
     SELECT $1::uuid, gen_random_uuid(), $1::uuid, $1::uuid, 'https://example.com/' || n, '*', $3 || n, $3 || n, '', '{}', n % 2 = 0, 1,
       now(), now() FROM generate_series(1, $2::int) n`,
    [workspace, count, title],
  );

/** What stays out of an export, and why. Whoever adds a column says there or in the export what becomes of it. */
const KEPT: Record<string, string> = {
  'short_links.tenant_id': 'the account itself',
  'short_links.workspace_id': 'the account itself',
  'short_links.user_id': 'the account itself',
  'short_links.selected_domain_id': 'as domain_id',
  'short_links.kept_from': 'until its domain has settled',
  'short_links.password_hash': 'a secret; has_password says that there is one',
  'short_links.device_id': 'of guests’ links alone',
  'short_links.version': 'a counter for readers of events',
  'codes.workspace_id': 'the account itself',
  'codes.is_live': 'those that lead somewhere are with their links',
  'codes.version': 'a counter for readers of events',
  'link_versions.workspace_id': 'the account itself',
  'link_versions.done_by': 'as by, user_id, api_key_id, is_scheduled and restored_version',
  'link_versions.former_version': 'a counter for readers of events',
  'scheduled_changes.workspace_id': 'the account itself',
  'scheduled_changes.planned_by': 'as by, user_id and api_key_id',
  'scheduled_changes.next_at': 'for who makes it',
  'guest_sweeps.id': "of guests' links",
  'guest_sweeps.expired_by': "of guests' links",
  'guest_sweeps.asked_by': 'for the audit log, until it is written',
  'guest_sweeps.deleted': "of guests' links",
  'guest_sweeps.ended_at': "of guests' links",
  'scheduled_changes.tries': 'for who makes it',
  'scheduled_changes.params': 'of the words of code',
  'quota_usage.workspace_id': 'the account itself',
  'utm_templates.workspace_id': 'the account itself',
  'utm_templates.name_key': 'its name in small letters',
  'campaigns.workspace_id': 'the account itself',
  'campaigns.user_id': 'the account itself',
  'campaigns.deleted_at': 'of those that are gone',
  'campaigns.deleted_by': 'of those that are gone',
  'webhooks.workspace_id': 'the account itself',
  'webhooks.user_id': 'the account itself',
  'webhooks.secret': 'a secret',
  'webhooks.former_secret': 'a secret',
  'webhooks.earlier_secret': 'a secret',
  'webhooks.earlier_secret_until': 'for a day, of a secret',
  'webhooks.former_secret_until': 'for a day, of a secret',
  'webhooks.clicks_hour': 'for an hour, how many clicks were listed',
  'webhooks.clicks_listed': 'for an hour, how many clicks were listed',
  'webhooks.clicks_skipped': 'until that is told',
  'webhooks.clicks_skipped_since': 'until that is told',
  'webhooks.clicks_counted_at': 'until that is told',
  'webhooks.disabled_at': 'for the mail that tells of it',
  'quarantine_appeals.workspace_id': 'the account itself',
  'quarantine_appeals.user_id': 'the account itself',
  'quarantine_appeals.decided_by': 'who the others are is not told',
  'webhooks.notice_due': 'until that mail is asked for',
};
const KEPT_TABLES = [
  // What providers say of addresses, with the last link that led there.
  'address_checks',
  // What others report of links, until half a year after it was decided.
  'link_reports',
  'report_cases',
  // Of the installation: what no link may lead to.
  'block_list',
  'blocked_destinations',
  // Which of the links are quarantined, as these tell, and for which entries no more.
  'quarantine_releases',
  'quarantines',
  // Of the installation, of guests, or of the machinery; idempotency keys and counted changes last for a day.
  'change_usage',
  'claimed_links',
  // A copy of what analytics exports, and how far it is.
  'click_copies',
  'click_orders',
  'link_clicks',
  'deleted_workspaces',
  // What pages of addresses say of themselves, whoever has links there.
  'destinations',
  'domains',
  'event_positions',
  // For a moment, until the owner is told: identity exports that.
  'expired_deletions',
  'guest_salts',
  'guest_usage',
  'idempotency_keys',
  'inbox',
  'link_counts',
  // Counted from the tags of links, which are with them.
  'link_tags',
  'migrations',
  'outbox',
  'outbox_set_aside',
  'read_model_comparisons',
  'republish_jobs',
  'site_images',
  // Copies of what identity exports.
  'workspaces',
  // What was told of the links that are here, for 30 days; its receiver has it.
  'webhook_deliveries',
  'webhook_click_positions',
];
const RENAMED: Record<string, string> = {
  'codes.code': 'short_code',
  'link_versions.number': 'version',
  'link_versions.changed': 'changes',
  'quota_usage.used': 'links_created',
};
const LISTS: Record<string, ExportedTable<'links'>> = {
  short_links: 'links',
  codes: 'reserved_codes',
  link_versions: 'link_versions',
  scheduled_changes: 'scheduled_changes',
  quota_usage: 'monthly_usage',
  utm_templates: 'utm_templates',
  campaigns: 'campaigns',
  webhooks: 'webhooks',
  quarantine_appeals: 'appeals',
};

describe('an export of one’s own data', () => {
  it('has each link of the workspace once, whatever is made and deleted meanwhile, and none of another', async () => {
    const caller = callerOf();
    const other = callerOf();
    const workspace = caller.workspace_id;
    await fill(workspace, 4_100, 'mine-');
    await fill(other.workspace_id, 50, 'theirs-');
    const before = await links.query<{ id: string }>('SELECT id FROM short_links WHERE tenant_id = $1 ORDER BY id', [
      workspace,
    ]);
    const gone = [before[10]?.id ?? '', before[4_050]?.id ?? ''];
    const { rows, portions } = await read(caller, 'links', async (done) => {
      if (done !== 1) return;
      await links.query('DELETE FROM short_links WHERE id = ANY ($1)', [gone]);
      await links.create(caller, { title: 'made meanwhile' });
      await fill(other.workspace_id, 50, 'later-');
    });
    expect(portions).toBeGreaterThan(2);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const mine = rows.filter(({ title }) => String(title).startsWith('mine-')).map(({ id }) => id);
    // Of the two that went, one was read before.
    expect(mine).toEqual(before.map(({ id }) => id).filter((id) => id !== gone[1]));
    expect(rows.filter(({ title }) => !String(title).startsWith('mine-')).length).toBeLessThanOrEqual(1);
    expect((await read(callerOf(), 'links')).rows).toEqual([]);
  }, 60_000);

  it('says all that is set for a link, but for its password, and which codes it has given up', async () => {
    const caller = callerOf();
    const expires_at = '2030-01-31T00:00:00.000Z';
    const link = await links.create(caller, {
      title: '=1+1',
      tags: ['Summer', 'Đà Nẵng'],
      custom_code: 'export-one',
      password: 'open sesame',
      expires_at,
      max_clicks: 7,
      device_targeting: { mobile: 'https://m.example.com/' },
    });
    const paused = await links.create(caller, { title: 'paused' });
    await links.query("UPDATE short_links SET is_active = false, expires_at = now() - interval '1 day' WHERE id = $1", [
      paused.id,
    ]);
    const deleted = await links.create(caller, { title: 'deleted' });
    await links.call(deleteLinkRpc, { id: deleted.id }, caller);
    const { rows } = await read(caller, 'links');
    expect(rows).toHaveLength(2);
    expect(rows.find(({ id }) => id === link.id)).toEqual({
      id: link.id,
      short_url: link.short_url,
      short_code: 'export-one',
      host: expect.any(String),
      domain_id: link.domain?.id,
      original_url: link.original_url,
      title: '=1+1',
      description: '',
      tags: ['Summer', 'Đà Nẵng'],
      campaign_id: null,
      has_password: true,
      expires_at,
      max_clicks: 7,
      device_targeting: { mobile: 'https://m.example.com/' },
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
      rules: {},
      ab_test: null,
      quarantine: null,
      is_active: true,
      created_at: link.created_at,
      updated_at: link.updated_at,
    });
    expect(rows.find(({ id }) => id === paused.id)).toMatchObject({ is_active: false });
    expect(JSON.stringify(rows)).not.toContain('argon2');
    expect((await read(caller, 'reserved_codes')).rows).toEqual([
      { host: expect.any(String), short_code: deleted.short_code, link_id: deleted.id, updated_at: expect.any(String) },
    ]);
    const month = new Date().toISOString().slice(0, 7);
    expect((await read(caller, 'monthly_usage')).rows).toEqual([{ month, links_created: 3 }]);
    expect((await read(callerOf(), 'reserved_codes')).rows).toEqual([]);
  });

  it('has links with rules, each by its place', async () => {
    const caller = callerOf();
    await links.create(caller, { rules: [RULE, { ...RULE, url: 'https://vn2.example.com/' }] });
    const [row] = (await read(caller, 'links')).rows;
    expect(row?.['rules']).toEqual({ 1: RULE, 2: { ...RULE, url: 'https://vn2.example.com/' } });
  });

  it('has what was changed of links and what is planned, and no password', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller, { title: 'One' });
    await links.call(updateLinkRpc, { id, changes: { title: 'Two', password: 'open sesame' } }, caller);
    const due_at = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = { due_at, changes: { is_active: false } };
    const planned = await links.call(scheduleLinkChangeRpc, { id, scheduled, idempotency_key: null }, caller);
    const by = { by: 'member', user_id: caller.user_id, api_key_id: null };
    expect((await read(caller, 'link_versions')).rows).toEqual([
      {
        ...by,
        link_id: id,
        version: 2,
        at: expect.stringMatching(/Z$/),
        is_scheduled: false,
        restored_version: null,
        changes: { has_password: { before: false, after: true }, title: { before: 'One', after: 'Two' } },
      },
    ]);
    expect((await read(caller, 'scheduled_changes')).rows).toEqual([
      {
        ...by,
        id: planned.id,
        link_id: id,
        due_at,
        changes: { is_active: false },
        state: 'coming',
        code: null,
        created_at: planned.created_at,
        settled_at: null,
      },
    ]);
    for (const table of ['link_versions', 'scheduled_changes'] as const)
      expect((await read(callerOf(), table)).rows).toEqual([]);
  });

  it('goes on behind the last of many versions', async () => {
    const caller = callerOf();
    await links.query(
      `INSERT INTO link_versions SELECT $1, ('00000000-0000-7000-8000-' || lpad((n % 3)::text, 12, '0'))::uuid, n, now(), null, '{"title": ["a", "b"]}', 1
       FROM generate_series(2, 2501) n`,
      [caller.workspace_id],
    );
    const { rows } = await read(caller, 'link_versions');
    expect(new Set(rows.map(({ version }) => version)).size).toBe(2_500);
    expect(rows).toHaveLength(2_500);
  });

  it('goes on behind the last of many codes that were given up', async () => {
    const caller = callerOf();
    await links.query(
      `INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
       SELECT 'given-' || n / 2, 'h' || n % 2 || '.example', $1::uuid, $2::uuid, false, 1, now() FROM generate_series(1, 5000) n`,
      [caller.workspace_id, uuidv7()],
    );
    const { rows } = await read(caller, 'reserved_codes');
    expect(new Set(rows.map(({ short_code, host }) => `${String(short_code)} ${String(host)}`)).size).toBe(rows.length);
    expect(rows).toHaveLength(5_000);
  });

  it('knows of every table and column here', async () => {
    const columns = await links.query<{ t: string; c: string }>(
      `SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    );
    const lists = exportedTables.links as Readonly<Record<string, readonly string[]>>;
    const isKnown = ({ t, c }: { t: string; c: string }): boolean =>
      KEPT_TABLES.includes(t) ||
      KEPT[`${t}.${c}`] !== undefined ||
      (lists[LISTS[t] ?? '']?.includes(RENAMED[`${t}.${c}`] ?? c) ?? false);
    expect(columns.filter((column) => !isKnown(column)).map(({ t, c }) => `${t}.${c}`)).toEqual([]);
  });
});

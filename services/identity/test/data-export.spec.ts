import { describe, expect, it } from '@jest/globals';
import {
  beginDataExportRpc,
  type ExportedPortion,
  type ExportedTable,
  exportedTables,
  identityAuditRecorded,
  identityExportPortionRpc,
  type RpcRequest,
  type SessionStarted,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { create as createKey, setPlan } from './api-keys.js';
import { claimsOf, GOOGLE, withGoogle } from './google.js';
import { BROWSER, outcomeOf, PASSWORD, register, sql, start, tally } from './identity.js';
import { overtaken } from './overtaken.js';
import { codeOf, forgetSteps, inSession, turnOn, wrongCodeOf } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const begin = (
  running: RunningService,
  session: SessionStarted,
  over: Partial<RpcRequest<typeof beginDataExportRpc>> = {},
) => inSession(running, session, beginDataExportRpc, { current_password: PASSWORD, origin: BROWSER, ...over });

type Row = Record<string, unknown>;
const objects = ({ columns, rows }: ExportedPortion): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));

/** All rows of a list, portion by portion; `between`: done after the first one. */
async function rowsOf(
  running: RunningService,
  session: SessionStarted,
  table: ExportedTable<'identity'>,
  between = async () => {},
): Promise<Row[]> {
  const all: Row[] = [];
  for (let from: string | null = null; ; ) {
    const portion: ExportedPortion = await inSession(running, session, identityExportPortionRpc, { table, from });
    all.push(...objects(portion));
    if (portion.next === null) return all;
    if (from === null) await between();
    from = portion.next;
  }
}

/** What stays out of an export, and why. Whoever adds a column says there or in the export what becomes of it. */
const KEPT: Record<string, string> = {
  'sessions.impersonated_user_id': 'somebody else, whom an administrator acts as',
  'sessions.impersonation_ends_at': 'as above',
  'users.email_lower': 'email',
  'users.folded_name': 'full_name',
  'users.password_hash': 'a secret; has_password says that there is one',
  'users.password_changes': 'a counter for changes at once',
  'users.confirmed_devices': 'secrets; email_verified_at is exported',
  'users.must_change_password': 'nobody gets so far who has to',
  'users.version': 'a counter for readers of events',
  'profiles.user_id': 'profile.id',
  'profiles.created_at': 'profile.created_at, of the account',
  'profiles.updated_at': 'profile.updated_at, of the account',
  'sessions.user_id': 'profile.id',
  'sessions.token_hash': 'a secret',
  'known_devices.user_id': 'profile.id',
  'known_devices.device_hash': 'a secret',
  'google_accounts.user_id': 'profile.id',
  'api_keys.user_id': 'profile.id',
  'api_keys.key_hash': 'a secret',
  'api_keys.window_began_at': 'a short-lived counter',
  'api_keys.window_used': 'a short-lived counter',
  'avatars.user_id': 'profile.id',
  'avatars.key': 'in profile.avatar_url',
  'avatars.created_at': 'the picture itself is exported',
  'user_settings.user_id': 'profile.id',
  'user_settings.own_visits_token': 'by which browsers are known; privacy_mode says that there is one',
  'user_settings.language_chosen_at': 'orders choices of several browsers',
  'user_settings.display_mode_chosen_at': 'orders choices of several browsers',
  'user_settings.updated_at': 'orders choices of several browsers',
  'two_factors.user_id': 'profile.id',
  'two_factors.secret': 'a secret',
  'two_factors.begun_at': 'until the setup is complete',
  'two_factors.last_used_step': 'a secret’s counter',
  'push_subscriptions.user_id': 'profile.id',
  'push_subscriptions.session_id': 'the sessions themselves are exported',
  'push_subscriptions.endpoint_hash': 'endpoint',
  'push_subscriptions.p256dh': 'what is encrypted with for the browser',
  'push_subscriptions.auth': 'a secret',
  'notifications.user_id': 'profile.id',
  'notifications.key': 'by which its sender knows it',
  'mails.user_id': 'profile.id',
  'mails.key': 'by which the queue knows it',
  'mails.time_zone': 'the profile’s',
  'mails.variables': 'sealed, and may hold links that open the account',
  'mails.content': 'sealed, and may hold links that open the account',
  'mails.attempts': 'of the queue',
  'mails.next_attempt_at': 'of the queue',
  'mails.leased_until': 'of the queue',
  'mails.send_before': 'of the queue',
  'mails.error': 'of the queue',
};
const KEPT_TABLES: Record<string, string> = {
  account_links: 'secrets of mails, for an hour',
  api_key_requests: 'for a day, that a repeated request makes no second key; the keys are exported',
  attempts: 'short-lived counters under digests',
  audit_repeats: 'on its way to the audit log, which analytics exports',
  blocked_addresses: 'of the installation',
  deleted_accounts: 'of accounts that are gone',
  event_positions: 'of the machinery',
  google_sign_ins: 'for minutes, until somebody is signed in',
  inbox: 'of the machinery',
  mail_requests: 'for minutes, until a mail is in the queue',
  mail_templates: 'of the installation',
  migrations: 'of the machinery',
  outbox: 'of the machinery',
  outbox_set_aside: 'of the machinery',
  push_keys: 'of the installation',
  pushes: 'for a day at most, of notifications, which are exported',
  read_model_comparisons: 'of the machinery',
  recovery_codes: 'secrets; settings say how many are left',
  republish_jobs: 'of the machinery',
  flood_reports: 'numbers of reports, of nobody',
  security_counts: 'of the installation',
  security_settings: 'of the installation',
  smtp_settings: 'of the installation',
  threat_tallies: 'short-lived counters under digests',
  threats: 'of the installation; that the account was locked is in its history',
};
/** Tables that are exported under another name. */
const LISTS: Record<string, string> = { push_subscriptions: 'push_browsers' };
/** Columns that are exported under another name, or as part of something. */
const RENAMED: Record<string, string> = {
  'sessions.ip': 'ip_address',
  'sessions.last_seen_at': 'last_used_at',
  'avatars.image': 'avatar',
  'two_factors.enabled_at': 'enabled_at',
};

describe('an export of one’s own data', () => {
  it('takes the password, and a code where two-factor authentication is on, and is told to the audit log', async () => {
    const running = await start({ ...servers.env('export-proof', { LOG_LEVEL: 'fatal' }), ...GOOGLE });
    const session = await register(running);
    expect(await outcomeOf(begin(running, session, { current_password: 'wrong-one' }))).toBe(
      'auth.current_password_wrong',
    );
    const account = await begin(running, session);
    expect(account).toMatchObject({
      profile: { id: session.user.id, email: 'an@example.com', has_password: true, deletion_at: null },
      settings: {
        two_factor: { enabled: false },
        auto_delete_links: false,
        email_notifications: true,
        push_notifications: false,
        privacy_mode: false,
      },
      avatar: null,
    });
    const { secret } = await turnOn(running, session);
    await forgetSteps(running);
    expect(await outcomeOf(begin(running, session))).toBe('two_factor.code_required');
    expect(await outcomeOf(begin(running, session, { code: wrongCodeOf(secret) }))).toBe('two_factor.code_invalid');
    expect((await begin(running, session, { code: codeOf(secret) })).settings.two_factor.enabled).toBe(true);
    const { started } = await withGoogle(running, claimsOf({ email: 'g@example.com' }), { accept_terms: true });
    if (!started) throw new Error('nobody was signed in');
    expect(await outcomeOf(begin(running, started))).toBe('auth.password_not_set');

    await eventually(async () => expect(await sql(running, 'SELECT id FROM outbox')).toEqual([]));
    const acts = (await storedEvents(running, identityAuditRecorded, () => true)).map(({ data }) => data);
    expect(acts.filter(({ action }) => action === 'account.data_exported')).toEqual([
      expect.objectContaining({ user_id: session.user.id, ip: BROWSER.ip, level: 'warning' }),
      expect.objectContaining({ user_id: session.user.id }),
    ]);
  });

  it("is nobody's whose password is another one by then", async () => {
    const running = await start(servers.env('export-meanwhile'));
    const session = await register(running);
    const outcome = await overtaken(running, [['UPDATE users SET password_changes = password_changes + 1']], () =>
      outcomeOf(begin(running, session)),
    );
    expect(outcome).toBe('auth.current_password_wrong');
  });

  it('is to be had five times an hour, however many ask at once, and wrong passwords use up none', async () => {
    const running = await start(servers.env('export-often', { LOG_LEVEL: 'fatal' }));
    const session = await register(running);
    const neighbour = await register(running, { email: 'binh@example.com' });
    await outcomeOf(begin(running, session, { current_password: 'wrong-one' }));
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(begin(running, session))));
    expect(tally(outcomes)).toEqual({ success: 5, 'data_export.too_often': 3 });
    const refused = await begin(running, session).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'data_export.too_often', status: 429 });
    const { retryAfterSeconds, params } = refused as { retryAfterSeconds: number; params: object };
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(params).toEqual({ retry_after: retryAfterSeconds });
    expect(await outcomeOf(begin(running, neighbour))).toBe('success');
    await sql(running, "UPDATE attempts SET expires_at = now() WHERE key LIKE 'data-export:%'");
    expect(await outcomeOf(begin(running, session))).toBe('success');
  });

  it('gives nothing to a session that has ended meanwhile', async () => {
    const running = await start(servers.env('export-ended', { LOG_LEVEL: 'fatal' }));
    const session = await register(running);
    const portion = () => outcomeOf(rowsOf(running, session, 'sessions'));
    expect(await portion()).toBe('success');
    await sql(running, 'UPDATE sessions SET ended_at = now() WHERE id = $1', [session.session_id]);
    expect(await portion()).toBe('auth.unauthenticated');
    expect(await outcomeOf(begin(running, session))).toBe('auth.unauthenticated');
  });

  it('has each row of the account once, whatever comes and goes meanwhile, no secret, and nothing of others', async () => {
    const running = await start(servers.env('export-rows'));
    const session = await register(running, { origin: { ...BROWSER, device: 'd'.repeat(40) } });
    const neighbour = await register(running, { email: 'binh@example.com' });
    const { id } = session.user;
    await setPlan(running, 'premium');
    const { key } = (await createKey(running, session)) as unknown as { key: string };
    await createKey(running, neighbour);
    await sql(running, "INSERT INTO google_accounts (issuer, subject, user_id) VALUES ('g', 'an', $1)", [id]);
    // Of which some end, and some begin, while they are read.
    await sql(
      running,
      `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at, ended_at)
       SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, decode(lpad(to_hex(n), 64, '0'), 'hex'),
         '203.0.113.7', 'Browser/' || n, now() + interval '1 day', now() FROM generate_series(1, 4500) n`,
      [id],
    );
    const sessions = await rowsOf(running, session, 'sessions', async () => {
      await sql(running, "DELETE FROM sessions WHERE user_agent IN ('Browser/1', 'Browser/4000')");
      // Not by a sign-in, which would remove what was over for longest.
      await sql(
        running,
        `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at)
         VALUES ('ffffffff-0000-7000-8000-000000000000', $1, '\\x00', '203.0.113.7', 'New', now() + interval '1 day')`,
        [id],
      );
    });
    const agents = sessions.map(({ user_agent }) => user_agent);
    expect(new Set(sessions.map(({ id: one }) => one)).size).toBe(sessions.length);
    // Those of before, but one that went before it was read; the own one and that which began.
    expect(agents.filter((agent) => /^Browser\/\d+$/.test(String(agent)))).toHaveLength(4_499);
    expect(sessions).toHaveLength(4_499 + 2);
    expect(sessions.find(({ id: one }) => one === session.session_id)).toMatchObject({
      ip_address: BROWSER.ip,
      ended_at: null,
    });

    expect(await rowsOf(running, session, 'api_keys')).toEqual([
      expect.objectContaining({
        permissions: ['read', 'write'],
        domain_ids: null,
        is_active: true,
        last_characters: expect.any(String),
      }),
    ]);
    expect(await rowsOf(running, session, 'known_devices')).toHaveLength(1);
    expect(await rowsOf(running, session, 'google_accounts')).toEqual([
      expect.objectContaining({ issuer: 'g', subject: 'an' }),
    ]);
    const mails = await rowsOf(running, session, 'mails');
    expect(mails.map(({ recipient }) => recipient)).toEqual(mails.map(() => 'an@example.com'));
    const all = JSON.stringify(
      await Promise.all(
        Object.keys(exportedTables.identity).map((table) =>
          rowsOf(running, session, table as ExportedTable<'identity'>),
        ),
      ),
    );
    for (const secret of [session.session_token, key].filter(Boolean)) expect(all).not.toContain(secret);
    expect(all).not.toContain('binh@example.com');
  });

  it('knows of every table and column here', async () => {
    const running = await start(servers.env('export-whole'));
    const session = await register(running);
    const account = await begin(running, session);
    const once = new Set([...Object.keys(account.profile), ...Object.keys(account.settings), 'avatar', 'enabled_at']);
    const columns = await sql<{ t: string; c: string }>(
      running,
      `SELECT table_name AS t, column_name AS c FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY 1, 2`,
    );
    const lists = exportedTables.identity as Readonly<Record<string, readonly string[]>>;
    const isKnown = ({ t, c }: { t: string; c: string }): boolean => {
      if (KEPT_TABLES[t] !== undefined || KEPT[`${t}.${c}`] !== undefined) return true;
      const name = RENAMED[`${t}.${c}`] ?? c;
      return lists[LISTS[t] ?? t]?.includes(name) ?? once.has(name);
    };
    expect(columns.filter((column) => !isKnown(column)).map(({ t, c }) => `${t}.${c}`)).toEqual([]);
  });
});

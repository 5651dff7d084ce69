import { describe, expect, it } from '@jest/globals';
import {
  changePasswordRpc,
  getSecurityPolicyRpc,
  getSecuritySettingsRpc,
  getSessionRpc,
  identityAuditRecorded,
  type SessionStarted,
  securityChanged,
  type UpdateSecuritySettings,
  updateSecuritySettingsRpc,
} from '@linkway/contracts';
import { AppError, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { administrator } from './administrator.js';
import { ask, askAs, BROWSER, outcomeOf, PASSWORD, register, sql, start } from './identity.js';
import { inSession, turnOn } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const HOME = '203.0.113.7';

const get = (running: RunningService, by: SessionStarted) => inSession(running, by, getSecuritySettingsRpc, {});
const update = (running: RunningService, by: SessionStarted, changes: UpdateSecuritySettings, ip = HOME) =>
  inSession(running, by, updateSecuritySettingsRpc, { ...changes, ip });
/** Field, code and parameters. */
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const [{ field, code } = { field: '', code: error.code }] = error.errors ?? [];
      return [field, code];
    },
  );
/** What the audit log was told of changes, oldest first, once there are so many. */
const acts = (running: RunningService, many: number) =>
  eventually(async () => {
    const events = await storedEvents(running, identityAuditRecorded, ({ action }) => action.startsWith('security.'));
    expect(events).toHaveLength(many);
    return events.map(({ data }) => data);
  });

describe('the settings of the security centre', () => {
  it('begin as everything was before there were any, and change one by one', async () => {
    const running = await start(servers.env('settings'));
    const admin = await administrator(running);
    expect(await get(running, admin)).toEqual({
      rate_limit_enabled: true,
      requests_per_minute: 60,
      min_password_length: 6,
      session_timeout: 720,
      admin_two_factor_required: false,
      email_verification_required: false,
      ip_whitelist_enabled: false,
      ip_whitelist: [],
      suspicious_activity_alerts: true,
      updated_at: null,
    });
    const saved = await update(running, admin, { requests_per_minute: 30, session_timeout: 24 });
    expect(saved).toMatchObject({ requests_per_minute: 30, session_timeout: 24, min_password_length: 6 });
    expect(saved.updated_at).not.toBeNull();
    expect(await get(running, admin)).toEqual(saved);
    expect(await update(running, admin, { requests_per_minute: 30 })).toEqual(saved);
    expect(await ask(running, getSecurityPolicyRpc, {})).toMatchObject({ version: 2, requests_per_minute: 30 });
  });

  it('are told of to every node, of two changes at once both', async () => {
    const running = await start(servers.env('settings-told'));
    const admin = await administrator(running);
    const told = () => storedEvents(running, securityChanged, () => true);
    const before = (await told()).length;
    await Promise.all([
      update(running, admin, { requests_per_minute: 30 }),
      update(running, admin, { min_password_length: 12 }),
    ]);
    const heard = await eventually(async () => {
      const events = (await told()).slice(before).map(({ data }) => data);
      expect(events.map(({ version }) => version)).toEqual([2, 3]);
      return events;
    });
    expect(heard.at(-1)).toMatchObject({ requests_per_minute: 30, min_password_length: 12 });
  });

  it('tell the audit log who changed what, from what to what, and nothing where nothing became otherwise', async () => {
    const running = await start(servers.env('settings-log'));
    const before = await storedEvents(running, identityAuditRecorded, ({ action }) => action.startsWith('security.'));
    const admin = await administrator(running);
    await update(running, admin, { requests_per_minute: 60 });
    await update(running, admin, { requests_per_minute: 30, ip_whitelist: ['203.0.113.0/24', '::1'] });
    const told = (await acts(running, before.length + 2)).slice(before.length);
    const act = { action: 'security.settings_changed', module: 'security', user_id: admin.user.id };
    expect(told).toMatchObject([
      { ...act, details: { changed: 'requests_per_minute', from: 60, to: 30 } },
      { ...act, details: { changed: 'ip_whitelist', from: '', to: '203.0.113.0/24 ::1' } },
    ]);
  });

  it('are for administrators alone, as they are in this moment', async () => {
    const running = await start(servers.env('settings-admins'));
    const admin = await administrator(running);
    const asUser = [
      askAs(running, 'user', getSecuritySettingsRpc, {}),
      askAs(running, 'user', updateSecuritySettingsRpc, { rate_limit_enabled: false, ip: HOME }),
    ];
    expect(await Promise.all(asUser.map(outcomeOf))).toEqual(['auth.forbidden', 'auth.forbidden']);
    await sql(running, "UPDATE users SET role = 'user'");
    expect(await outcomeOf(update(running, admin, { rate_limit_enabled: false }))).toBe('auth.forbidden');
  });

  it('refuse what is out of bounds, at the field', async () => {
    const running = await start(servers.env('settings-bounds'));
    const admin = await administrator(running);
    const wrong: [UpdateSecuritySettings, string, string][] = [
      [{ requests_per_minute: 0 }, 'requests_per_minute', 'security.requests_per_minute_invalid'],
      [{ min_password_length: 5 }, 'min_password_length', 'security.min_password_length_invalid'],
      [{ min_password_length: 65 }, 'min_password_length', 'security.min_password_length_invalid'],
      [{ session_timeout: 721 }, 'session_timeout', 'security.session_timeout_invalid'],
      [{ ip_whitelist: ['example.com'] }, 'ip_whitelist', 'security.address_invalid'],
      [{ ip_whitelist: ['203.0.113.0/33'] }, 'ip_whitelist', 'security.address_invalid'],
      [{ ip_whitelist: Array(201).fill('::1') }, 'ip_whitelist', 'security.whitelist_too_long'],
    ];
    for (const [changes, field, code] of wrong) {
      expect(await faultOf(update(running, admin, changes))).toEqual([field, code]);
    }
  });
});

describe('nobody locks themselves out', () => {
  it('by a list of addresses without their own', async () => {
    const running = await start(servers.env('addresses'));
    const admin = await administrator(running);
    const missing = ['ip_whitelist', 'security.own_address_missing'];
    expect(await faultOf(update(running, admin, { ip_whitelist_enabled: true }))).toEqual(missing);
    const elsewhere = { ip_whitelist_enabled: true, ip_whitelist: ['198.51.100.0/24', '2001:db8::/32'] };
    expect(await faultOf(update(running, admin, elsewhere))).toEqual(missing);
    expect(await update(running, admin, elsewhere, '2001:db8::9')).toMatchObject(elsewhere);
    // Where it is off it may say anything.
    expect(await update(running, admin, { ip_whitelist_enabled: false, ip_whitelist: ['198.51.100.1'] })).toMatchObject(
      {
        ip_whitelist: ['198.51.100.1'],
      },
    );
  });

  it('by asking for two-factor authentication that they have not themselves', async () => {
    const running = await start(servers.env('two-factor'));
    const admin = await administrator(running);
    const changes = { admin_two_factor_required: true };
    expect(await faultOf(update(running, admin, changes))).toEqual([
      'admin_two_factor_required',
      'security.own_two_factor_missing',
    ]);
    await turnOn(running, admin);
    expect(await update(running, admin, changes)).toMatchObject(changes);
  });
});

it('a new password is as long as they say, at a registration and at a change; former ones stay', async () => {
  const running = await start(servers.env('passwords'));
  const admin = await administrator(running);
  await update(running, admin, { min_password_length: 14 });
  const short = ['password', 'auth.password_short'];
  expect(await faultOf(register(running, { email: 'binh@example.com', password: 'thirteen-char' }))).toEqual(short);
  await register(running, { email: 'binh@example.com', password: 'fourteen-chars' });
  const input = { current_password: PASSWORD, origin: BROWSER };
  const change = (new_password: string) => inSession(running, admin, changePasswordRpc, { ...input, new_password });
  expect(await faultOf(change('thirteen-chr!'))).toEqual(['new_password', 'auth.password_short']);
  expect(await outcomeOf(change('now fourteen characters'))).toBe('success');
});

it('a session that was not used for as long as they say is over, one that began before them too', async () => {
  const running = await start(servers.env('timeout'));
  const admin = await administrator(running);
  const { session_token, session_id } = await register(running, { email: 'binh@example.com' });
  const find = () => ask(running, getSessionRpc, { session_token });
  await sql(running, "UPDATE sessions SET last_seen_at = now() - interval '3 hours' WHERE id = $1", [session_id]);
  await update(running, admin, { session_timeout: 2 });
  expect(await find()).toBeNull();
  await update(running, admin, { session_timeout: 4 });
  const found = await find();
  expect(found?.session_id).toBe(session_id);
  const hours = (Date.parse(found?.expires_at ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(3.9);
  expect(hours).toBeLessThanOrEqual(4.01);
  const fresh = await register(running, { email: 'chi@example.com' });
  expect((Date.parse(fresh.expires_at) - Date.now()) / 3_600_000).toBeLessThanOrEqual(4.01);
});

import { describe, expect, it } from '@jest/globals';
import {
  accountNamesRpc,
  accountRangeRpc,
  accountVersionsRpc,
  republishIdentityRpc,
  userRegistered,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { ask, BROWSER, metricsOf, outcomeOf, register, sql, start, tally } from './identity.js';

const servers = useServers({ postgres: true, nats: true });

describe('registration', () => {
  it('opens an account with a profile, a workspace and a session, and tells of it', async () => {
    const running = await start(servers.env('open'));
    const opened = await register(running, { email: '  An.Nguyen@Example.com ' });
    const { user } = opened;
    expect(user).toEqual({
      id: user.id,
      email: 'An.Nguyen@Example.com',
      full_name: 'Nguyễn An',
      role: 'user',
      workspace_id: user.id,
      subscription_type: 'basic',
      created_at: user.created_at,
      avatar_url: null,
      timezone: 'Asia/Ho_Chi_Minh',
      must_change_password: false,
      must_confirm_email: false,
      email_verified: false,
      deletion_at: null,
      chosen: { language: null, display_mode: null, timezone: null, default_domain: null },
    });
    expect(user.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(opened.session_token).toMatch(/^[\w-]{43}$/);
    const days = (Date.parse(opened.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);

    const [row] = await sql(running, 'SELECT * FROM users JOIN profiles ON user_id = id');
    expect(row).toMatchObject({
      email_lower: 'an.nguyen@example.com',
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      status: 'active',
      version: 1,
      monthly_links_limit: 50,
      timezone: 'Asia/Ho_Chi_Minh',
      phone: null,
      avatar_url: null,
      subscription_end_date: null,
    });
    await eventually(async () => {
      const [event, ...others] = await storedEvents(running, userRegistered, (data) => data.user_id === user.id);
      expect(others).toEqual([]);
      expect(event?.data).toEqual({
        user_id: user.id,
        workspace_id: user.id,
        default_domain: null,
        auto_delete_links_since: null,
        role: 'user',
        subscription_type: 'basic',
        monthly_links_limit: 50,
        version: 1,
      });
    });
    await eventually(async () => expect(await sql(running, 'SELECT * FROM outbox')).toEqual([]));
  });

  it('gives an address to one account, however it is spelt', async () => {
    const running = await start(servers.env('taken'));
    await register(running);
    await expect(register(running, { email: 'AN@EXAMPLE.COM' })).rejects.toMatchObject({
      code: 'auth.email_taken',
      status: 409,
    });
  });

  it('gives it to one also when many come at once, to two processes', async () => {
    const env = servers.env('at-once', { HASH_CONCURRENCY: '64' });
    const processes = [await start(env), await start(env)];
    const calls = Array.from({ length: 12 }, (_, nth) => {
      const running = processes[nth % 2];
      if (!running) throw new Error('no process');
      return outcomeOf(register(running, { email: nth % 3 === 0 ? 'AN@example.com' : 'an@example.com' }));
    });
    expect(tally(await Promise.all(calls))).toEqual({ success: 1, 'auth.email_taken': 11 });
    const [running] = processes;
    if (!running) throw new Error('no process');
    const counts = await sql(
      running,
      'SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM profiles)::int AS profiles, (SELECT count(*) FROM sessions)::int AS sessions',
    );
    expect(counts).toEqual([{ users: 1, profiles: 1, sessions: 1 }]);
    await eventually(async () => {
      const [user] = await sql<{ id: string }>(running, 'SELECT id FROM users');
      expect(await storedEvents(running, userRegistered, (data) => data.user_id === user?.id)).toHaveLength(1);
    });
  });

  it('checks every field itself', async () => {
    const running = await start(servers.env('fields'));
    const code = (over: Parameters<typeof register>[1]) => outcomeOf(register(running, over));
    expect(await code({ email: 'nobody' })).toBe('auth.email_invalid');
    expect(await code({ email: '' })).toBe('auth.email_required');
    expect(await code({ password: '12345' })).toBe('auth.password_weak');
    expect(await code({ password: 'qwerty' })).toBe('auth.password_common');
    expect(await code({ password: 'Nguyen An 1990' })).toBe('auth.password_personal');
    expect(await code({ full_name: '\u200b\u2060' })).toBe('auth.full_name_required');
    expect(await code({ full_name: '   ' })).toBe('auth.full_name_required');
    expect(await code({ accept_terms: false as true })).toBe('auth.terms_required');
    expect(await sql(running, 'SELECT id FROM users')).toEqual([]);
  });

  it('can be closed', async () => {
    const running = await start(servers.env('closed', { REGISTRATION_ENABLED: 'false' }));
    expect(await outcomeOf(register(running))).toBe('auth.registration_disabled');
    expect(await metricsOf(running)).toMatch(
      /identity_registrations_total\{[^}]*outcome="auth.registration_disabled"[^}]*\} 1/,
    );
  });

  it('is throttled by network, but not on this machine', async () => {
    const running = await start(servers.env('throttle'));
    const from = (ip: string, email: string) => outcomeOf(register(running, { email, origin: { ...BROWSER, ip } }));
    expect(await from('203.0.113.7', 'first@example.com')).toBe('success');
    await sql(running, 'UPDATE attempts SET count = 100');
    expect(await from('203.0.113.7', 'second@example.com')).toBe('auth.throttled');
    expect(await from('203.0.113.8', 'second@example.com')).toBe('success');
    expect(await from('127.0.0.1', 'third@example.com')).toBe('success');
    await sql(running, "UPDATE attempts SET expires_at = now() - interval '1 second'");
    expect(await from('203.0.113.7', 'fourth@example.com')).toBe('success');
  });

  it('refuses hashes beyond what it can work off, and goes on', async () => {
    const running = await start(servers.env('flood', { HASH_CONCURRENCY: '1', HASH_QUEUE: '2', LOG_LEVEL: 'fatal' }));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => outcomeOf(register(running, { email: `user${nth}@example.com` }))),
    );
    const { success = 0, 'service.busy': refused = 0 } = tally(outcomes);
    expect(success).toBeGreaterThanOrEqual(3);
    expect(refused).toBeGreaterThan(0);
    expect(success + refused).toBe(20);
    expect(await outcomeOf(register(running, { email: 'later@example.com' }))).toBe('success');
  });

  it('gives one network its few places among the hashes, whatever it sends at once', async () => {
    const env = servers.env('crowded', { HASH_CONCURRENCY: '1', HASH_PER_NETWORK: '3', LOG_LEVEL: 'fatal' });
    const running = await start(env);
    const from = (ip: string, nth: number) =>
      outcomeOf(register(running, { email: `${nth}@${ip}.example`, origin: { ...BROWSER, ip } }));
    const flood = Promise.all(Array.from({ length: 30 }, (_, nth) => from('203.0.113.7', nth)));
    const others = Promise.all(Array.from({ length: 3 }, (_, nth) => from('203.0.113.8', nth)));
    const { success = 0, 'service.busy': refused = 0 } = tally(await flood);
    expect(success).toBeGreaterThanOrEqual(3);
    expect(refused).toBeGreaterThan(0);
    expect(success + refused).toBe(30);
    expect(tally(await others)).toEqual({ success: 3 });
  });

  it('tells of every account once more when asked to', async () => {
    const running = await start(servers.env('republish'));
    const { user } = await register(running);
    const told = () => storedEvents(running, userRegistered, (data) => data.user_id === user.id);
    await eventually(async () => expect(await told()).toHaveLength(1));
    await running.get<RpcClient>(RpcClient).call(republishIdentityRpc, { action: 'start' });
    await eventually(async () => {
      const events = await told();
      expect(events.map(({ data }) => data)).toEqual([events[0]?.data, events[0]?.data]);
    });
  });

  it('tells the audit log who accounts are, and nothing of those that are gone', async () => {
    const running = await start(servers.env('names'));
    const { user } = await register(running);
    const { user: other } = await register(running, { email: 'Binh@example.com', full_name: 'Trần Bình' });
    await sql(running, "UPDATE users SET full_name = 'Nguyễn Văn An' WHERE id = $1", [user.id]);
    const gone = '0199a1b2-0000-7000-8000-000000000001';
    const { data } = await ask(running, accountNamesRpc, { ids: [user.id, gone, other.id] });
    expect(data.sort((one, next) => one.email.localeCompare(next.email))).toEqual([
      { id: user.id, email: 'an@example.com', full_name: 'Nguyễn Văn An' },
      { id: other.id, email: 'Binh@example.com', full_name: 'Trần Bình' },
    ]);
    expect(await ask(running, accountNamesRpc, { ids: [] })).toEqual({ data: [] });
  });

  it('tells who keeps a copy what differs', async () => {
    const running = await start(servers.env('copy'));
    const { user } = await register(running);
    const rpc = running.get<RpcClient>(RpcClient);
    const fields = ['monthly_links_limit'];
    const { rows } = await rpc.call(accountRangeRpc, { after: null, limit: 10, fields });
    expect(rows).toEqual([{ key: [user.id], version: 1, digest: expect.any(String) }]);
    const keys = [{ key: [user.id], version: 1, digest: rows[0]?.digest ?? null }];
    expect((await rpc.call(accountVersionsRpc, { keys, fields })).rows).toEqual([]);
    await sql(running, 'UPDATE profiles SET monthly_links_limit = 77');
    expect((await rpc.call(accountVersionsRpc, { keys, fields })).rows).toMatchObject([
      { key: [user.id], version: 1, content: { workspace_id: user.id, monthly_links_limit: 77 } },
    ]);
  });
});

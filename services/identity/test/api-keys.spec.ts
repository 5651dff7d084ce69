import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Caller, createApiKeyRpc, listApiKeysRpc } from '@linkway/contracts';
import { type AppError, RpcClient, type RunningService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { change, create, list, premium, remove, setPlan, use } from './api-keys.js';
import { callerOf, metricsOf, outcomeOf, register, sql, start, tally } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const NOBODYS = '01900000-0000-7000-8000-000000000009';
const HOUR = 3_600;

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const useOutcome = (running: RunningService, key: string) => outcomeOf(use(running, key));
const ended = (running: RunningService) =>
  sql(running, `UPDATE api_keys SET window_began_at = window_began_at - interval '${HOUR} seconds'`);

describe('the API keys of an account', () => {
  it('are for the premium plan alone, while it lasts', async () => {
    const running = await start(servers.env('premium'));
    const session = await register(running);
    expect(await outcomeOf(create(running, session))).toBe('api_keys.premium_required');
    await setPlan(running, 'premium', "now() - interval '1 second'");
    expect(await outcomeOf(create(running, session))).toBe('api_keys.premium_required');
    await setPlan(running, 'premium', "now() + interval '1 day'");
    const { api_key } = await create(running, session);
    expect(await useOutcome(running, api_key)).toBe('success');
    await setPlan(running, 'premium', 'now()');
    expect(await useOutcome(running, api_key)).toBe('auth.subscription_required');
    await setPlan(running, 'basic');
    expect(await useOutcome(running, api_key)).toBe('auth.subscription_required');
    // It is still there, to be kept or deleted, and works again with the plan.
    expect(await list(running, session)).toHaveLength(1);
    await setPlan(running, 'premium');
    expect(await useOutcome(running, api_key)).toBe('success');
  });

  it('are told whole this once, then by their last characters, the newest first', async () => {
    const running = await start(servers.env('list'));
    const session = await premium(running);
    expect(await list(running, session)).toEqual([]);
    const first = await create(running, session, { key_name: '  Nightly build ' });
    expect(first).toEqual({
      id: expect.any(String),
      key_name: 'Nightly build',
      prefix: 'lw_live_',
      last_characters: first.api_key.slice(-4),
      permissions: ['read', 'write'],
      domain_ids: null,
      is_active: true,
      expires_at: null,
      last_used_at: null,
      created_at: expect.any(String),
      api_key: expect.stringMatching(/^lw_live_[0-9A-Za-z]{36}$/),
    });
    const second = await create(running, session, { permissions: ['read'], expires_at: soon(60_000) });
    const { api_key: _, ...shown } = second;
    const told = await list(running, session);
    expect(told.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(told[0]).toEqual(shown);
    await use(running, first.api_key);
    const { last_used_at } = (await list(running, session))[1] ?? {};
    expect(Math.abs(Date.parse(last_used_at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await metricsOf(running)).toMatch(
      /identity_api_key_changes_total\{[^}]*change="create",outcome="success"[^}]*\} 2/,
    );
  });

  it('are nowhere in the database, nor anything that a key could be made from', async () => {
    const running = await start(servers.env('kept'));
    const { api_key } = await create(running, await premium(running));
    await use(running, api_key);
    const [tables] = await sql<{ names: string[] }>(
      running,
      "SELECT array_agg(tablename::text) AS names FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const table of tables?.names ?? []) {
      const rows = await sql<{ text: string }>(running, `SELECT t::text AS text FROM "${table}" t`);
      for (const { text } of rows) expect(text).not.toContain(api_key.slice(8, 38));
    }
    const [row] = await sql<{ key_hash: Buffer }>(running, 'SELECT key_hash FROM api_keys');
    expect(row?.key_hash.toString('hex')).toBe(createHash('sha256').update(api_key).digest('hex'));
  });

  it('are twenty at most, also when many are made at once by two processes', async () => {
    const running = await start(servers.env('most'));
    const other = await start(servers.env('most'));
    const session = await premium(running);
    const made = Array.from({ length: 30 }, (_, n) => outcomeOf(create(n % 2 ? running : other, session)));
    expect(tally(await Promise.all(made))).toEqual({ success: 20, 'api_keys.limit_reached': 10 });
    const keys = await list(running, session);
    expect(keys).toHaveLength(20);
    await remove(running, session, keys[0]?.id ?? '');
    expect(await outcomeOf(create(running, session))).toBe('success');
  });

  it('are refused a past or unreadable end', async () => {
    const running = await start(servers.env('end'));
    const session = await premium(running);
    const refused = await create(running, session, { expires_at: soon(-1_000) }).catch((error: AppError) => error);
    const code = 'api_keys.expires_in_past';
    expect(refused).toMatchObject({ code, status: 400, errors: [{ field: 'expires_at', code }] });
    expect((await create(running, session, { expires_at: null })).expires_at).toBeNull();
    const until = soon(90_000);
    const inOtherZone = until.replace('Z', '+00:00');
    expect((await create(running, session, { expires_at: inOtherZone })).expires_at).toBe(until);
  });

  it('are changed and deleted by their owner alone, in a session', async () => {
    const running = await start(servers.env('whose'));
    const session = await premium(running);
    const stranger = await register(running, { email: 'binh@example.com' });
    const { id, api_key } = await create(running, session);
    expect(await outcomeOf(change(running, stranger, { id, is_active: false }))).toBe('api_keys.not_found');
    expect(await outcomeOf(remove(running, stranger, id))).toBe('api_keys.not_found');
    expect(await outcomeOf(remove(running, session, NOBODYS))).toBe('api_keys.not_found');
    expect(await list(running, stranger)).toEqual([]);
    const renamed = await change(running, session, { id, key_name: ' Other ' });
    expect(renamed).toMatchObject({ id, key_name: 'Other', is_active: true });
    expect(await change(running, session, { id })).toEqual(renamed);
    expect(renamed).not.toHaveProperty('api_key');

    const { user_id, workspace_id, role } = callerOf(session);
    const permissions = ['account:read', 'account:write'];
    const key: Caller = { kind: 'api_key', user_id, workspace_id, role, permissions, api_key_id: id };
    const client = running.get<RpcClient>(RpcClient);
    const made = { key_name: 'by a key', permissions: ['read' as const] };
    expect(await outcomeOf(client.call(createApiKeyRpc, made, { caller: key }))).toBe('auth.forbidden');
    expect(await outcomeOf(client.call(listApiKeysRpc, {}, { caller: key }))).toBe('auth.forbidden');
    await sql(running, 'UPDATE sessions SET ended_at = now()');
    expect(await outcomeOf(create(running, session))).toBe('auth.unauthenticated');
    expect(await useOutcome(running, api_key)).toBe('success');
  });
});

describe('a request with an API key', () => {
  it('is told whose it is, what it may do, and what is left', async () => {
    const running = await start(servers.env('use', { API_KEY_REQUESTS_PER_HOUR: '3' }));
    const session = await premium(running);
    const { id, api_key } = await create(running, session, { permissions: ['read'] });
    const { user_id, workspace_id, role } = callerOf(session);
    const first = await use(running, api_key);
    expect(first).toEqual({
      caller: {
        kind: 'api_key',
        user_id,
        workspace_id,
        role,
        api_key_id: id,
        permissions: ['analytics:read', 'domains:read', 'links:read'],
      },
      rate_limit: { limit: 3, window_seconds: HOUR, remaining: 2, reset_seconds: HOUR, exceeded: false },
    });
    const writer = await create(running, session);
    expect((await use(running, writer.api_key)).caller.permissions).toContain('links:write');
    // Each key has its own.
    expect((await use(running, api_key)).rate_limit).toMatchObject({ remaining: 1 });
  });

  it('is counted exactly, also when 50 come at once to two processes, and anew after an hour', async () => {
    const own = servers.env('count', { API_KEY_REQUESTS_PER_HOUR: '20' });
    const [running, other] = [await start(own), await start(own)];
    const { api_key } = await create(running, await premium(running));
    const uses = () => Promise.all(Array.from({ length: 50 }, (_, n) => use(n % 2 ? running : other, api_key)));
    for (const _hour of [1, 2]) {
      const told = await uses();
      const within = told.filter(({ rate_limit }) => !rate_limit.exceeded);
      expect(within.map(({ rate_limit }) => rate_limit.remaining).sort((a, b) => b - a)).toEqual(
        Array.from({ length: 20 }, (_, n) => 19 - n),
      );
      expect(told.filter(({ rate_limit }) => rate_limit.exceeded && rate_limit.remaining === 0)).toHaveLength(30);
      for (const { rate_limit } of told) {
        expect(rate_limit.reset_seconds).toBeGreaterThan(HOUR - 60);
        expect(rate_limit.reset_seconds).toBeLessThanOrEqual(HOUR);
      }
      await ended(running);
    }
    // Just before its end the window is the same one.
    await uses();
    await sql(running, `UPDATE api_keys SET window_began_at = now() - interval '${HOUR - 1} seconds'`);
    const { rate_limit } = await use(running, api_key);
    expect(rate_limit).toMatchObject({ exceeded: true, reset_seconds: 1 });
  });

  it.each([
    ['off', 'turned off', 'UPDATE api_keys SET is_active = false'],
    ['over', 'expired', "UPDATE api_keys SET expires_at = now() - interval '1 millisecond'"],
    ['deleted', 'deleted', 'DELETE FROM api_keys'],
    ['disabled', 'of a disabled user', "UPDATE users SET status = 'disabled'"],
  ])('%s: is refused from the moment on that its key is %s, as one that never was', async (name, _, statement) => {
    const running = await start(servers.env(name));
    const { api_key } = await create(running, await premium(running), { expires_at: soon(HOUR * 1_000) });
    expect(await useOutcome(running, api_key)).toBe('success');
    await sql(running, statement);
    for (const key of [api_key, 'lw_live_never']) {
      const refused = await use(running, key).catch((error: AppError) => error);
      expect(refused).toMatchObject({
        code: 'auth.api_key_invalid',
        status: 401,
        params: {},
        message: 'Invalid API key',
      });
    }
  });

  it('is let through by no process once its owner was told that the key is off, and again once it is on', async () => {
    const running = await start(servers.env('at-once'));
    const other = await start(servers.env('at-once'));
    const session = await premium(running);
    const { id, api_key } = await create(running, session);
    const off = new AbortController();
    const late: string[] = [];
    const asking = Array.from({ length: 8 }, async (_, n) => {
      while (!off.signal.aborted) await useOutcome(n % 2 ? running : other, api_key);
      late.push(await useOutcome(n % 2 ? running : other, api_key));
    });
    await eventually(async () => expect((await list(running, session))[0]?.last_used_at).not.toBeNull());
    await change(running, session, { id, is_active: false });
    off.abort();
    await Promise.all(asking);
    expect(tally(late)).toEqual({ 'auth.api_key_invalid': 8 });
    await change(running, session, { id, is_active: true });
    expect(await useOutcome(other, api_key)).toBe('success');
  });

  it('waits for whoever has to choose a password first', async () => {
    const running = await start(servers.env('first'));
    const { api_key } = await create(running, await premium(running));
    await sql(running, 'UPDATE users SET must_change_password = true');
    expect(await useOutcome(running, api_key)).toBe('auth.password_change_required');
  });

  it('goes with its account', async () => {
    const running = await start(servers.env('gone'));
    const { api_key } = await create(running, await premium(running));
    await sql(running, 'DELETE FROM users');
    expect(await useOutcome(running, api_key)).toBe('auth.api_key_invalid');
    expect(await sql(running, 'SELECT 1 FROM api_keys')).toEqual([]);
  });
});

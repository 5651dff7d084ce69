import { describe, expect, it } from '@jest/globals';
import { getSessionRpc, sessionEnded, signOutRpc } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { ask, BROWSER, enter, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const find = (running: RunningService, token: string) => ask(running, getSessionRpc, { session_token: token });
const age = (running: RunningService, columns: string) => sql(running, `UPDATE sessions SET ${columns}`);

describe('sessions', () => {
  it('are found by their token only', async () => {
    const running = await start(servers.env('find'));
    const { user, session_id, session_token, expires_at } = await register(running);
    expect(await find(running, session_token)).toEqual({ session_id, expires_at, user, own_visits_token: null });

    const [row] = await sql<{ token_hash: Buffer }>(running, 'SELECT token_hash FROM sessions');
    const stolen = row?.token_hash.toString('base64url') ?? '';
    for (const token of ['', 'unknown', `${session_token}x`, session_token.slice(1), session_id, stolen]) {
      expect(await find(running, token)).toBeNull();
    }
  });

  it('keep the address and browser that they were started from', async () => {
    const running = await start(servers.env('origin'));
    await register(running, { origin: { ip: '2001:db8::1', user_agent: `Odd\u0000agent ${'x'.repeat(2_000)}` } });
    const [row] = await sql<{ ip: string; user_agent: string }>(running, 'SELECT ip, user_agent FROM sessions');
    expect(row?.ip).toBe('2001:db8::1');
    expect(row?.user_agent).toMatch(/^Odd agent x+$/);
    expect(row?.user_agent).toHaveLength(512);
  });

  it('end by signing out, once, with an event; the others stay', async () => {
    const running = await start(servers.env('end'));
    const { user, session_id, session_token } = await register(running);
    const other = await enter(running);
    const end = (token: string) => ask(running, signOutRpc, { session_token: token });

    expect(await end('unknown')).toEqual({ ended: false });
    expect(await end(session_token)).toEqual({ ended: true });
    expect(await end(session_token)).toEqual({ ended: false });
    expect(await find(running, session_token)).toBeNull();
    expect(await find(running, other.session_token)).not.toBeNull();
    await eventually(async () => {
      const events = await storedEvents(running, sessionEnded, (data) => data.user_id === user.id);
      expect(events.map(({ data }) => data)).toEqual([{ session_id, user_id: user.id }]);
    });
  });

  it('end for a disabled user', async () => {
    const running = await start(servers.env('disabled'));
    const { session_token } = await register(running);
    await sql(running, "UPDATE users SET status = 'disabled'");
    expect(await find(running, session_token)).toBeNull();
  });

  it('expire unused', async () => {
    const running = await start(servers.env('expire'));
    const { session_token } = await register(running);
    await age(running, "expires_at = now() - interval '1 second'");
    expect(await find(running, session_token)).toBeNull();
  });

  it('move on while they are used, noted once in five minutes with the address', async () => {
    const running = await start(servers.env('slide'));
    const { session_token } = await register(running);
    await age(
      running,
      "created_at = now() - interval '10 days', last_seen_at = now() - interval '10 days', expires_at = now() + interval '20 days'",
    );
    const found = await find(running, session_token);
    const days = (Date.parse(found?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);

    const seen = () => sql(running, 'SELECT ip, last_seen_at, xmin::text FROM sessions');
    const from = (ip: string) => ask(running, getSessionRpc, { session_token, ip });
    for (const minutes of [0, 4]) {
      await age(running, `last_seen_at = now() - interval '${minutes} minutes'`);
      const before = await seen();
      await from('203.0.113.1');
      expect(await seen()).toEqual(before);
    }
    await age(running, "last_seen_at = now() - interval '5 minutes 1 second'");
    await from('203.0.113.2');
    expect(await seen()).toEqual([expect.objectContaining({ ip: '203.0.113.2' })]);
    // Who does not say it changes nothing of it.
    await age(running, "last_seen_at = now() - interval '6 minutes'");
    await find(running, session_token);
    expect(await seen()).toEqual([expect.objectContaining({ ip: '203.0.113.2' })]);
  });

  it('end ninety days after sign-in, however much they are used', async () => {
    const running = await start(servers.env('absolute'));
    const { session_token } = await register(running);
    await age(
      running,
      "created_at = now() - interval '89 days', last_seen_at = now() - interval '1 hour', expires_at = now() + interval '1 hour'",
    );
    const days = (Date.parse((await find(running, session_token))?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(0.9);
    expect(days).toBeLessThan(1.1);
  });

  it('are removed long after they ended, and closed throttles with them', async () => {
    const running = await start(servers.env('tidy'));
    const kept = await register(running);
    const old = await enter(running);
    await sql(running, "UPDATE sessions SET ended_at = now() - interval '31 days' WHERE id = $1", [old.session_id]);
    await enter(running, { password: 'wrong-one', origin: BROWSER }).catch(() => null);
    await sql(running, "UPDATE attempts SET expires_at = now() - interval '1 second' WHERE key LIKE 'sign-in-pair%'");
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT id FROM sessions')).toEqual([{ id: kept.session_id }]);
    expect(await sql(running, "SELECT split_part(key, ':', 1) AS key FROM attempts")).toEqual([
      { key: 'sign-in-account' },
    ]);
  });
});

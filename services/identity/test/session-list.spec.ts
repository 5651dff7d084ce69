import { describe, expect, it } from '@jest/globals';
import {
  type Caller,
  endOtherSessionsRpc,
  endSessionRpc,
  getSessionRpc,
  listSessionsRpc,
  MOST_SESSIONS,
  type RpcContract,
  type RpcRequest,
  type SessionStarted,
  sessionEnded,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { ask, callerOf, enter, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NOBODYS = '01900000-0000-7000-8000-000000000009';

const callAs = <C extends RpcContract>(running: RunningService, caller: Caller, contract: C, input: RpcRequest<C>) =>
  running.get<RpcClient>(RpcClient).call(contract, input, { caller, timeoutMs: 20_000 });
const list = async (running: RunningService, of: SessionStarted) =>
  (await callAs(running, callerOf(of), listSessionsRpc, {})).data;
const end = (running: RunningService, of: SessionStarted, id: string) =>
  callAs(running, callerOf(of), endSessionRpc, { id });
const isOpen = async (running: RunningService, { session_token }: SessionStarted) =>
  (await ask(running, getSessionRpc, { session_token })) !== null;

describe('the open sessions of an account', () => {
  it('are told with their browser and last use, the one that asks first', async () => {
    const running = await start(servers.env('list'));
    const here = await register(running, { origin: { ip: '203.0.113.1', user_agent: FIREFOX } });
    const phone = await enter(running, { origin: { ip: '2001:db8::1', user_agent: IPHONE } });
    const unknown = await enter(running, { origin: { ip: '203.0.113.2', user_agent: '' } });
    await register(running, { email: 'binh@example.com' });
    const over = [await enter(running), await enter(running)];
    await sql(running, "UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1", [
      over[0]?.session_id,
    ]);
    await sql(running, 'UPDATE sessions SET ended_at = now() WHERE id = $1', [over[1]?.session_id]);
    await sql(running, "UPDATE sessions SET last_seen_at = now() - interval '1 day' WHERE id = $1", [here.session_id]);
    await sql(running, "UPDATE sessions SET last_seen_at = now() - interval '1 hour' WHERE id = $1", [
      phone.session_id,
    ]);
    const told = await list(running, here);
    expect(told).toEqual([
      {
        id: here.session_id,
        browser: 'firefox',
        os: 'linux',
        device_type: 'desktop',
        ip_address: '203.0.113.1',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        current: true,
      },
      expect.objectContaining({ id: unknown.session_id, browser: '', os: '', device_type: 'desktop', current: false }),
      expect.objectContaining({
        id: phone.session_id,
        browser: 'safari',
        os: 'ios',
        device_type: 'mobile',
        ip_address: '2001:db8::1',
        current: false,
      }),
    ]);
    const hours = (Date.now() - Date.parse(told[2]?.last_used_at ?? '')) / 3_600_000;
    expect(hours).toBeGreaterThan(0.99);
    expect(hours).toBeLessThan(1.1);
  });

  it('are a hundred at most: who signs in beyond ends the one that was not used for longest', async () => {
    const running = await start(servers.env('most'));
    const first = await register(running);
    await sql(
      running,
      `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at, last_seen_at)
       SELECT gen_random_uuid(), $1, sha256(convert_to(n::text, 'UTF8')), '', '', now() + interval '1 day', now() - n * interval '1 hour'
       FROM generate_series(1, $2::int) AS n`,
      [first.user.id, MOST_SESSIONS - 1],
    );
    expect(await list(running, first)).toHaveLength(MOST_SESSIONS);
    const [oldest] = await sql<{ id: string }>(running, 'SELECT id FROM sessions ORDER BY last_seen_at LIMIT 1');
    await enter(running);
    const ids = (await list(running, first)).map(({ id }) => id);
    expect(ids).toHaveLength(MOST_SESSIONS);
    expect(ids).not.toContain(oldest?.id);
    await eventually(async () => {
      const told = await storedEvents(running, sessionEnded, (data) => data.user_id === first.user.id);
      expect(told.map(({ data }) => data.session_id)).toEqual([oldest?.id]);
    });
  });
});

describe('whoever has the account', () => {
  it('ends one session, with an event; once more is no error', async () => {
    const running = await start(servers.env('one'));
    const here = await register(running);
    const [lost, kept] = [await enter(running), await enter(running)];
    expect(await end(running, here, lost.session_id)).toEqual({ id: lost.session_id });
    expect(await end(running, here, lost.session_id)).toEqual({ id: lost.session_id });
    expect([await isOpen(running, lost), await isOpen(running, kept), await isOpen(running, here)]).toEqual([
      false,
      true,
      true,
    ]);
    await eventually(async () => {
      const told = await storedEvents(running, sessionEnded, (data) => data.user_id === here.user.id);
      expect(told.map(({ data }) => data)).toEqual([{ session_id: lost.session_id, user_id: here.user.id }]);
    });
  });

  it('ends no session of anybody else, and cannot tell one from none', async () => {
    const running = await start(servers.env('others'));
    const here = await register(running);
    const theirs = await register(running, { email: 'binh@example.com' });
    expect(await outcomeOf(end(running, here, theirs.session_id))).toBe('session.not_found');
    expect(await outcomeOf(end(running, here, NOBODYS))).toBe('session.not_found');
    expect(await isOpen(running, theirs)).toBe(true);
  });

  it('ends all but the one that asks, however many ask at once', async () => {
    const running = await start(servers.env('all'));
    const here = await register(running);
    const theirs = await register(running, { email: 'binh@example.com' });
    for (let other = 1; other <= 5; other++) await enter(running);
    const endOthers = () => callAs(running, callerOf(here), endOtherSessionsRpc, {});
    const ended = await Promise.all([endOthers(), endOthers(), endOthers()]);
    expect(ended.map((reply) => reply.ended).sort()).toEqual([0, 0, 5]);
    expect((await list(running, here)).map(({ id }) => id)).toEqual([here.session_id]);
    expect(await isOpen(running, theirs)).toBe(true);
  });

  it('has it in an open session: an ended one, a key and a disabled account have none', async () => {
    const running = await start(servers.env('whose'));
    const here = await register(running);
    const { user_id, workspace_id, role, permissions } = callerOf(here);
    const key: Caller = { kind: 'api_key', user_id, workspace_id, role, permissions, api_key_id: NOBODYS };
    const stolen = { ...callerOf(here), user_id: NOBODYS };
    const outcomes = (caller: Caller) =>
      Promise.all([
        outcomeOf(callAs(running, caller, listSessionsRpc, {})),
        outcomeOf(callAs(running, caller, endSessionRpc, { id: here.session_id })),
        outcomeOf(callAs(running, caller, endOtherSessionsRpc, {})),
      ]);
    expect(new Set(await outcomes(key))).toEqual(new Set(['auth.forbidden']));
    expect(new Set(await outcomes(stolen))).toEqual(new Set(['auth.unauthenticated']));
    await sql(running, "UPDATE users SET status = 'disabled'");
    expect(new Set(await outcomes(callerOf(here)))).toEqual(new Set(['auth.unauthenticated']));
    await sql(running, "UPDATE users SET status = 'active'");
    await sql(running, 'UPDATE sessions SET ended_at = now()');
    expect(new Set(await outcomes(callerOf(here)))).toEqual(new Set(['auth.unauthenticated']));
  });
});

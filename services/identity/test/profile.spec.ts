import { describe, expect, it } from '@jest/globals';
import {
  getProfileRpc,
  getSessionRpc,
  type RpcRequest,
  type SessionStarted,
  updateProfileRpc,
  userChanged,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { ask, callerOf, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const as = (session: SessionStarted) => ({ caller: callerOf(session), timeoutMs: 20_000 });
const get = (running: RunningService, session: SessionStarted) =>
  running.get<RpcClient>(RpcClient).call(getProfileRpc, {}, as(session));
const update = (running: RunningService, session: SessionStarted, changes: RpcRequest<typeof updateProfileRpc>) =>
  running.get<RpcClient>(RpcClient).call(updateProfileRpc, changes, as(session));

describe('the profile', () => {
  it('begins with the name of the registration, and no time zone that somebody has chosen', async () => {
    const running = await start(servers.env('begin'));
    const session = await register(running);
    expect(await get(running, session)).toEqual({
      email: 'an@example.com',
      full_name: 'Nguyễn An',
      phone: null,
      timezone: 'Asia/Ho_Chi_Minh',
      chosen_timezone: null,
      avatar_url: null,
      created_at: session.user.created_at,
      has_password: true,
    });
  });

  it('changes field by field, of this account alone, and tells the gateways', async () => {
    const running = await start(servers.env('change'));
    const session = await register(running);
    const stranger = await register(running, { email: 'binh@example.com' });
    const theirs = await get(running, stranger);
    const changed = await update(running, session, { full_name: ' Trần Bình ', phone: '0084 (0)912-345.678' });
    expect(changed).toMatchObject({ full_name: 'Trần Bình', phone: '+84912345678', chosen_timezone: null });
    await update(running, session, { timezone: 'Asia/Saigon' });
    await update(running, session, { timezone: 'america/new_york' });
    const now = await update(running, session, {});
    expect(now).toEqual({ ...changed, timezone: 'America/New_York', chosen_timezone: 'America/New_York' });
    expect(await get(running, session)).toEqual(now);
    expect(await get(running, stranger)).toEqual(theirs);
    const found = await ask(running, getSessionRpc, { session_token: session.session_token });
    expect(found?.user).toMatchObject({ full_name: 'Trần Bình', timezone: 'America/New_York' });
    await eventually(async () => {
      const told = await storedEvents(running, userChanged, (data) => data.user_id === session.user.id);
      // What changes nothing is not told.
      expect(told).toHaveLength(3);
    });
    // No zone any more, which mails do not follow.
    expect(await update(running, session, { timezone: null })).toEqual({ ...now, chosen_timezone: null });
    expect(await get(running, session)).toEqual({ ...now, chosen_timezone: null });
  });

  it('forgets a phone number that is taken away', async () => {
    const running = await start(servers.env('phone'));
    const session = await register(running);
    for (const phone of [null, '']) {
      await update(running, session, { phone: '+84912345678' });
      expect(await update(running, session, { phone })).toMatchObject({ phone: null });
      expect(await get(running, session)).toMatchObject({ phone: null });
    }
  });

  it('takes no name without anything to see, and nothing from whom it is not', async () => {
    const running = await start(servers.env('refused'));
    const session = await register(running);
    expect(await outcomeOf(update(running, session, { full_name: '\u200b\u2060' }))).toBe('auth.full_name_required');
    expect(await outcomeOf(update(running, session, { phone: '123' }))).toBe('profile.phone_invalid');
    await sql(running, 'UPDATE sessions SET ended_at = now()');
    expect(await outcomeOf(update(running, session, { full_name: 'Thief' }))).toBe('auth.unauthenticated');
    expect(await outcomeOf(get(running, session))).toBe('auth.unauthenticated');
    await sql(running, 'UPDATE sessions SET ended_at = null');
    await sql(running, 'UPDATE users SET must_change_password = true');
    expect(await outcomeOf(get(running, session))).toBe('auth.password_change_required');
  });
});

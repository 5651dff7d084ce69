import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  beginDataExportRpc,
  type Caller,
  changePasswordRpc,
  endImpersonationRpc,
  getProfileRpc,
  getSessionRpc,
  getSettingsRpc,
  identityAuditRecorded,
  listSessionsRpc,
  permissionsOfImpersonator,
  type RpcContract,
  type RpcReply,
  type RpcRequest,
  recordImpersonatedActRpc,
  type SessionStarted,
  sessionChanged,
  startImpersonationRpc,
  updateSecuritySettingsRpc,
  updateSettingsRpc,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { administrator, change } from './administrator.js';
import { ask, BROWSER, callerOf, outcomeOf, PASSWORD, register, sql, start } from './identity.js';
import { overtaken } from './overtaken.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const HOUR_MS = 3_600_000;
const person = (running: RunningService, email = 'an@example.com') => register(running, { email });
const begin = (running: RunningService, by: SessionStarted, id: string, reason?: string) =>
  inSession(running, by, startImpersonationRpc, { id, ...(reason ? { reason } : {}) });
const find = (running: RunningService, { session_token }: SessionStarted) =>
  ask(running, getSessionRpc, { session_token, impersonation: true });
const whoIs = async (running: RunningService, session: SessionStarted) => (await find(running, session))?.user.id;

/** As the gateway calls for an administrator who acts as somebody. */
const as = (admin: SessionStarted, { user }: SessionStarted): Caller => ({
  ...callerOf({ ...admin, user }),
  permissions: [...permissionsOfImpersonator],
  impersonator_id: admin.user.id,
});
const callAs = <C extends RpcContract>(
  running: RunningService,
  caller: Caller,
  contract: C,
  input: RpcRequest<C>,
): Promise<RpcReply<C>> => running.get<RpcClient>(RpcClient).call(contract, input, { caller, timeoutMs: 20_000 });
/** All that was told of what an administrator did as somebody else. */
async function actsOf(running: RunningService, { user: { id } }: SessionStarted) {
  await eventually(async () => expect(await sql(running, 'SELECT id FROM outbox')).toEqual([]));
  const all = await storedEvents(running, identityAuditRecorded, ({ user_id }) => user_id === id);
  return all.map(({ data }) => data).filter(({ action }) => action.startsWith('user.imperson'));
}

describe('an administrator who acts as a user', () => {
  it('is that user in this session, for an hour at most and until it is ended, and both are told', async () => {
    const running = await start(servers.env('act'));
    const [admin, user] = [await administrator(running), await person(running)];
    const { expires_at } = await begin(running, admin, user.user.id, 'Ticket 17');
    expect(Math.abs(Date.parse(expires_at) - Date.now() - HOUR_MS)).toBeLessThan(60_000);
    const { id, email, full_name } = admin.user;
    expect(await find(running, admin)).toEqual({
      session_id: admin.session_id,
      expires_at: admin.expires_at,
      user: user.user,
      impersonation: { by: { id, email, full_name }, expires_at },
    });
    // A gateway that knows nothing of it has the administrator.
    const former = await ask(running, getSessionRpc, { session_token: admin.session_token });
    expect(former).toMatchObject({ user: { id: admin.user.id } });
    expect(former).not.toHaveProperty('impersonation');
    expect(await whoIs(running, user)).toBe(user.user.id);
    expect(await callAs(running, as(admin, user), getProfileRpc, {})).toMatchObject({ email: 'an@example.com' });
    const { data } = await callAs(running, as(admin, user), listSessionsRpc, {});
    expect(data.map((each) => [each.id, each.current])).toEqual([[user.session_id, false]]);

    await callAs(running, as(admin, user), endImpersonationRpc, {});
    await callAs(running, as(admin, user), endImpersonationRpc, {});
    expect(await whoIs(running, admin)).toBe(admin.user.id);
    expect(await outcomeOf(callAs(running, as(admin, user), getProfileRpc, {}))).toBe('auth.unauthenticated');
    const target = { kind: 'user', id: user.user.id, name: 'an@example.com' };
    const told = { user_id: admin.user.id, user_email: 'admin@example.com', target };
    expect(await actsOf(running, admin)).toMatchObject([
      { ...told, action: 'user.impersonation_started', details: { reason: 'Ticket 17', until: expires_at } },
      { ...told, action: 'user.impersonation_ended', details: {} },
    ]);
    const { session_id } = admin;
    const changed = await storedEvents(running, sessionChanged, (data) => data.session_id === session_id);
    expect(changed.map(({ data: each }) => each)).toEqual(
      Array.from({ length: 2 }, () => ({ session_id, user_id: admin.user.id })),
    );
  });

  it('is not given what the browsers of the user are known by, nor one of their own in its place', async () => {
    const running = await start(servers.env('own-visits'));
    const [admin, user] = [await administrator(running), await person(running)];
    const tokens: unknown[] = [];
    for (const session of [admin, user])
      tokens.push((await inSession(running, session, updateSettingsRpc, { privacy_mode: true })).own_visits_token);
    expect(new Set(tokens).size).toBe(2);
    await begin(running, admin, user.user.id);
    const settings = await callAs(running, as(admin, user), getSettingsRpc, {});
    expect(settings).toMatchObject({ privacy_mode: true, own_visits_token: null });
    const found = await find(running, admin);
    expect(found).not.toHaveProperty('own_visits_token');
    for (const token of tokens) expect(JSON.stringify([settings, found])).not.toContain(String(token));
    expect((await find(running, user))?.own_visits_token).toBe(tokens[1]);
    expect(await callAs(running, callerOf(user), getSettingsRpc, {})).toMatchObject({ own_visits_token: tokens[1] });
    await callAs(running, as(admin, user), endImpersonationRpc, {});
    expect((await find(running, admin))?.own_visits_token).toBe(tokens[0]);
  });

  it('is oneself again when the hour is over, and when anything of either changes that it rests on', async () => {
    const running = await start(servers.env('over'));
    const [admin, user] = [await administrator(running), await person(running)];
    const second = await administrator(running, 'second@example.com');
    const isUser = async () => (await whoIs(running, admin)) === user.user.id;
    await begin(running, admin, user.user.id);
    await sql(running, 'UPDATE sessions SET impersonation_ends_at = now() WHERE impersonated_user_id IS NOT NULL');
    expect(await isUser()).toBe(false);
    expect(await outcomeOf(callAs(running, as(admin, user), getProfileRpc, {}))).toBe('auth.unauthenticated');

    for (const changes of [{ status: 'suspended' }, { role: 'admin' }] as const) {
      await begin(running, admin, user.user.id);
      expect(await isUser()).toBe(true);
      await change(running, second, user.user.id, changes);
      expect(await whoIs(running, admin)).toBe(admin.user.id);
      // It is not taken up again by itself.
      await change(running, second, user.user.id, { status: 'active', role: 'user' });
      expect(await whoIs(running, admin)).toBe(admin.user.id);
    }
    await begin(running, admin, user.user.id);
    await change(running, second, admin.user.id, { role: 'user' });
    expect(await whoIs(running, admin)).toBe(admin.user.id);
    await change(running, second, admin.user.id, { role: 'admin' });
    expect(await whoIs(running, admin)).toBe(admin.user.id);
    await eventually(async () => {
      const told = await storedEvents(running, sessionChanged, (data) => data.session_id === admin.session_id);
      expect(told).toHaveLength(7);
    });
    await begin(running, admin, user.user.id);
    // Whatever a row says that was written by hand, or by the release before.
    await sql(running, "UPDATE users SET role = 'admin' WHERE id = $1", [user.user.id]);
    expect(await isUser()).toBe(false);
    await sql(running, "UPDATE users SET role = 'user' WHERE id = $1", [user.user.id]);
    expect(await isUser()).toBe(true);
    await sql(running, 'DELETE FROM users WHERE id = $1', [user.user.id]);
    expect(await whoIs(running, admin)).toBe(admin.user.id);
    await change(running, second, admin.user.id, { status: 'disabled' });
    expect(await find(running, admin)).toBeNull();
  });

  it('is oneself as long as something is asked of oneself first', async () => {
    const running = await start(servers.env('asked', { MAIL_INBOX: 'true' }));
    const [admin, user] = [await administrator(running), await person(running)];
    const second = await administrator(running, 'second@example.com');
    await begin(running, admin, user.user.id);
    const asUser = () => outcomeOf(callAs(running, as(admin, user), getProfileRpc, {}));
    const held = async () => {
      const found = await find(running, admin);
      expect([found?.user.id, found?.impersonation]).toEqual([admin.user.id, undefined]);
      expect(await asUser()).toBe('auth.unauthenticated');
      return found?.user;
    };
    await sql(running, "UPDATE users SET email_verified_at = now() WHERE email = 'second@example.com'");
    const demand = (email_verification_required: boolean) =>
      inSession(running, second, updateSecuritySettingsRpc, { email_verification_required, ip: BROWSER.ip });
    await demand(true);
    expect(await held()).toMatchObject({ must_confirm_email: true });
    await demand(false);
    await sql(running, 'UPDATE users SET must_change_password = true WHERE id = $1', [admin.user.id]);
    expect(await held()).toMatchObject({ must_change_password: true });
    await sql(running, 'UPDATE users SET must_change_password = false WHERE id = $1', [admin.user.id]);
    expect(await whoIs(running, admin)).toBe(user.user.id);
    expect(await asUser()).toBe('success');
  });

  it('is nobody who is an administrator, shut out, oneself or unknown; and a user is nobody else', async () => {
    const running = await start(servers.env('whom'));
    const [admin, user] = [await administrator(running), await person(running)];
    const second = await administrator(running, 'second@example.com');
    const outcome = (id: string, by = admin) => outcomeOf(begin(running, by, id));
    expect(await outcome(second.user.id)).toBe('users.impersonation_admin');
    expect(await outcome(admin.user.id)).toBe('users.own_account');
    expect(await outcome(randomUUID())).toBe('users.not_found');
    expect(await outcome(second.user.id, user)).toBe('auth.forbidden');
    // A gateway takes them for an administrator still.
    expect(await outcome(user.user.id, { ...user, user: { ...user.user, role: 'admin' } })).toBe('auth.forbidden');
    await change(running, admin, user.user.id, { status: 'disabled' });
    expect(await outcome(user.user.id)).toBe('users.impersonation_inactive');
    expect(await whoIs(running, admin)).toBe(admin.user.id);
    expect(await actsOf(running, admin)).toEqual([]);
  });

  it('is nobody who has just become an administrator', async () => {
    const running = await start(servers.env('promoted'));
    const [admin, user] = [await administrator(running), await person(running)];
    const outcome = await overtaken(
      running,
      [
        ["SELECT pg_advisory_xact_lock(hashtextextended('linkway.identity.administrators', 0))"],
        ["UPDATE users SET role = 'admin' WHERE id = $1", [user.user.id]],
      ],
      () => outcomeOf(begin(running, admin, user.user.id)),
    );
    expect(outcome).toBe('users.impersonation_admin');
    expect(await whoIs(running, admin)).toBe(admin.user.id);
  });

  it('changes nothing of the account, and begins nothing from there', async () => {
    const running = await start(servers.env('kept'));
    const [admin, user] = [await administrator(running), await person(running)];
    const other = await person(running, 'binh@example.com');
    await begin(running, admin, user.user.id);
    const caller = as(admin, user);
    const kept = 'auth.impersonation_forbidden';
    expect(await outcomeOf(callAs(running, caller, updateSettingsRpc, { display_mode: 'dark' }))).toBe(kept);
    const password = { current_password: PASSWORD, new_password: 'another one 2', origin: BROWSER };
    expect(await outcomeOf(callAs(running, caller, changePasswordRpc, password))).toBe(kept);
    // Whoever knows the password, too, has to sign in with it.
    const proof = { current_password: PASSWORD, origin: BROWSER };
    expect(await outcomeOf(callAs(running, caller, beginDataExportRpc, proof))).toBe(kept);
    const next = callAs(running, caller, startImpersonationRpc, { id: other.user.id });
    expect(await outcomeOf(next)).toBe('auth.forbidden');
    // Of another one than the session is of for now.
    expect(await outcomeOf(callAs(running, as(admin, other), getProfileRpc, {}))).toBe('auth.unauthenticated');
    // Nobody is somebody else by saying so.
    expect(await outcomeOf(callAs(running, as(other, user), getProfileRpc, {}))).toBe('auth.unauthenticated');
  });

  it('has each change told before it is made, and none once it is over', async () => {
    const running = await start(servers.env('told'));
    const [admin, user] = [await administrator(running), await person(running)];
    await begin(running, admin, user.user.id);
    const asked = { operation: 'deleteLink', path: '/api/links/1' };
    const tell = (caller: Caller) => outcomeOf(callAs(running, caller, recordImpersonatedActRpc, asked));
    expect(await tell(as(admin, user))).toBe('success');
    expect(await tell(callerOf(user))).toBe('auth.forbidden');
    await callAs(running, as(admin, user), endImpersonationRpc, {});
    expect(await tell(as(admin, user))).toBe('auth.unauthenticated');
    const told = (await actsOf(running, admin)).filter(({ action }) => action === 'user.impersonated_act');
    expect(told).toMatchObject([{ target: { kind: 'user', id: user.user.id }, details: asked }]);
  });

  it('ends as one user with being another, and is told to end no later than it did by itself', async () => {
    const running = await start(servers.env('ends'));
    const [admin, first] = [await administrator(running), await person(running)];
    const second = await person(running, 'binh@example.com');
    await begin(running, admin, first.user.id);
    // From a page that is the administrator's still.
    await begin(running, admin, second.user.id);
    expect(await whoIs(running, admin)).toBe(second.user.id);
    await sql(running, 'UPDATE sessions SET impersonation_ends_at = now() WHERE impersonated_user_id IS NOT NULL');
    await inSession(running, admin, endImpersonationRpc, {});
    await begin(running, admin, first.user.id);
    await sql(running, 'UPDATE sessions SET impersonation_ends_at = now() WHERE impersonated_user_id IS NOT NULL');
    await begin(running, admin, second.user.id);
    const told = (await actsOf(running, admin)).map(({ action, target }) => [action.split('_')[1], target?.name]);
    expect(told).toEqual([
      ['started', 'an@example.com'],
      ['ended', 'an@example.com'],
      ['started', 'binh@example.com'],
      ['started', 'an@example.com'],
      ['started', 'binh@example.com'],
    ]);
  });

  it('finds what the user has to do first no hindrance', async () => {
    const running = await start(servers.env('first'));
    const [admin, user] = [await administrator(running), await person(running)];
    await sql(running, 'UPDATE users SET must_change_password = true WHERE id = $1', [user.user.id]);
    await begin(running, admin, user.user.id);
    expect((await find(running, admin))?.user).toMatchObject({ id: user.user.id, must_change_password: false });
    expect(await callAs(running, as(admin, user), getProfileRpc, {})).toMatchObject({ email: 'an@example.com' });
  });
});

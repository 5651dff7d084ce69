import { describe, expect, it } from '@jest/globals';
import {
  deleteUserRpc,
  identityAuditRecorded,
  listUsersRpc,
  type SessionStarted,
  sessionEnded,
  shutAccountRangeRpc,
  userChanged,
  userDeleted,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DueDeletions } from '../src/account-deletion/due-deletions.js';
import {
  cancelDeletion,
  deletionAt,
  graceIsOver,
  noteSizes,
  requestDeletion,
  tablesWith,
  tidy,
} from './account-deletion.js';
import { mailAbout, mailServerOf } from './account-mails.js';
import { administrator, change, list } from './administrator.js';
import { create as createKey, setPlan } from './api-keys.js';
import { claimsOf, GOOGLE, keep, withGoogle } from './google.js';
import { ask, BROWSER, enter, outcomeOf, register, sql, start, tally } from './identity.js';
import { overtaken } from './overtaken.js';
import { codeOf, forgetSteps, inSession, turnOn, wrongCodeOf } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const DAY_MS = 86_400_000;
const other = (running: RunningService) =>
  register(running, { email: 'binh@example.com', full_name: 'Trần Bình', origin: { ...BROWSER, ip: '198.51.100.9' } });
const removal = (running: RunningService, by: SessionStarted, id: string) =>
  inSession(running, by, deleteUserRpc, { id });

const published = (running: RunningService) =>
  eventually(async () => {
    expect(await sql(running, 'SELECT id FROM outbox')).toEqual([]);
  });
const deletedEvents = async (running: RunningService, ids: string[]) => {
  await published(running);
  const events = await storedEvents(running, userDeleted, () => true);
  return events.map(({ data }) => data).filter(({ user_id }) => ids.includes(user_id));
};
const actsOn = async (running: RunningService, { user }: SessionStarted) => {
  await published(running);
  return (await storedEvents(running, identityAuditRecorded, () => true))
    .map(({ data }) => data)
    .filter(({ user_id, target }) => user_id === user.id || target?.id === user.id);
};

describe('the wish to be deleted', () => {
  it('takes the password, has fourteen days, is told by mail and can be taken back; meanwhile all works', async () => {
    const running = await start(servers.env('wish'));
    const session = await register(running);
    const mails = await mailServerOf(running);
    expect(await deletionAt(running, session)).toBeNull();
    const wrong = { current_password: 'wrong-one' };
    expect(await outcomeOf(requestDeletion(running, session, wrong))).toBe('auth.current_password_wrong');
    expect(await deletionAt(running, session)).toBeNull();

    const { deletion_at } = await requestDeletion(running, session);
    expect(Math.abs(Date.parse(deletion_at) - Date.now() - 14 * DAY_MS)).toBeLessThan(60_000);
    expect(await deletionAt(running, session)).toBe(deletion_at);
    // Asked again the first date stands, and nobody is written to twice.
    await sql(running, "UPDATE users SET deletion_at = deletion_at - interval '3 days'");
    const again = await requestDeletion(running, session);
    expect(Date.parse(again.deletion_at)).toBe(Date.parse(deletion_at) - 3 * DAY_MS);
    const told = await mailAbout(mails, 'Your Linkway account will be deleted');
    expect(told.links.join()).toContain('/dashboard?tab=profile');
    await tidy(running);
    expect(await outcomeOf(enter(running))).toBe('success');

    await cancelDeletion(running, session);
    await cancelDeletion(running, session);
    expect(await deletionAt(running, session)).toBeNull();
    await mailAbout(mails, 'Your Linkway account stays');
    expect(
      mails
        .to('an@example.com')
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('account')),
    ).toHaveLength(2);
    await graceIsOver(running);
    await tidy(running);
    expect(await outcomeOf(enter(running))).toBe('success');
    const acts = (await actsOn(running, session)).map(({ action }) => action);
    expect(acts.filter((action) => action.startsWith('account.deletion'))).toEqual([
      'account.deletion_requested',
      'account.deletion_cancelled',
    ]);
  });

  it('takes a code as well where two-factor authentication is on, and a password where there is none', async () => {
    const running = await start({ ...servers.env('proof', { LOG_LEVEL: 'fatal' }), ...GOOGLE });
    const session = await register(running);
    const { secret } = await turnOn(running, session);
    await forgetSteps(running);
    const refused = await requestDeletion(running, session).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'two_factor.code_required',
      status: 400,
      errors: [{ field: 'code', code: 'two_factor.code_required' }],
    });
    const wrong = { code: wrongCodeOf(secret) };
    expect(await outcomeOf(requestDeletion(running, session, wrong))).toBe('two_factor.code_invalid');
    expect(await deletionAt(running, session)).toBeNull();
    await requestDeletion(running, session, { code: codeOf(secret) });
    expect(await deletionAt(running, session)).not.toBeNull();

    const { started } = await withGoogle(running, claimsOf({ email: 'g@example.com' }), { accept_terms: true });
    if (!started) throw new Error('nobody was signed in');
    expect(await outcomeOf(requestDeletion(running, started))).toBe('auth.password_not_set');
  });

  it("is nobody's whose password is another one by then", async () => {
    const running = await start(servers.env('meanwhile'));
    const session = await register(running);
    const outcome = await overtaken(running, [['UPDATE users SET password_changes = password_changes + 1']], () =>
      outcomeOf(requestDeletion(running, session)),
    );
    expect(outcome).toBe('auth.current_password_wrong');
    expect(await deletionAt(running, session)).toBeNull();
  });

  it('is not for the last administrator, not even when two ask at once', async () => {
    const running = await start(servers.env('last', { LOG_LEVEL: 'fatal' }));
    const first = await administrator(running);
    expect(await outcomeOf(requestDeletion(running, first))).toBe('users.last_admin');
    const second = await administrator(running, 'second@example.com');
    const outcomes = await Promise.all([first, second].map((each) => outcomeOf(requestDeletion(running, each))));
    expect(tally(outcomes)).toEqual({ success: 1, 'users.last_admin': 1 });
    // One who leaves is no other administrator for whoever would be the last.
    const [leaves, stays] = outcomes[0] === 'success' ? [first, second] : [second, first];
    const down = change(running, leaves, stays.user.id, { role: 'user' });
    expect(await outcomeOf(down)).toBe('users.last_admin');
    await graceIsOver(running);
    await tidy(running);
    expect((await list(running, stays)).data.map(({ email }) => email)).toEqual([stays.user.email]);
    // Whoever changed roles past the service finds an administrator still.
    await sql(running, 'UPDATE users SET deletion_at = now()');
    await tidy(running);
    expect(await outcomeOf(inSession(running, stays, listUsersRpc, { page: 1, limit: 20, sort: 'newest' }))).toBe(
      'success',
    );
  });
});

describe('an account whose grace is over', () => {
  it('is gone with all that was theirs, of which others are told once, and nobody else has lost anything', async () => {
    const running = await start({ ...servers.env('gone'), ...GOOGLE });
    const session = await register(running, { origin: { ...BROWSER, ip: '203.0.113.77', device: 'd'.repeat(40) } });
    const neighbour = await other(running);
    const { id } = session.user;
    await setPlan(running, 'premium');
    await turnOn(running, session);
    await createKey(running, session);
    await sql(running, "UPDATE profiles SET phone = '+84912345678' WHERE user_id = $1", [id]);
    await sql(running, "INSERT INTO avatars (user_id, key, image) VALUES ($1, 'a-key', '\\x00')", [id]);
    await sql(running, "INSERT INTO user_settings (user_id, language) VALUES ($1, 'vi') ON CONFLICT DO NOTHING", [id]);
    await sql(running, 'UPDATE users SET email_verified_at = now()');
    await sql(running, "INSERT INTO google_accounts (issuer, subject, user_id) VALUES ('g', 'an', $1)", [id]);
    await keep(running, claimsOf({ email: 'an@example.com' }));
    await outcomeOf(enter(running, { password: 'wrong-one' }));
    await outcomeOf(enter(running, { password: 'wrong-one' }));
    await sql(running, 'UPDATE users SET deletion_at = now() WHERE id = $1', [id]);
    await sql(
      running,
      "INSERT INTO mail_requests (id, purpose, email_lower, attempts) VALUES ($1, 'reset_password', 'an@example.com', 1000)",
      [id],
    );
    await published(running);
    const words = [id, 'an@example.com', 'Nguyễn An', '84912345678', '203.0.113.77'];
    const before = await tablesWith(running, words);
    expect(before).toEqual(
      expect.arrayContaining(['users', 'profiles', 'sessions', 'api_keys', 'two_factors', 'avatars', 'mails']),
    );
    const rows = (whose: string) =>
      sql(running, 'SELECT * FROM users JOIN profiles ON user_id = id WHERE id = $1', [whose]);
    const untouched = await rows(neighbour.user.id);

    await Promise.all([tidy(running), tidy(running)]);
    await tidy(running);
    await published(running);
    // The id alone is left, so that whoever comes late learns of it.
    expect(await tablesWith(running, words)).toEqual(['deleted_accounts']);
    expect(await tablesWith(running, words.slice(1))).toEqual([]);
    expect(await rows(neighbour.user.id)).toEqual(untouched);
    expect(await outcomeOf(enter(running, { email: 'binh@example.com' }))).toBe('success');

    expect(await deletedEvents(running, [id])).toEqual([
      { user_id: id, workspace_id: id, version: expect.any(Number), deleted_at: expect.any(String) },
    ]);
    const shut = (await storedEvents(running, userChanged, ({ user_id }) => user_id === id)).at(-1);
    expect(shut?.data.account).toMatchObject({ status: 'disabled', workspace_id: id });
    const ended = await storedEvents(running, sessionEnded, ({ user_id }) => user_id === id);
    expect(ended.map(({ data }) => data.session_id)).toContain(session.session_id);
    const act = (await actsOn(running, session)).find(({ action }) => action === 'account.deleted');
    expect(act).toMatchObject({ user_id: null, user_email: null, ip: null, target: { kind: 'user', id, name: null } });
    // Whoever keeps copies of accounts that are shut is told of it for long.
    const { rows: range } = await ask(running, shutAccountRangeRpc, { after: null, limit: 10, fields: ['status'] });
    expect(range.map(({ key }) => key)).toContainEqual([id]);

    // The address is free.
    const anew = await register(running);
    expect(anew.user.id).not.toBe(id);
    expect(await outcomeOf(enter(running))).toBe('success');
  });

  it('is deleted once each, whoever does it, and whole or not at all', async () => {
    const running = await start(servers.env('once', { LOG_LEVEL: 'fatal' }));
    await register(running);
    await sql(
      running,
      `INSERT INTO users (id, email, email_lower, full_name, workspace_id, deletion_at)
       SELECT gen_random_uuid(), 'u' || n || '@example.com', 'u' || n || '@example.com', 'U', gen_random_uuid(), now()
       FROM generate_series(1, 45) n`,
    );
    await sql(running, 'INSERT INTO profiles (user_id) SELECT id FROM users ON CONFLICT DO NOTHING');
    const ids = (await sql<{ id: string }>(running, 'SELECT id FROM users WHERE deletion_at IS NOT NULL')).map(
      ({ id }) => id,
    );
    const due = running.get<DueDeletions>(DueDeletions);
    // What breaks off half-way leaves the account due, and nobody is told that it is gone.
    await sql(
      running,
      `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''cut off''; END';
       CREATE TRIGGER broken AFTER INSERT ON deleted_accounts FOR EACH ROW EXECUTE FUNCTION broken()`,
    );
    expect(await due.some()).toBeUndefined();
    expect(await sql(running, 'SELECT id FROM users WHERE deletion_at IS NOT NULL')).toHaveLength(45);
    expect(await deletedEvents(running, ids)).toEqual([]);
    await sql(running, 'DROP TRIGGER broken ON deleted_accounts');
    const all = async () => {
      while ((await due.some()) === 0);
    };
    await Promise.all([all(), all(), all()]);
    const told = await deletedEvents(running, ids);
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([...ids].sort());
    expect(await sql(running, 'SELECT id FROM users')).toHaveLength(1);
  });
});

describe('that there was an account', () => {
  it('is known for 180 days', async () => {
    const running = await start(servers.env('known'));
    await sql(
      running,
      `INSERT INTO deleted_accounts (user_id, version, deleted_at)
       SELECT gen_random_uuid(), days, now() - make_interval(days => days) FROM unnest('{1, 179, 181}'::int[]) days`,
    );
    await tidy(running);
    expect(await sql(running, 'SELECT version AS days FROM deleted_accounts ORDER BY 1')).toEqual([
      { days: 1 },
      { days: 179 },
    ]);
  });
});

describe('an account that has much', () => {
  const MUCH = 25_000;
  const TABLES = ['sessions', 'known_devices', 'notifications'];

  async function fill(running: RunningService, id: string): Promise<void> {
    const given = [id, MUCH];
    await sql(
      running,
      `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at, ended_at)
       SELECT gen_random_uuid(), $1, uuid_send(gen_random_uuid()), '', '', now(), now() FROM generate_series(1, $2::int)`,
      given,
    );
    await sql(
      running,
      `INSERT INTO known_devices (user_id, device_hash)
       SELECT $1, uuid_send(gen_random_uuid()) FROM generate_series(1, $2::int)`,
      given,
    );
    await sql(
      running,
      `INSERT INTO notifications (id, user_id, key, kind, params)
       SELECT gen_random_uuid(), $1, 'key ' || n, 'sign_in_new_device', '{}' FROM generate_series(1, $2::int) n`,
      given,
    );
    for (const table of TABLES) await noteSizes(running, table);
  }
  const largest = async (running: RunningService) => {
    const sizes = TABLES.map((table) => `SELECT max(rows) AS most FROM sizes_of_${table}`);
    return (await sql<{ most: number }>(running, sizes.join(' UNION ALL '))).map(({ most }) => most);
  };

  it('goes a portion at a time, and others that are due do not wait for it', async () => {
    const running = await start(servers.env('much'));
    const large = await register(running);
    const small = await other(running);
    await fill(running, large.user.id);
    await sql(running, "UPDATE users SET deletion_at = now() - interval '1 day' WHERE id = $1", [large.user.id]);
    await sql(running, 'UPDATE users SET deletion_at = now() WHERE id = $1', [small.user.id]);
    const due = running.get<DueDeletions>(DueDeletions);
    expect(await due.some()).toBe(0);
    expect(await sql(running, 'SELECT email FROM users')).toEqual([{ email: 'an@example.com' }]);
    // It is shut meanwhile: nobody enters it, nor takes back what has begun.
    expect(await outcomeOf(enter(running))).toBe('auth.account_disabled');
    expect(await outcomeOf(cancelDeletion(running, large))).toBe('auth.unauthenticated');
    await tidy(running);
    expect(await sql(running, 'SELECT 1 FROM users')).toEqual([]);
    expect(await largest(running)).toEqual([10_000, 10_000, 10_000]);
    expect(await deletedEvents(running, [large.user.id, small.user.id])).toHaveLength(2);
    const paused = await storedEvents(running, userChanged, ({ user_id }) => user_id === large.user.id);
    expect(paused.map(({ data }) => data.account?.status)).toEqual(['disabled', 'disabled']);
  }, 60_000);

  it('is shut at once by an administrator, and goes as well', async () => {
    const running = await start(servers.env('much-admin'));
    const admin = await administrator(running);
    const session = await register(running);
    await fill(running, session.user.id);
    expect(await outcomeOf(removal(running, admin, session.user.id))).toBe('success');
    expect(await outcomeOf(enter(running))).toBe('auth.account_disabled');
    await tidy(running);
    expect(await sql(running, 'SELECT 1 FROM users WHERE id = $1', [session.user.id])).toEqual([]);
    expect(await largest(running)).toEqual([10_000, 10_000, 10_000]);
    expect(await deletedEvents(running, [session.user.id])).toHaveLength(1);
    const acts = (await actsOn(running, session)).filter(({ action }) => action === 'user.deleted');
    expect(acts.map(({ user_id }) => user_id)).toEqual([admin.user.id]);
  }, 60_000);

  it('keeps what its owner takes back while it is about to be shut', async () => {
    const running = await start(servers.env('taken-back'));
    const session = await register(running);
    await requestDeletion(running, session);
    await graceIsOver(running);
    const [cancelled] = await Promise.all([outcomeOf(cancelDeletion(running, session)), tidy(running)]);
    const users = await sql(running, 'SELECT status, deletion_at FROM users');
    // One of both has happened, whole.
    expect([[], [{ status: 'active', deletion_at: null }]]).toContainEqual(users);
    if (users.length > 0) expect(cancelled).toBe('success');
  });
});

describe('an account that cannot be deleted', () => {
  it('holds up neither the others nor what else is old', async () => {
    const running = await start(servers.env('poison', { LOG_LEVEL: 'fatal' }));
    const poison = await register(running);
    const neighbour = await other(running);
    await sql(
      running,
      `CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''too much''; END';
       CREATE TRIGGER refused BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.email = 'an@example.com') EXECUTE FUNCTION refused()`,
    );
    await sql(
      running,
      `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at)
       SELECT id, id, '\\x00', '', '', now() - interval '31 days' FROM users WHERE id = $1`,
      [neighbour.user.id],
    );
    await sql(running, "UPDATE users SET deletion_at = now() - interval '1 day' WHERE id = $1", [poison.user.id]);
    await tidy(running);
    expect(await sql(running, "SELECT 1 FROM sessions WHERE token_hash = '\\x00'")).toEqual([]);
    // It stands behind whoever came to their time after it.
    await sql(running, "UPDATE users SET deletion_at = now() - interval '1 second' WHERE id = $1", [neighbour.user.id]);
    await tidy(running);
    expect(await sql(running, 'SELECT id FROM users')).toEqual([{ id: poison.user.id }]);
    await sql(running, 'DROP TRIGGER refused ON users');
    await tidy(running);
    expect(await sql(running, 'SELECT id FROM users')).toEqual([]);
    expect(await deletedEvents(running, [poison.user.id, neighbour.user.id])).toHaveLength(2);
  });
});

describe('an administrator who deletes somebody', () => {
  it('does so at once, as an administrator of this moment, and neither themself nor the last one', async () => {
    const running = await start(servers.env('admin', { LOG_LEVEL: 'fatal' }));
    const admin = await administrator(running);
    const session = await register(running);
    const { id } = session.user;
    expect(await outcomeOf(removal(running, session, id))).toBe('auth.forbidden');
    expect(await outcomeOf(removal(running, admin, admin.user.id))).toBe('users.own_account');
    expect(await outcomeOf(removal(running, admin, session.session_id))).toBe('users.not_found');
    expect(await outcomeOf(removal(running, admin, id))).toBe('success');
    expect(await outcomeOf(removal(running, admin, id))).toBe('users.not_found');
    expect(await outcomeOf(enter(running))).toBe('auth.bad_credentials');
    expect(await deletionAt(running, session)).toBeUndefined();
    expect(await deletedEvents(running, [id])).toHaveLength(1);
    const act = (await actsOn(running, session)).find(({ action }) => action === 'user.deleted');
    expect(act).toMatchObject({ user_id: admin.user.id, target: { kind: 'user', id, name: null } });

    const second = await administrator(running, 'second@example.com');
    const outcomes = await Promise.all([
      outcomeOf(removal(running, admin, second.user.id)),
      outcomeOf(removal(running, second, admin.user.id)),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect(await sql(running, "SELECT id FROM users WHERE role = 'admin'")).toHaveLength(1);
  });
});

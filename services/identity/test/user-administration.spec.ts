import { describe, expect, it } from '@jest/globals';
import {
  type AccountState,
  accountStandingRangeRpc,
  accountStandingVersionsRpc,
  confirmEmailRpc,
  type EventData,
  forgotPasswordRpc,
  getSessionRpc,
  republishIdentityRpc,
  resetPasswordRpc,
  type SessionStarted,
  sessionEnded,
  shutAccountRangeRpc,
  shutAccountVersionsRpc,
  updateSettingsRpc,
  updateUserRpc,
  userChanged,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { allLookedAt, mailAbout, mailServerOf, tokenIn } from './account-mails.js';
import { administrator, change } from './administrator.js';
import { ask, callerOf, enter, outcomeOf, register, sql, start, tally } from './identity.js';
import { inSession, turnOn } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const NOBODY = '0199a1b2-0000-7000-8000-00000000dead';

const told = async (running: RunningService, id: string): Promise<(AccountState | undefined)[]> =>
  (await storedEvents(running, userChanged, ({ user_id }) => user_id === id)).map(({ data }) => data.account);

async function people(running: RunningService) {
  const admin = await administrator(running);
  return { admin, user: await register(running) };
}

const isOpen = async (running: RunningService, { session_token }: SessionStarted) =>
  (await ask(running, getSessionRpc, { session_token })) !== null;

const stateOf = async (running: RunningService, email: string) =>
  (
    await sql(
      running,
      `SELECT role, status, version, subscription_type, monthly_links_limit, subscription_end_date
       FROM users JOIN profiles ON user_id = id WHERE email = $1`,
      [email],
    )
  )[0];

describe('an administrator', () => {
  it('disables an account: its sessions are over at once, and nobody enters it but finds out why with the right password', async () => {
    const running = await start(servers.env('disable'));
    const { admin, user } = await people(running);
    const other = await enter(running);
    const changed = await change(running, admin, user.user.id, { status: 'disabled' });
    expect(changed).toMatchObject({ id: user.user.id, status: 'disabled', role: 'user' });
    expect([await isOpen(running, user), await isOpen(running, other)]).toEqual([false, false]);
    expect(await isOpen(running, admin)).toBe(true);
    expect(await outcomeOf(enter(running))).toBe('auth.account_disabled');
    expect(await outcomeOf(enter(running, { password: 'wrong one 1' }))).toBe('auth.bad_credentials');

    await eventually(async () => {
      const ended = await storedEvents(running, sessionEnded, ({ user_id }) => user_id === user.user.id);
      expect(ended.map(({ data }) => data.session_id).sort()).toEqual([user.session_id, other.session_id].sort());
      expect(await told(running, user.user.id)).toEqual([
        {
          workspace_id: user.user.workspace_id,
          default_domain: null,
          own_visits: null,
          auto_delete_links_since: null,
          role: 'user',
          status: 'disabled',
          subscription_type: 'basic',
          monthly_links_limit: 50,
          version: 2,
        },
      ]);
    });
  });

  it('suspends an account and opens it again', async () => {
    const running = await start(servers.env('suspend'));
    const { admin, user } = await people(running);
    const { id } = user.user;
    await change(running, admin, id, { status: 'suspended' });
    expect(await outcomeOf(enter(running))).toBe('auth.account_suspended');
    await change(running, admin, id, { status: 'active' });
    expect(await outcomeOf(enter(running))).toBe('success');
    // What was ended stays so.
    expect(await isOpen(running, user)).toBe(false);
    await eventually(async () =>
      expect((await told(running, id)).map((account) => [account?.status, account?.version])).toEqual([
        ['suspended', 2],
        ['active', 3],
      ]),
    );
  });

  it('shuts an account that has two-factor authentication: the password is enough to be told', async () => {
    const running = await start(servers.env('two-factor'));
    const { admin, user } = await people(running);
    await turnOn(running, user);
    await change(running, admin, user.user.id, { status: 'suspended' });
    expect(await outcomeOf(enter(running))).toBe('auth.account_suspended');
    expect(await outcomeOf(enter(running, { code: '123456' }))).toBe('auth.account_suspended');
  });

  it('keeps those out who were signing in meanwhile', async () => {
    const running = await start(servers.env('meanwhile', { HASH_CONCURRENCY: '8' }));
    const { admin, user } = await people(running);
    const entering = Array.from({ length: 6 }, () => outcomeOf(enter(running)));
    const shut = outcomeOf(change(running, admin, user.user.id, { status: 'suspended' }));
    const outcomes = await Promise.all([...entering, shut]);
    expect(outcomes.at(-1)).toBe('success');
    const open = 'SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL';
    expect(await sql(running, open, [user.user.id])).toEqual([]);
  });

  it('changes the plan, whose limit comes with it', async () => {
    const running = await start(servers.env('plan'));
    const { admin, user } = await people(running);
    const { id } = user.user;
    const until = '2127-03-01T07:00:00+07:00';
    const premium = { subscription_type: 'premium', subscription_end_date: until } as const;
    expect(await change(running, admin, id, premium)).toMatchObject({
      subscription_type: 'premium',
      monthly_links_limit: 5_000,
      subscription_end_date: '2127-03-01T00:00:00.000Z',
    });
    expect((await change(running, admin, id, { monthly_links_limit: 7 })).monthly_links_limit).toBe(7);
    expect(await change(running, admin, id, { subscription_type: 'basic' })).toMatchObject({
      monthly_links_limit: 50,
      subscription_end_date: null,
    });
    // Who is signed in stays so.
    expect(await isOpen(running, user)).toBe(true);
    const refused = change(running, admin, id, { subscription_end_date: until });
    expect(await outcomeOf(refused)).toBe('users.subscription_end_date_basic');
    await eventually(async () =>
      expect((await told(running, id)).map((account) => account?.monthly_links_limit)).toEqual([5_000, 7, 50]),
    );
  });

  it('has a plan end when its time is over, once, whoever does it', async () => {
    const running = await start(servers.env('ended'));
    const { admin, user } = await people(running);
    const later = await register(running, { email: 'later@example.com' });
    const { id } = user.user;
    const premium = { subscription_type: 'premium', monthly_links_limit: 9_000 } as const;
    await change(running, admin, id, { ...premium, subscription_end_date: '2030-01-01T00:00:00Z' });
    await change(running, admin, later.user.id, { ...premium, subscription_end_date: '2030-01-01T00:00:00Z' });
    await sql(running, "UPDATE profiles SET subscription_end_date = now() - interval '1 second' WHERE user_id = $1", [
      id,
    ]);
    const housekeeping = running.get<HousekeepingService>(HousekeepingService);
    await Promise.all([housekeeping.tidy(), housekeeping.tidy()]);
    const basic = { subscription_type: 'basic', monthly_links_limit: 50 };
    expect(await stateOf(running, user.user.email)).toMatchObject({
      ...basic,
      subscription_end_date: null,
      version: 3,
    });
    expect(await stateOf(running, later.user.email)).toMatchObject({ ...premium, version: 2 });
    await eventually(async () =>
      expect((await told(running, id)).map((account) => account?.monthly_links_limit)).toEqual([9_000, 50]),
    );
  });

  it('undoes no change of a plan that comes at the same moment', async () => {
    const running = await start(servers.env('at-once'));
    const { admin, user } = await people(running);
    const other = running.get<DataSource>(DataSource).createQueryRunner();
    await other.startTransaction();
    const { id } = user.user;
    await other.query('UPDATE users SET version = version + 1 WHERE id = $1', [id]);
    await other.query(
      "UPDATE profiles SET subscription_type = 'premium', monthly_links_limit = 5000 WHERE user_id = $1",
      [id],
    );
    const suspending = outcomeOf(change(running, admin, id, { status: 'suspended' }));
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await eventually(async () => expect(await sql(running, waiting)).toHaveLength(1));
    await other.commitTransaction();
    await other.release();
    expect(await suspending).toBe('success');
    expect(await stateOf(running, user.user.email)).toMatchObject({
      status: 'suspended',
      version: 3,
      subscription_type: 'premium',
      monthly_links_limit: 5_000,
    });
  });

  it('changes nothing, and tells nobody, where all is so already', async () => {
    const running = await start(servers.env('same'));
    const { admin, user } = await people(running);
    const before = await stateOf(running, 'an@example.com');
    const same = { status: 'active', role: 'user', subscription_type: 'basic', monthly_links_limit: 50 } as const;
    await change(running, admin, user.user.id, same);
    await change(running, admin, user.user.id, {});
    await change(running, admin, admin.user.id, { role: 'admin', status: 'active' });
    expect(await stateOf(running, 'an@example.com')).toEqual(before);
    expect(await isOpen(running, user)).toBe(true);
    await change(running, admin, user.user.id, { monthly_links_limit: 51 });
    await eventually(async () => expect(await told(running, user.user.id)).toHaveLength(1));
    expect(await told(running, admin.user.id)).toEqual([]);
  });

  it('does not change their own role or status, but may change their own plan', async () => {
    const running = await start(servers.env('own'));
    const { admin, user } = await people(running);
    await change(running, admin, user.user.id, { role: 'admin' });
    for (const changes of [{ role: 'user' }, { status: 'disabled' }, { status: 'suspended' }] as const) {
      expect(await outcomeOf(change(running, admin, admin.user.id, changes))).toBe('users.own_account');
    }
    expect(await outcomeOf(change(running, admin, admin.user.id, { monthly_links_limit: 9 }))).toBe('success');
    expect(await stateOf(running, 'admin@example.com')).toMatchObject({ role: 'admin', status: 'active' });
  });

  it('finds nobody under an unknown id', async () => {
    const running = await start(servers.env('unknown'));
    const { admin } = await people(running);
    expect(await outcomeOf(change(running, admin, NOBODY, { status: 'disabled' }))).toBe('users.not_found');
  });

  it('is one in that moment: whoever is none any more changes nothing, whatever a gateway remembers', async () => {
    const running = await start(servers.env('former'));
    const { admin, user } = await people(running);
    const second = await administrator(running, 'second@example.com');
    expect(await outcomeOf(inSession(running, user, updateUserRpc, { id: admin.user.id, changes: {} }))).toBe(
      'auth.forbidden',
    );
    await change(running, admin, second.user.id, { role: 'user' });
    expect(await outcomeOf(change(running, second, user.user.id, { status: 'disabled' }))).toBe('auth.forbidden');
    await change(running, admin, second.user.id, { role: 'admin' });
    await change(running, admin, second.user.id, { status: 'suspended' });
    expect(await outcomeOf(change(running, second, user.user.id, { status: 'disabled' }))).toBe('auth.unauthenticated');
    expect(await stateOf(running, 'an@example.com')).toMatchObject({ status: 'active' });
  });
});

describe('the last active administrator', () => {
  it('stays one, whoever asks', async () => {
    const running = await start(servers.env('last'));
    const admin = await administrator(running);
    const shut = await administrator(running, 'shut@example.com');
    await change(running, admin, shut.user.id, { status: 'disabled' });
    const asService = (changes: { role?: 'user'; status?: 'suspended' }) =>
      running
        .get<RpcClient>(RpcClient)
        .call(
          updateUserRpc,
          { id: admin.user.id, changes },
          { caller: { kind: 'service', service: 'billing', permissions: ['admin:users'] }, timeoutMs: 20_000 },
        );
    expect(await outcomeOf(asService({ role: 'user' }))).toBe('users.last_admin');
    expect(await outcomeOf(asService({ status: 'suspended' }))).toBe('users.last_admin');
    await change(running, admin, shut.user.id, { status: 'active' });
    expect(await outcomeOf(asService({ role: 'user' }))).toBe('success');
  });

  it('is there after all of them turn each other out at the same moment', async () => {
    const env = servers.env('each-other');
    const [one, two] = [await start(env), await start(env)];
    for (let round = 1; round <= 5; round += 1) {
      const admins = [
        await administrator(one, `a${round}@example.com`),
        await administrator(one, `b${round}@example.com`),
      ] as const;
      await sql(one, "UPDATE users SET role = 'user' WHERE id <> ALL($1)", [admins.map(({ user }) => user.id)]);
      const [a, b] = admins;
      const outcomes = await Promise.all([
        outcomeOf(change(one, a, b.user.id, { role: 'user' })),
        outcomeOf(change(two, b, a.user.id, { status: 'disabled' })),
      ]);
      expect(tally(outcomes).success).toBe(1);
      expect(outcomes).toContainEqual(expect.stringMatching(/^auth\.(forbidden|unauthenticated)$/));
      const left = await sql(one, "SELECT 1 FROM users WHERE role = 'admin' AND status = 'active'");
      expect(left).toHaveLength(1);
    }
  });

  it('is there after two services turn out the last two at the same moment', async () => {
    const running = await start(servers.env('services'));
    const [a, b] = [await administrator(running), await administrator(running, 'b@example.com')];
    const caller = { kind: 'service', service: 'billing', permissions: ['admin:users'] } as const;
    const out = ({ user }: SessionStarted) =>
      outcomeOf(
        running
          .get<RpcClient>(RpcClient)
          .call(
            updateUserRpc,
            { id: user.id, changes: { role: 'user' } },
            { caller: { ...caller, permissions: [...caller.permissions] }, timeoutMs: 20_000 },
          ),
      );
    expect((await Promise.all([out(a), out(b)])).sort()).toEqual(['success', 'users.last_admin']);
  });
});

describe('whoever keeps a copy of who is shut', () => {
  const range = (running: RunningService) =>
    ask(running, shutAccountRangeRpc, { after: null, limit: 10, fields: ['status'] });

  it('compares it with the accounts that were ever changed', async () => {
    const running = await start(servers.env('copy'));
    const { admin, user } = await people(running);
    const { id } = user.user;
    expect(await range(running)).toEqual({ rows: [] });
    await change(running, admin, id, { status: 'suspended' });
    const [shut] = (await range(running)).rows;
    expect(shut).toEqual({ key: [id], version: 2, digest: expect.any(String) });
    const versions = await ask(running, shutAccountVersionsRpc, { keys: [{ key: [id], version: null }], fields: [] });
    expect(versions.rows).toEqual([
      { key: [id], version: 2, content: expect.objectContaining({ status: 'suspended', workspace_id: id }) },
    ]);
    await change(running, admin, id, { status: 'active' });
    expect(await range(running)).toEqual({ rows: [{ key: [id], version: 3, digest: null }] });
  });

  it('and of whose own visits are not counted, of whom a former release is told no more than the version', async () => {
    const running = await start(servers.env('standing'));
    const { admin, user } = await people(running);
    const { id } = user.user;
    const fields = ['status', 'own_visits'];
    const standing = async () => {
      const { rows } = await ask(running, accountStandingRangeRpc, { after: null, limit: 10, fields });
      const versions = await ask(running, accountStandingVersionsRpc, { keys: [{ key: [id], version: null }], fields });
      return [rows, versions.rows];
    };
    const caller = callerOf(user);
    const privacy = (privacy_mode: boolean) =>
      running.get<RpcClient>(RpcClient).call(updateSettingsRpc, { privacy_mode }, { caller });
    await privacy(true);
    expect(await standing()).toEqual([
      [{ key: [id], version: 2, digest: expect.any(String) }],
      [
        {
          key: [id],
          version: 2,
          content: expect.objectContaining({ status: 'active', own_visits: expect.stringMatching(/^[0-9a-f]{64}$/) }),
        },
      ],
    ]);
    expect(await range(running)).toEqual({ rows: [{ key: [id], version: 2, digest: null }] });
    await privacy(false);
    expect(await standing()).toEqual([
      [{ key: [id], version: 3, digest: null }],
      [{ key: [id], version: 3, content: null }],
    ]);
    await privacy(true);
    await change(running, admin, id, { status: 'suspended' });
    for (const rows of [(await range(running)).rows, (await standing())[0]]) {
      expect(rows).toMatchObject([{ version: 5, digest: expect.any(String) }]);
    }
  });

  it('is told of all of them once more', async () => {
    const running = await start(servers.env('republish', { LOG_LEVEL: 'fatal' }));
    const { admin, user } = await people(running);
    await change(running, admin, user.user.id, { status: 'suspended' });
    await running.get<RpcClient>(RpcClient).call(republishIdentityRpc, { action: 'start' });
    await eventually(async () => {
      const again: EventData<typeof userChanged>['account'][] = await told(running, user.user.id);
      expect(again.map((account) => [account?.status, account?.version])).toEqual([
        ['suspended', 2],
        ['suspended', 2],
      ]);
    });
    expect(await told(running, admin.user.id)).toEqual([]);
  });
});

it('links of mails open no account that is shut, and its owner is written no other', async () => {
  const running = await start(servers.env('links'));
  const mails = await mailServerOf(running);
  const { admin, user } = await people(running);
  const forgot = { email: 'an@example.com', ip: '203.0.113.7', language: 'en' } as const;
  const reset = (token: string) => {
    const input = { token, password: 'another sesame 2', ip: '203.0.113.7', language: 'en' } as const;
    return outcomeOf(ask(running, resetPasswordRpc, input));
  };
  await ask(running, forgotPasswordRpc, forgot);
  const token = tokenIn(await mailAbout(mails, 'Reset your password'));
  const confirmation = tokenIn(await mailAbout(mails, 'Confirm your email address'));
  await change(running, admin, user.user.id, { status: 'suspended' });
  expect(await reset(token)).toBe('auth.reset_link_invalid');
  expect(await outcomeOf(ask(running, confirmEmailRpc, { token: confirmation }))).toBe(
    'auth.confirmation_link_invalid',
  );
  const received = mails.to('an@example.com').length;
  await ask(running, forgotPasswordRpc, forgot);
  await allLookedAt(running);
  expect(mails.to('an@example.com')).toHaveLength(received);

  await change(running, admin, user.user.id, { status: 'active' });
  expect(await outcomeOf(ask(running, confirmEmailRpc, { token: confirmation }))).toBe('success');
  expect(await reset(token)).toBe('success');
  expect(await outcomeOf(enter(running, { password: 'another sesame 2' }))).toBe('success');
});

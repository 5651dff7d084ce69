import { describe, expect, it } from '@jest/globals';
import {
  changePasswordRpc,
  listSessionsRpc,
  type SessionStarted,
  userChanged,
  userRegistered,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { BROWSER, callerOf, enter, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'admin-secret' };

describe('the first admin', () => {
  it('is made at the first start, on the large plan, and told of', async () => {
    const running = await start(servers.env('made', ADMIN));
    const { user } = await enter(running, { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
    expect(user).toMatchObject({ email: ADMIN.ADMIN_EMAIL, role: 'admin', subscription_type: 'premium' });
    await eventually(async () => {
      const events = await storedEvents(running, userRegistered, (data) => data.user_id === user.id);
      expect(events.map(({ data }) => data)).toEqual([
        expect.objectContaining({ role: 'admin', subscription_type: 'premium', monthly_links_limit: 10_000 }),
      ]);
    });
  });

  it('is not changed by later starts', async () => {
    const first = await start(servers.env('kept', ADMIN));
    await first.stop();
    const second = await start(
      servers.env('kept', { ADMIN_EMAIL: 'other@example.com', ADMIN_PASSWORD: 'other-secret' }),
    );
    expect(await sql(second, 'SELECT email FROM users')).toEqual([{ email: ADMIN.ADMIN_EMAIL }]);
    const withOld = enter(second, { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
    expect(await outcomeOf(withOld)).toBe('success');
  });

  it('is one when several processes start at once', async () => {
    const [running] = await Promise.all([1, 2, 3].map(() => start(servers.env('race', ADMIN))));
    if (!running) throw new Error('no process');
    expect(await sql(running, 'SELECT role FROM users')).toEqual([{ role: 'admin' }]);
    await eventually(async () => expect(await sql(running, 'SELECT id FROM outbox')).toEqual([]));
    const [user] = await sql<{ id: string }>(running, 'SELECT id FROM users');
    expect(await storedEvents(running, userRegistered, (data) => data.user_id === user?.id)).toHaveLength(1);
  });

  it('is never an account that somebody else opened before', async () => {
    const first = await start(servers.env('squatter'));
    await register(first, { email: ADMIN.ADMIN_EMAIL });
    await first.stop();
    const second = await start(servers.env('squatter', { ...ADMIN, LOG_LEVEL: 'fatal' }));
    expect(await sql(second, 'SELECT role FROM users')).toEqual([{ role: 'user' }]);
  });

  it('is not made unless it is configured, and only as configured right', async () => {
    const running = await start(servers.env('none'));
    expect(await sql(running, 'SELECT id FROM users')).toEqual([]);
    await running.stop();
    const starting = (more: Record<string, string>) => start(servers.env('none', more));
    await expect(starting({ ADMIN_EMAIL: 'admin', ADMIN_PASSWORD: 'short' })).rejects.toThrow(
      'ADMIN_EMAIL: must be an email address; ADMIN_PASSWORD: must have 6 to 256 characters',
    );
    await expect(starting({ ADMIN_EMAIL: ADMIN.ADMIN_EMAIL })).rejects.toThrow('ADMIN_PASSWORD: is required');
    await expect(starting({ ADMIN_PASSWORD: ADMIN.ADMIN_PASSWORD })).rejects.toThrow('ADMIN_EMAIL: is required');
  });
});

describe('a password that was made up for the first admin', () => {
  const GENERATED = { ...ADMIN, ADMIN_PASSWORD_GENERATED: 'true' };
  const admin = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  const list = (running: RunningService, session: SessionStarted) =>
    running.get<RpcClient>(RpcClient).call(listSessionsRpc, {}, { caller: callerOf(session), timeoutMs: 20_000 });
  const change = (running: RunningService, session: SessionStarted, new_password: string) =>
    running
      .get<RpcClient>(RpcClient)
      .call(
        changePasswordRpc,
        { current_password: ADMIN.ADMIN_PASSWORD, new_password, origin: BROWSER },
        { caller: callerOf(session), timeoutMs: 20_000 },
      );

  it('has to be changed before anything else, once', async () => {
    const running = await start(servers.env('generated', GENERATED));
    const session = await enter(running, admin);
    expect(session.user.must_change_password).toBe(true);
    expect(await outcomeOf(list(running, session))).toBe('auth.password_change_required');
    expect(await outcomeOf(change(running, session, ADMIN.ADMIN_PASSWORD))).toBe('auth.password_same');
    const changed = await change(running, session, 'one of my own');
    expect(changed.user.must_change_password).toBe(false);
    expect(await outcomeOf(list(running, changed))).toBe('success');
    await running.stop();
    const again = await start(servers.env('generated', GENERATED));
    expect((await enter(again, { ...admin, password: 'one of my own' })).user.must_change_password).toBe(false);
  });

  it('may stay where somebody has chosen it', async () => {
    const running = await start(servers.env('chosen', ADMIN));
    const session = await enter(running, admin);
    expect(session.user.must_change_password).toBe(false);
    expect(await outcomeOf(list(running, session))).toBe('success');
  });

  it('has to be changed too where a former release has let it stay, in sessions that are open', async () => {
    const former = await start(servers.env('former', ADMIN));
    const session = await enter(former, admin);
    await former.stop();
    // Another than the one that was made up: somebody has chosen it by hand.
    const other = await start(servers.env('former', { ...GENERATED, ADMIN_PASSWORD: 'made up later' }));
    expect(await outcomeOf(list(other, session))).toBe('success');
    await other.stop();
    const running = await start(servers.env('former', GENERATED));
    expect(await outcomeOf(list(running, session))).toBe('auth.password_change_required');
    await eventually(async () => {
      const told = await storedEvents(running, userChanged, (data) => data.user_id === session.user.id);
      expect(told).toHaveLength(1);
    });
    await running.stop();
    const again = await start(servers.env('former', GENERATED));
    expect(await outcomeOf(list(again, session))).toBe('auth.password_change_required');
    // Without another word to the gateways.
    await eventually(async () => expect(await sql(again, 'SELECT id FROM outbox')).toEqual([]));
    expect(await storedEvents(again, userChanged, (data) => data.user_id === session.user.id)).toHaveLength(1);
  });
});

describe('the schema', () => {
  it('is after the migrations what the entities say', async () => {
    const source = (await start(servers.env('schema'))).get<DataSource>(DataSource);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const own =
      /\b(avatars|users|user_settings|profiles|sessions|attempts|mails|mail_templates|mail_requests|smtp_settings|account_links|known_devices|two_factors|recovery_codes|api_keys)\b/;
    expect(upQueries.map(({ query }) => query).filter((query) => own.test(query))).toEqual([]);
  });
});

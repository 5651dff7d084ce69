import { describe, expect, it } from '@jest/globals';
import { userRegistered } from '@linkway/contracts';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { enter, outcomeOf, register, sql, start } from './identity.js';

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

describe('the schema', () => {
  it('is after the migrations what the entities say', async () => {
    const source = (await start(servers.env('schema'))).get<DataSource>(DataSource);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const own = /\b(users|profiles|sessions|attempts)\b/;
    expect(upQueries.map(({ query }) => query).filter((query) => own.test(query))).toEqual([]);
  });
});

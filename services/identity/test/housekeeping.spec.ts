import { describe, expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { noteSizes } from './account-deletion.js';
import { register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const ROUND = 10_000;

/** Sessions of the one user there is, by which of their times is how old. */
const age = (running: RunningService, count: number, column: 'expires_at' | 'ended_at', days: number) =>
  sql(
    running,
    `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at, ended_at)
     SELECT gen_random_uuid(), users.id, uuid_send(gen_random_uuid()), '203.0.113.7', '',
       CASE $1 WHEN 'expires_at' THEN at ELSE now() + interval '1 day' END, CASE $1 WHEN 'ended_at' THEN at END
     FROM users, (SELECT now() - make_interval(days => $2::int) AS at) AS times, generate_series(1, $3::int)`,
    [column, days, count],
  );

/** Rounds until there is nothing left to do, as they follow each other. */
async function tidy(running: RunningService): Promise<number> {
  let rounds = 1;
  while ((await running.get<HousekeepingService>(HousekeepingService).tidy()) === 0) rounds += 1;
  return rounds;
}

const left = async (running: RunningService, table: string) =>
  (await sql<{ n: number }>(running, `SELECT count(*)::int AS n FROM ${table}`))[0]?.n;

describe('housekeeping', () => {
  it('removes all that is old, however much it is, a little at a time', async () => {
    const running = await start(servers.env('much'));
    await register(running);
    await age(running, 12_000, 'expires_at', 30);
    await age(running, 23_000, 'ended_at', 30);
    await sql(
      running,
      `INSERT INTO attempts (key, count, expires_at) SELECT 'key ' || n, 1, now() - interval '1 second' FROM generate_series(1, 11000) n`,
    );
    // These may be shown to their owner, and one is in use.
    await age(running, 5, 'expires_at', 29);
    await age(running, 5, 'ended_at', 29);
    for (const table of ['sessions', 'attempts']) await noteSizes(running, table);
    expect(await tidy(running)).toBe(3);
    expect(await left(running, 'sessions')).toBe(11);
    expect(await left(running, 'attempts')).toBe(await left(running, `attempts WHERE expires_at > now()`));
    for (const table of ['sessions', 'attempts']) {
      expect(await sql(running, `SELECT max(rows) FROM sizes_of_${table}`)).toEqual([{ max: ROUND }]);
    }
  }, 60_000);

  it('lets no address stay for longer than 120 days, though a round is half a day late', async () => {
    const running = await start(servers.env('terms'));
    await register(running);
    // Used until its last day: it ends 90 days after it began, and is kept for 30 more.
    await sql(
      running,
      `UPDATE sessions SET created_at = now() - interval '119 days 12 hours 1 minute', expires_at = created_at + interval '90 days'
         - interval '119 days 12 hours 1 minute'`,
    );
    await tidy(running);
    expect(await left(running, 'sessions')).toBe(0);
  });

  it('is done by two processes at once, and waits for nobody', async () => {
    const env = servers.env('two');
    const [one, two] = [await start(env), await start(env)];
    await register(one);
    await age(one, 30_000, 'ended_at', 40);
    const other = one.get<DataSource>(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM sessions WHERE ended_at IS NOT NULL LIMIT 1 FOR UPDATE');
    await Promise.all([one, two].map(tidy));
    expect(await left(one, 'sessions')).toBe(2);
    await other.rollbackTransaction();
    await other.release();
    await tidy(two);
    expect(await left(one, 'sessions')).toBe(1);
  }, 60_000);

  it('does the rest where one of its steps fails', async () => {
    const running = await start(servers.env('fails', { LOG_LEVEL: 'fatal' }));
    await register(running);
    await age(running, 3, 'ended_at', 40);
    for (const table of ['attempts', 'known_devices', 'account_links']) {
      await sql(running, `ALTER TABLE ${table} RENAME TO ${table}_elsewhere`);
    }
    expect(await tidy(running)).toBe(1);
    expect(await left(running, 'sessions')).toBe(1);
  });

  it('finds old sessions among many others by an index', async () => {
    const running = await start(servers.env('index'));
    await register(running);
    await age(running, 20_000, 'ended_at', 1);
    await age(running, 20_000, 'expires_at', 1);
    await sql(running, 'ANALYZE sessions');
    const database = running.get<DataSource>(DataSource);
    const { logger } = database;
    const seen: string[] = [];
    const nothing = () => undefined;
    database.logger = {
      logQuery: (text: string) => void seen.push(text),
      logQueryError: nothing,
      logQuerySlow: nothing,
      logSchemaBuild: nothing,
      logMigration: nothing,
      log: nothing,
    };
    await tidy(running);
    database.logger = logger;
    const plans = await Promise.all(
      seen
        .filter((text) => text.startsWith('DELETE FROM sessions'))
        .map(async (text) => JSON.stringify(await sql(running, `EXPLAIN ${text}`, [ROUND]))),
    );
    expect(plans).toEqual([
      expect.stringContaining('Index Scan using sessions_expires_at_idx'),
      expect.stringContaining('Index Scan using sessions_ended_at_idx'),
    ]);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan');
  }, 60_000);
});

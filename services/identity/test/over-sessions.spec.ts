import { expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { statementsOf } from './account-mails.js';
import { enter, outcomeOf, register, sql, start, tally } from './identity.js';

const servers = useServers({ postgres: true, nats: true });

/** Sessions that were over one minute ago, two minutes ago, and so on: every other one by itself. */
const over = (running: RunningService, userId: string, sessions: number) =>
  sql(
    running,
    `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at, ended_at)
     SELECT gen_random_uuid(), $1::uuid, sha256(convert_to(n || ($1::uuid)::text, 'UTF8')), '', n,
       CASE WHEN n % 2 = 0 THEN now() - make_interval(mins => n) ELSE now() + interval '1 day' END,
       CASE WHEN n % 2 = 1 THEN now() - make_interval(mins => n) END
     FROM generate_series(1, $2::int) AS n`,
    [userId, sessions],
  );
const left = async (running: RunningService, userId: string) => {
  const [row] = await sql<{ n: number; oldest: number | null }>(
    running,
    `SELECT count(*)::int AS n, max(CASE WHEN user_agent ~ '^[0-9]+$' THEN user_agent::int END) AS oldest
     FROM sessions WHERE user_id = $1 AND (ended_at IS NOT NULL OR expires_at < now())`,
    [userId],
  );
  return row;
};

it('of an account the two hundred stay that were over last, and others lose none', async () => {
  const running = await start(servers.env('over'));
  const { user, session_token } = await register(running);
  const other = await register(running, { email: 'binh@example.com' });
  for (const id of [user.id, other.user.id]) await over(running, id, 250);
  // The one that the browser was in has ended by this moment.
  await enter(running, { former_session_token: session_token });
  expect(await left(running, user.id)).toEqual({ n: 200, oldest: 199 });
  expect(await left(running, other.user.id)).toEqual({ n: 250, oldest: 250 });
  await enter(running);
  expect(await left(running, user.id)).toEqual({ n: 200, oldest: 199 });
  expect(await sql(running, 'SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [user.id])).toHaveLength(
    // Those that ended by themselves, and the two.
    99 + 2,
  );
});

it('many of before go a portion with each sign-in, found by an index', async () => {
  const running = await start(servers.env('before'));
  const { user } = await register(running);
  await over(running, user.id, 2_500);
  await sql(running, 'ANALYZE sessions');
  const statements = await statementsOf(running, () => enter(running));
  expect(await left(running, user.id)).toMatchObject({ n: 1_500 });
  await enter(running);
  expect(await left(running, user.id)).toMatchObject({ n: 500 });
  await enter(running);
  expect(await left(running, user.id)).toEqual({ n: 200, oldest: 200 });
  const removals = statements.filter((text) => text.startsWith('DELETE FROM sessions'));
  expect(removals).toHaveLength(1);
  const plan = JSON.stringify(await sql(running, `EXPLAIN ${removals[0]}`, [user.id]));
  expect(plan).toContain('sessions_over_idx');
  expect(plan).not.toContain('Seq Scan');
}, 60_000);

it('many sign-ins at once wait for nobody who holds what is to go, and none fails', async () => {
  const env = servers.env('at-once', { HASH_QUEUE: '200', HASH_CONCURRENCY: '4' });
  const processes = [await start(env), await start(env)] as const;
  const [running] = processes;
  const { user } = await register(running);
  await over(running, user.id, 400);
  const somebody = running.get<DataSource>(DataSource).createQueryRunner();
  await somebody.startTransaction();
  try {
    await somebody.query("SELECT FROM sessions WHERE user_agent = '400' FOR UPDATE");
    const entering = Array.from({ length: 12 }, (_, nth) => outcomeOf(enter(processes[nth % 2 === 0 ? 0 : 1])));
    expect(tally(await Promise.all(entering))).toEqual({ success: 12 });
    expect(await left(running, user.id)).toEqual({ n: 201, oldest: 400 });
  } finally {
    await somebody.rollbackTransaction();
    await somebody.release();
  }
  await enter(running);
  expect(await left(running, user.id)).toEqual({ n: 200, oldest: 200 });
}, 60_000);

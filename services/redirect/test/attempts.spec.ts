import { beforeAll, expect, it } from '@jest/globals';
import { useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { AttemptRepository } from '../src/password/attempt.repository.js';
import { type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
let redirect: Redirect;
beforeAll(async () => {
  redirect = await startRedirect(servers);
}, 90_000);

const query = (text: string): Promise<{ n: number }[]> => redirect.running.get<DataSource>(DataSource).query(text);
const left = async () => (await query('SELECT count(*)::int AS n FROM password_attempts'))[0]?.n;

it('tries whose window is over leave, however many they are, a little at a time', async () => {
  await query(`INSERT INTO password_attempts (link_id, visitor, attempts, resets_at)
    SELECT gen_random_uuid(), 'visitor', 1, now() + CASE WHEN n <= 12000 THEN -1 ELSE 60 END * interval '1 second'
    FROM generate_series(1, 12003) n`);
  const attempts = redirect.running.get<AttemptRepository>(AttemptRepository);
  expect(await attempts.removeOld()).toBe(0);
  expect(await left()).toBe(2_003);
  expect(await attempts.removeOld()).toBeUndefined();
  expect(await left()).toBe(3);
});

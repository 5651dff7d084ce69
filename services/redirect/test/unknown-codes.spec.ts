import { expect, it } from '@jest/globals';
import { eventually, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });

it('however many unknown codes are tried, links in memory are answered without PostgreSQL', async () => {
  const redirect = await startRedirect(servers, { CACHE_BYTES: '65536' });
  const known = await Promise.all(Array.from({ length: 20 }, () => redirect.create()));
  for (const { code } of known) expect((await redirect.visit(`/${code}`)).status).toBe(302);

  const flood = async (name: string, expected: number) => {
    for (let from = 0; from < 1_500; from += 250) {
      const answers = await Promise.all(
        Array.from({ length: 250 }, (_, at) => redirect.visit(`/${name}-${from + at}`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([expected]));
    }
  };
  await flood('tried', 404);
  // None of the pool's connections is still at work on them.
  await eventually(async () => redirect.running.get<DataSource>(DataSource).query('SELECT 1'), { timeoutMs: 2_000 });
  await servers.postgres.stop();
  try {
    await flood('tried-without', 503);
    const answers = await Promise.all(known.map(({ code }) => redirect.visit(`/${code}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(302));
    const text = await (await fetch(`${redirect.running.adminUrl}/metrics`)).text();
    expect(text).toMatch(/redirect_route_cache_entries\{[^}]*\} 20\b/);
  } finally {
    await servers.postgres.start();
  }
}, 180_000);

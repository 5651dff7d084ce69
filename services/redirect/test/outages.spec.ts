import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually, useServers } from '@linkway/platform/testkit';
import { clicksOn, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });

describe('while PostgreSQL and NATS are stopped', () => {
  it('known links are answered, and their clicks arrive afterwards, once', async () => {
    const redirect = await startRedirect(servers, {
      CLICK_SHARDS: '2',
      ROUTE_TTL_SECONDS: '1',
      CLICK_SEGMENT_BYTES: '4096',
    });
    const known = await Promise.all([redirect.create(), redirect.create(), redirect.create()]);
    const capped = await redirect.create({ max_clicks: 5 });
    for (const { code } of known) expect((await redirect.visit(`/${code}`)).status).toBe(302);
    let answered = known.length;

    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    const until = Date.now() + 3_000;
    while (Date.now() < until) {
      const answers = await Promise.all(known.map(({ code }) => redirect.visit(`/${code}?down`)));
      expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
      answered += answers.length;
      // As many as it can would be thousands of the tiny segments above, which take longer to ship than to write.
      await delay(20);
    }
    const unsure = await redirect.visit(`/${capped.code}`);
    expect(unsure.status).toBe(503);
    expect(Number(unsure.headers['retry-after'])).toBeGreaterThan(0);
    expect((await redirect.visit('/neverseen')).status).toBe(503);
    expect(await redirect.running.ready()).toBe(true);

    await Promise.all([servers.postgres.start(), servers.nats.start()]);
    await eventually(
      async () => {
        const { clicks } = await clicksOn(servers, 2);
        const own = clicks.filter(
          ({ method, link_id }) => method === 'GET' && known.some((route) => route.link_id === link_id),
        );
        expect(own).toHaveLength(answered);
        expect(new Set(own.map(({ event_id }) => event_id)).size).toBe(answered);
      },
      { timeoutMs: 30_000, intervalMs: 200 },
    );
    await eventually(async () => (await redirect.visit(`/${capped.code}`)).status === 302, { timeoutMs: 20_000 });
    await redirect.create();
  }, 120_000);
});

import { describe, expect, it } from '@jest/globals';
import { deleteLinkRpc, getQuotaRpc } from '@linkway/contracts';
import { startService } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import service from '../src/main.js';
import { FillLinkCounts1795350000011 } from '../src/migrations/1795350000011-fill-link-counts.js';
import { callerOf, eventually, outcomes, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const WRONG = `SELECT workspace_id, c.links, count(l.id)::int AS real FROM link_counts AS c
  LEFT JOIN short_links AS l USING (workspace_id) GROUP BY 1, 2 HAVING c.links <> count(l.id)`;

/** As a release before the counter wrote it: a link of a workspace, and how many that workspace made this month. */
const INSERT = `
  WITH made AS (INSERT INTO quota_usage (workspace_id, month, used) VALUES ($1, '2026-11', 1)
    ON CONFLICT (workspace_id, month) DO UPDATE SET used = quota_usage.used + 1)
  INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, title, description,
    device_targeting, is_active, version, created_at, updated_at)
  VALUES ($1, $2::uuid, $1, $1, 'https://example.com/', 'h', $2::uuid::text, '', '', '{}', true, 1, now(), now())`;

describe('the number of links of a workspace', () => {
  it('is kept exactly while links are made and deleted at once, and nobody waits for ever', async () => {
    const caller = await links.workspace(500);
    const total = async () => (await links.call(getQuotaRpc, {}, caller)).total_links;
    expect(await total()).toBe(0);
    const first = await Promise.all(Array.from({ length: 30 }, () => links.create(caller)));
    expect(await total()).toBe(30);
    const changes = first.flatMap(({ id }) => [links.create(caller), links.call(deleteLinkRpc, { id }, caller)]);
    expect(await outcomes(changes)).toEqual({ none: 60 });
    expect(await total()).toBe(30);
    expect(await links.query(WRONG)).toEqual([]);
  }, 60_000);

  it('does not count a link whose making failed, nor those of guests', async () => {
    const caller = await links.workspace(1);
    const attempts = Array.from({ length: 5 }, () => links.create(caller));
    expect(await outcomes(attempts)).toEqual({ none: 1, 'links.monthly_limit': 4 });
    await links.createGuest();
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 1 });
    expect(await links.query(WRONG)).toEqual([]);
  });
});

describe('the migration that counts', () => {
  it('finds the links that a former release made', async () => {
    const first = await startService(service, links.servers.env('counted'));
    await first.stop();
    const database = await new DataSource({ type: 'postgres', url: links.servers.databaseUrl('counted') }).initialize();
    const workspaces = Array.from({ length: 230 }, () => callerOf().workspace_id);
    try {
      await database.query('DROP TABLE link_counts');
      await database.query('DROP FUNCTION links_count() CASCADE');
      await database.query(
        "DELETE FROM migrations WHERE name IN ('CountLinks1795350000010', 'FillLinkCounts1795350000011')",
      );
      for (const [place, workspace] of workspaces.entries()) {
        for (let n = 0; n <= place % 3; n += 1) await database.query(INSERT, [workspace, uuidv7()]);
      }
      const again = await startService(service, links.servers.env('counted'));
      await again.stop();
      const counts: { n: number }[] = await database.query('SELECT count(*)::int AS n FROM link_counts');
      expect(counts).toEqual([{ n: 230 }]);
      expect(await database.query(WRONG)).toEqual([]);
    } finally {
      await database.destroy();
    }
  }, 60_000);

  it.each([0, 2])('waits for whoever makes a link, and counts it once, in a workspace of %d', async (before) => {
    const { workspace_id } = callerOf();
    for (let n = 0; n < before; n += 1) await links.query(INSERT, [workspace_id, uuidv7()]);
    const [making, counting] = [0, 1].map(() => links.service.get<DataSource>(DataSource).createQueryRunner());
    if (!making || !counting) throw new Error('no connections');
    // Else the workspace is not one that it finds.
    await links.query("INSERT INTO quota_usage VALUES ($1, '2026-10', 1)", [workspace_id]);
    await making.startTransaction();
    await making.query(INSERT, [workspace_id, uuidv7()]);
    const counted = new FillLinkCounts1795350000011().up(counting);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%link_counts%' AND wait_event_type = 'Lock'`;
    await eventually(async () => expect(await links.query(waiting)).toHaveLength(1));
    await making.commitTransaction();
    await counted;
    for (const runner of [making, counting]) await runner.release();
    expect(await links.query('SELECT links::int FROM link_counts WHERE workspace_id = $1', [workspace_id])).toEqual([
      { links: before + 1 },
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listLinksRpc, updateLinkRpc } from '@linkway/contracts';
import pg from 'pg';
import { eventually, outcomes, refusal, useLinks } from './harness.js';

// As few connections as an operator may give it.
const links = useLinks({ DATABASE_POOL_SIZE: '6' });
const MOST_OF_ONE = 2;

let blocker: pg.Client;
/** Within a transaction what others do is seen as it was at its beginning. */
let watcher: pg.Client;
beforeEach(async () => {
  [blocker, watcher] = [1, 2].map(() => new pg.Client({ connectionString: links.servers.databaseUrl('links') })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([blocker.connect(), watcher.connect()]);
  await blocker.query('BEGIN');
});
afterEach(() => Promise.all([blocker.end(), watcher.end()]));

/** Statements of the service that wait for a row. */
const waiting = async (): Promise<number> =>
  (
    await watcher.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`,
    )
  ).rows.length;

describe('somebody whose changes wait for each other', () => {
  it.each([
    ['of one link', 'SELECT 1 FROM short_links WHERE workspace_id = $1 FOR UPDATE'],
    ['of a workspace', 'SELECT 1 FROM quota_usage WHERE workspace_id = $1 FOR UPDATE'],
  ])(
    '%s holds up nobody else',
    async (_, lock) => {
      const [greedy, other] = [await links.workspace(1_000), await links.workspace(1_000)];
      const link = await links.create(greedy);
      const own = await links.create(other);
      await blocker.query(lock, [greedy.workspace_id]);
      const flood = outcomes([
        ...Array.from({ length: 40 }, (_each, n) =>
          links.call(updateLinkRpc, { id: link.id, changes: { title: `${n}` } }, greedy, 4_000),
        ),
        ...Array.from({ length: 40 }, () => links.create(greedy, {}, null, 4_000)),
      ]);
      await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
      const others = [
        links.create(other, {}, null, 4_000),
        links.call(updateLinkRpc, { id: own.id, changes: { is_active: false } }, other, 4_000),
        links.call(listLinksRpc, {}, other, 4_000),
        links.createGuest({}, { ip: '203.0.113.7' }),
      ];
      expect(await Promise.all(others.map(refusal))).toEqual(['none', 'none', 'none', 'none']);
      expect(await waiting()).toBeLessThanOrEqual(MOST_OF_ONE);
      await blocker.query('COMMIT');
      const told = await flood;
      expect(Object.keys(told).filter((code) => !['none', 'service.busy', 'service.timeout'].includes(code))).toEqual(
        [],
      );
      expect(await refusal(links.create(greedy))).toBe('none');
    },
    60_000,
  );
});

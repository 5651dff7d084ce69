import { expect, it } from '@jest/globals';
import {
  eventually,
  formerReleaseProblems,
  readFormerRelease,
  startService,
  useServers,
} from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import service from '../src/main.js';

const servers = useServers({ postgres: true, nats: true });

it('migrates to a schema on which the former release still runs', async () => {
  await startService(service, servers.env('former'));
  const former = readFormerRelease(new URL('./former-release.json', import.meta.url));
  expect(former.statements.length).toBeGreaterThan(0);
  expect(await formerReleaseProblems(servers.databaseUrl('former'), former)).toEqual([]);
});

it('lets the former release make links while the index of their routes is built', async () => {
  const first = await startService(service, servers.env('building'));
  await first.stop();
  const former = new DataSource({ type: 'postgres', url: servers.databaseUrl('building') });
  await former.initialize();
  try {
    await former.query('DROP INDEX codes_in_order');
    await former.query(`DELETE FROM migrations WHERE name = 'IndexRoutes1764220000001'`);
    const runner = former.createQueryRunner();
    // A change that is under way, for which the index waits.
    await runner.startTransaction();
    await runner.query('LOCK TABLE codes IN ROW EXCLUSIVE MODE');
    const again = startService(service, servers.env('building'));
    const building = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE%codes_in_order%' AND wait_event_type = 'Lock'`;
    await eventually(async () => expect(await former.query(building)).toHaveLength(1));
    const other = former.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '1s'`);
      await manager.query('LOCK TABLE codes IN ROW EXCLUSIVE MODE');
    });
    try {
      await other;
    } finally {
      await runner.commitTransaction();
    }
    await again;
    const valid = `SELECT indisvalid FROM pg_index WHERE indexrelid = 'codes_in_order'::regclass`;
    expect(await former.query(valid)).toEqual([{ indisvalid: true }]);
    await runner.release();
  } finally {
    await former.destroy();
  }
}, 60_000);

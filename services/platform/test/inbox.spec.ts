import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Inbox, type RunningService } from '../src/index.js';
import { startService, useServers } from '../src/testkit/index.js';
import { reader } from './event-services.js';

const servers = useServers({ postgres: true, nats: true });
let reading: RunningService;
const query = (sql: string): Promise<{ count: string }[]> => reading.get<DataSource>(DataSource).query(sql);
const rows = async (): Promise<number> => Number((await query('SELECT count(*) FROM inbox'))[0]?.count);

const handled = (count: number, daysAgo: number) =>
  query(`INSERT INTO inbox (event_id, handler, handled_at)
    SELECT gen_random_uuid(), 'a', now() - make_interval(days => ${daysAgo}) FROM generate_series(1, ${count})`);

async function clean(service: RunningService, rows: number): Promise<void> {
  while ((await service.get<Inbox>(Inbox).forget(rows)) === 0);
}

beforeAll(async () => {
  reading = await startService(reader, servers.env('reader'));
}, 60_000);

describe('the inbox', () => {
  it('forgets what is old, however much it is, a little at a time', async () => {
    await handled(5_000, 100);
    await handled(7, 1);
    // Millions of rows in one statement outlast what the pool gives one, and would be there the next time, too.
    await query('CREATE TABLE sizes (rows integer)');
    await query(`CREATE FUNCTION note_size() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO sizes SELECT count(*) FROM gone; RETURN NULL; END'`);
    await query(`CREATE TRIGGER note_size AFTER DELETE ON inbox REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION note_size()`);
    await clean(reading, 500);
    expect(await rows()).toBe(7);
    expect(Number((await query('SELECT max(rows) AS count FROM sizes'))[0]?.count)).toBe(500);
  }, 60_000);

  it('is cleaned by two processes at once', async () => {
    const other = await startService(reader, servers.env('reader'));
    await handled(5_000, 100);
    await Promise.all([reading, other].map((each) => clean(each, 100)));
    expect(await rows()).toBe(7);
  }, 60_000);
});

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseModule, databaseEnv, defineService, type RunningService, serviceConfig } from '../src/index.js';
import { startService, useServers } from '../src/testkit/index.js';

const servers = useServers({ postgres: true, nats: true });

@Module({ imports: [DatabaseModule.forService({ entities: [], migrations: [], outbox: false })] })
class OperatedModule {}
const operated = defineService({ name: 'operated', config: serviceConfig({ ...databaseEnv }), module: OperatedModule });

const ids = ['01a1ffa9-16dc-701a-92b0-000000000001', '01a1ffa9-16dc-701a-92b0-000000000002'];
let service: RunningService;
const sql = (statement: string): Promise<Record<string, unknown>[]> =>
  service.get<DataSource>(DataSource).query(statement);

beforeAll(async () => {
  service = await startService(operated, servers.env('operated', { LOG_LEVEL: 'fatal' }));
  for (const id of ids) {
    await sql(`INSERT INTO outbox_set_aside (id, envelope, aggregate, attempts, last_error, created_at)
      VALUES ('${id}', '{"type": "evt.depot.parcel-moved.v1"}', 'p1', 6, 'max_payload size exceeded', now())`);
  }
});

/** The program as an operator runs it, with the address of the database in a file. */
async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const file = join(tmpdir(), `linkway-set-aside-${process.pid}`);
  writeFileSync(file, servers.databaseUrl('operated'), { mode: 0o600 });
  const program = join(import.meta.dirname, '../dist/outbox/set-aside.main.js');
  const env = { PATH: process.env.PATH, DATABASE_URL_FILE: file };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
    return { code: 0, out: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, out: stderr };
  }
}

it('lists, replays and drops what was set aside, and says how it is used', async () => {
  const list = (await run('list')).out.trim().split('\n');
  expect(list.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
  expect(list[0]).toContain('max_payload');
  expect(await run('replay', ids[0] ?? '')).toEqual({ code: 0, out: 'replayed 1\n' });
  expect(await sql('SELECT id, aggregate, attempts FROM outbox')).toEqual([
    { id: ids[0], aggregate: 'p1', attempts: 0 },
  ]);
  expect(await run('drop', 'all')).toEqual({ code: 0, out: 'dropped 1\n' });
  expect(await sql('SELECT 1 FROM outbox_set_aside')).toEqual([]);
  // Without ids nothing happens: all of it has to be said.
  expect((await run('drop')).code).toBe(2);
});

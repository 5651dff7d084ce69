// node dist/outbox/set-aside.main.js list|replay|drop [ID ...|all], with DATABASE_URL or DATABASE_URL_FILE of the service.
import pg from 'pg';
import { z } from 'zod';
import { env, loadConfig } from '../config/service-config.js';
import { outliveConnection } from '../database/lost-connection.js';
import type { Queries } from '../database/versioned-upsert.js';
import { dropSetAside, listSetAside, replaySetAside, type Selection } from './set-aside.js';

const USAGE = 'list | replay ID ...|all | drop ID ...|all\n';

async function run([command, ...ids]: string[]): Promise<number> {
  const which: Selection | null = ids.length === 0 ? null : ids[0] === 'all' ? 'all' : ids;
  const client = new pg.Client({ connectionString: config().DATABASE_URL, application_name: 'outbox-set-aside' });
  outliveConnection(client);
  const database: Queries = {
    query: async (statement, parameters) => (await client.query(statement, parameters)).rows,
  };
  await client.connect();
  try {
    if (command === 'list') return say((await listSetAside(database)).map((event) => JSON.stringify(event)));
    if (command === 'replay' && which) return say([`replayed ${await replaySetAside(database, which)}`]);
    if (command === 'drop' && which) return say([`dropped ${await dropSetAside(database, which)}`]);
    process.stderr.write(USAGE);
    return 2;
  } finally {
    await client.end();
  }
}

// oxlint-disable-next-line node/no-process-env -- a program of its own: this is where its configuration is read
const config = () => loadConfig(z.object({ DATABASE_URL: env.secret() }), process.env);

function say(lines: string[]): number {
  for (const line of lines) process.stdout.write(`${line}\n`);
  return 0;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

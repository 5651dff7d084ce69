import type { Harness } from '@linkway/local/harness';
import pg from 'pg';

/** A server is away, and until `release` it stays so. Those who need it must say so, or nothing was stopped. */
export async function stopServer(node: Harness, name: 'postgres' | 'nats'): Promise<void> {
  await node.takeAway(name);
  await node.until(async () => !(await node.ready()), 60_000);
}

/** Runs a statement as the cluster's owner, outside of the services' databases. */
export async function asOwner(node: Harness, ...statements: string[]): Promise<void> {
  const url = node.record().postgres?.url;
  if (!url) throw new Error('PostgreSQL does not run');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** One database refuses its service, as after a failed fail-over: open connections are cut and new ones are refused. */
export async function closeDatabase(node: Harness, database: string): Promise<void> {
  await asOwner(
    node,
    `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
  );
  const url = new URL(node.record().postgres?.url ?? '');
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  const open = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  if (open) throw new Error(`${database} still takes connections`);
}

export async function openDatabase(node: Harness, database: string): Promise<void> {
  await asOwner(node, `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
}

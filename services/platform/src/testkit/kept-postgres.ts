import { afterAll } from '@jest/globals';
import pg from 'pg';
import type { DisposableServer } from './test-server.js';

let keeping = false;
let kept: DisposableServer | null = null;

/**
 * One PostgreSQL for the test files that run in one file of jest's: what the one before made is dropped. Call it at the top of
 * that file; the server goes at its end.
 */
export function keepPostgres(): void {
  keeping = true;
  afterAll(async () => {
    await kept?.dispose();
    kept = null;
  }, 60_000);
}

/** The kept one where there is one, else a new one. One that was stopped, killed or cannot be emptied is not kept. */
export async function takePostgres(make: () => Promise<DisposableServer>): Promise<DisposableServer> {
  const server = kept ?? (await make());
  kept = null;
  let hasFailed = false;
  const failing = (fault: () => Promise<void>) => () => {
    hasFailed = true;
    return fault();
  };
  return {
    url: server.url,
    stop: failing(server.stop),
    kill: failing(server.kill),
    start: server.start,
    restart: failing(server.restart),
    dispose: async () => {
      if (keeping && !hasFailed && kept === null && (await isEmptied(server.url))) kept = server;
      else await server.dispose();
    },
  };
}

async function isEmptied(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows: databases } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'",
    );
    for (const { name } of databases) await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`);
    const { rows: roles } = await client.query<{ name: string }>(
      "SELECT rolname AS name FROM pg_roles WHERE rolname !~ '^pg_' AND rolname <> CURRENT_USER",
    );
    for (const { name } of roles) {
      const role = client.escapeIdentifier(name);
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

import pg from 'pg';
import { outliveConnection } from '../database/lost-connection.js';

/** A database and the role that owns it. */
export interface DatabaseOwner {
  readonly database: string;
  readonly role: string;
  readonly password: string;
}

/**
 * Makes a role for each database that owns it and all that is in it, and keeps other roles out. What an earlier release
 * made as superuser changes hands. Running it again changes nothing. `urlOf` gives a superuser's address.
 */
export async function ownDatabases(
  urlOf: (database: string) => string,
  owners: readonly DatabaseOwner[],
): Promise<void> {
  await withClient(urlOf('postgres'), async (client) => {
    for (const owner of owners) await makeOwner(client, owner);
  });
  for (const { database, role } of owners) {
    await withClient(urlOf(database), (client) => handOver(client, role));
  }
}

async function makeOwner(client: pg.Client, { database, role, password }: DatabaseOwner): Promise<void> {
  const [quotedRole, quotedDatabase] = [client.escapeIdentifier(role), client.escapeIdentifier(database)];
  const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = known.rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${quotedRole} LOGIN NOSUPERUSER PASSWORD ${client.escapeLiteral(password)}`);
  // What a statement is refused for is told to the service, which logs what matters; anybody can cause refusals by the thousand.
  await client.query(`ALTER ROLE ${quotedRole} SET log_min_messages = 'log'`);
  await client.query(`ALTER DATABASE ${quotedDatabase} OWNER TO ${quotedRole}`);
  await client.query(`REVOKE ALL ON DATABASE ${quotedDatabase} FROM PUBLIC`);
}

// REASSIGN OWNED refuses for the superuser that the cluster was made with, so each thing is named. Sequences of columns
// follow their table; what belongs to an extension stays with it.
const FOREIGN = `
  WITH owned AS (SELECT $1::regrole::oid AS role)
  SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, $1) AS statement
    FROM pg_namespace, owned WHERE nspname = 'public' AND nspowner <> role
  UNION ALL
  SELECT format('ALTER %s %s OWNER TO %I',
      CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
      c.oid::regclass, $1)
    FROM pg_class c, owned WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner <> role
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('a', 'i', 'e'))
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $1)
    FROM pg_proc p, owned WHERE pronamespace = 'public'::regnamespace AND proowner <> role
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $1)
    FROM pg_type t, owned WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd') AND typowner <> role
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e')`;

async function handOver(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(FOREIGN, [role]);
  if (rows.length === 0) return;
  await client.query(`BEGIN; ${rows.map(({ statement }) => statement).join('; ')}; COMMIT`);
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  outliveConnection(client);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

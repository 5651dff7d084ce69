import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, ownDatabases, startPostgres } from '../src/embedded/index.js';

const folder = mkdtempSync(join(tmpdir(), 'linkway-roles-'));
const logFile = join(folder, 'postgres.log');
const owners = ['one', 'two'].map((role) => ({
  database: `linkway_${role}`,
  role: `linkway_${role}`,
  password: `pw-${role}`,
}));
let postgres: EmbeddedPostgres;

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const as = (role: string, database = `linkway_${role}`) =>
  postgres.urlOf(database, { name: `linkway_${role}`, password: `pw-${role}` });

beforeAll(async () => {
  chmodSync(folder, 0o755);
  process.env.LINKWAY_ADMIN_PASSWORD = 'never to be seen';
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), logFile, durability: 'throwaway' });
  await postgres.createDatabases(owners.map(({ database }) => database));
  // As a release before roles left it.
  await query(
    postgres.urlOf('linkway_one'),
    `CREATE TYPE colour AS ENUM ('red'); CREATE TABLE links (id serial PRIMARY KEY, colour colour);
     CREATE SEQUENCE apart; CREATE VIEW all_links AS SELECT * FROM links;
     CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS 'SELECT n * 2'; INSERT INTO links DEFAULT VALUES`,
  );
  await ownDatabases((database) => postgres.urlOf(database), owners);
}, 120_000);

afterAll(async () => {
  delete process.env.LINKWAY_ADMIN_PASSWORD;
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a role for each database', () => {
  it('is told what its statements are refused for, and the log of the server is not', async () => {
    await expect(query(as('one'), "SELECT 'refused'::int")).rejects.toThrow('invalid input');
    await expect(query(postgres.urlOf('linkway_one'), "SELECT 'of the superuser'::int")).rejects.toThrow();
    const log = readFileSync(logFile, 'utf8');
    expect(log).toContain('of the superuser');
    expect(log).not.toContain('refused');
  });

  it('owns what an earlier release made as superuser, and may change it', async () => {
    await query(
      as('one'),
      `ALTER TABLE links ADD COLUMN title text; ALTER TYPE colour ADD VALUE 'blue'; ALTER SEQUENCE apart RESTART;
       DROP VIEW all_links; DROP FUNCTION twice(int); CREATE TABLE more (id int); INSERT INTO links DEFAULT VALUES`,
    );
    expect((await query(as('one'), 'SELECT count(*)::int AS count FROM links')).rows).toEqual([{ count: 2 }]);
  });

  it('is no superuser and cannot enter the others’ databases', async () => {
    const { rows } = await query(as('one'), 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false }]);
    await expect(query(as('one', 'linkway_two'), 'SELECT 1')).rejects.toThrow('permission denied for database');
    await expect(query(as('one', 'postgres'), "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow(
      'permission denied',
    );
  });

  it('is made at every start, and nothing changes', async () => {
    await ownDatabases((database) => postgres.urlOf(database), owners);
    expect((await query(as('one'), 'SELECT count(*)::int AS count FROM links')).rows).toEqual([{ count: 2 }]);
  });
});

describe('PostgreSQL', () => {
  it('gets no secret from the environment', () => {
    expect(readFileSync(`/proc/${postgres.pid}/environ`, 'utf8')).not.toContain('never to be seen');
  });

  it('writes no values into its log, which is for its owner alone', async () => {
    await query(as('two'), 'CREATE TABLE users (email text UNIQUE)');
    await query(as('two'), "INSERT INTO users VALUES ('who@example.com')");
    // Whose refusals it does log.
    const client = new pg.Client({ connectionString: postgres.urlOf('linkway_two') });
    await client.connect();
    await expect(client.query('INSERT INTO users VALUES ($1)', ['who@example.com'])).rejects.toThrow('duplicate key');
    await client.end();
    expect(readFileSync(logFile, 'utf8')).toContain('duplicate key');
    expect(readFileSync(logFile, 'utf8')).not.toContain('who@example.com');
    expect(statSync(logFile).mode & 0o777).toBe(0o600);
  });
});

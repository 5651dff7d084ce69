import { readFileSync } from 'node:fs';
import pg from 'pg';

/** What `npm run record-release` wrote down of a release. */
export interface FormerRelease {
  release: string;
  tables: Record<string, Record<string, 'nullable' | 'not null'>>;
  statements: string[];
}

interface Column {
  table: string;
  column: string;
  nullable: boolean;
  filled: boolean;
}

export const readFormerRelease = (file: URL): FormerRelease => JSON.parse(readFileSync(file, 'utf8')) as FormerRelease;

/**
 * What of the former release would fail on a migrated database: its statements, which are prepared, and rows that it
 * writes without knowing of new columns. Empty: both releases can run side by side.
 */
export async function formerReleaseProblems(databaseUrl: string, former: FormerRelease): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const problems: string[] = [];
    for (const statement of former.statements) {
      const failure = await prepared(client, statement);
      if (failure !== null) problems.push(`${failure}: ${statement}`);
    }
    const { rows } = await client.query<Column>(
      `SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS nullable,
         column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS filled
       FROM information_schema.columns WHERE table_schema = current_schema()`,
    );
    return [...problems, ...rows.flatMap((column) => unknownToFormer(column, former))];
  } finally {
    await client.end();
  }
}

async function prepared(client: pg.Client, statement: string): Promise<string | null> {
  try {
    await client.query(`PREPARE former AS ${statement}`);
    await client.query('DEALLOCATE former');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** PREPARE does not see a row that is refused when it comes. */
function unknownToFormer({ table, column, nullable, filled }: Column, { tables }: FormerRelease): string[] {
  const known = tables[table];
  if (known === undefined || nullable || filled) return [];
  if (known[column] === undefined) return [`${table}.${column} is new, NOT NULL, and has no default`];
  return known[column] === 'nullable' ? [`${table}.${column} was nullable and has no default`] : [];
}

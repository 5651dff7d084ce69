/** Anything that runs a statement: a DataSource, an EntityManager, a Repository. */
export interface Queries {
  query(statement: string, parameters?: unknown[]): Promise<unknown>;
}

export interface VersionedTable<R extends object> {
  table: string;
  /** Columns of the primary key. */
  key: readonly (keyof R & string)[];
  /** The other columns that a row carries, `version` among them. */
  columns: readonly (keyof R & string)[];
}

/** More than this at once would pass PostgreSQL's limit of 65,535 parameters in a wide table. */
const MOST_ROWS = 1_000;

/**
 * Takes over rows that another service owns: each one unless a newer version is there, which events that come late or
 * twice would undo. Answers the keys' rows that were written. A key may be among the rows once.
 */
export async function versionedUpsert<R extends { version: number }>(
  database: Queries,
  { table, key, columns }: VersionedTable<R>,
  rows: readonly R[],
): Promise<R[]> {
  const all = [...key, ...columns];
  const written: R[] = [];
  for (let from = 0; from < rows.length; from += MOST_ROWS) {
    const part = rows.slice(from, from + MOST_ROWS);
    const places = part.map((_, row) => `(${all.map((_, column) => `$${row * all.length + column + 1}`).join(', ')})`);
    const answer = (await database.query(
      `INSERT INTO ${quoted(table)} AS known (${all.map(quoted).join(', ')}) VALUES ${places.join(', ')}
       ON CONFLICT (${key.map(quoted).join(', ')}) DO UPDATE
         SET ${columns.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')}
         WHERE known.version < excluded.version
       RETURNING ${all.map((column) => `known.${quoted(column)}`).join(', ')}`,
      part.flatMap((row) => all.map((column) => row[column])),
    )) as R[];
    written.push(...answer);
  }
  return written;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

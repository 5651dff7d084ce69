import { crc32 } from 'node:zlib';
import { EntityManager } from 'typeorm';
import { queryNamed, type Statement } from './statement.js';

/** Anything that runs a statement: a DataSource, an EntityManager, a Repository. */
export interface Queries {
  query(statement: string, parameters?: unknown[]): Promise<unknown>;
}

export interface VersionedTable<R extends object, K extends keyof R & string = keyof R & string> {
  table: string;
  /** Columns of the primary key. */
  key: readonly K[];
  /** The other columns that a row carries, `version` among them. What JSON cannot carry (bytea) cannot be among them. */
  columns: readonly (keyof R & string)[];
  /** A column that has the time of the last change. */
  touched?: string;
}

/**
 * Takes over rows that another service owns: each one unless a newer version is there, which events that come late or
 * twice would undo. The same version overwrites what differs, and version `held`, too, gives way to whatever the owner has
 * instead of it. Answers the keys of the rows that were written. A key may be among the rows once.
 */
export async function versionedUpsert<R extends { version: number }, K extends keyof R & string>(
  database: EntityManager | { readonly manager: EntityManager },
  table: VersionedTable<R, K>,
  rows: readonly R[],
  held: number | null = null,
): Promise<Pick<R, K>[]> {
  if (rows.length === 0) return [];
  const manager = database instanceof EntityManager ? database : database.manager;
  return queryNamed<Pick<R, K>>(manager, statementOf(table), [JSON.stringify(rows), held]);
}

const statements = new WeakMap<object, Statement>();

function statementOf<R extends object, K extends keyof R & string>(of: VersionedTable<R, K>): Statement {
  const known = statements.get(of);
  if (known) return known;
  const text = textOf(of);
  const made = { name: `upsert-${of.table}-${crc32(text).toString(36)}`, text };
  statements.set(of, made);
  return made;
}

function textOf<R extends object, K extends keyof R & string>({
  table,
  key,
  columns,
  touched,
}: VersionedTable<R, K>): string {
  const keys = key.map(quoted).join(', ');
  const names = columns.map(quoted).join(', ');
  const of = (source: string, all: readonly string[]) => all.map((column) => `${source}.${quoted(column)}`).join(', ');
  const now = touched === undefined ? { name: '', value: '' } : { name: `, ${quoted(touched)}`, value: ', now()' };
  // In the order of the keys, so that two processes never wait for each other's rows.
  return `
    INSERT INTO ${quoted(table)} AS known (${keys}, ${names})
    SELECT ${keys}, ${names} FROM jsonb_populate_recordset(NULL::${quoted(table)}, $1::jsonb) ORDER BY ${keys}
    ON CONFLICT (${keys}) DO UPDATE SET (${names}${now.name}) = ROW(${of('excluded', columns)}${now.value})
    WHERE known.version < excluded.version OR (known.version = excluded.version OR known.version = $2::bigint)
      AND (${of('known', columns)}) IS DISTINCT FROM (${of('excluded', columns)})
    RETURNING ${of('known', key)}`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type TableRule, tableRules } from './table-rules.js';

/** What `npm run record-release` wrote down of a release. */
export interface FormerRelease {
  release: string;
  tables: Record<string, Record<string, 'nullable' | 'not null'>>;
  /** What its tables refused rows for. */
  rules: Record<string, string[]>;
  statements: string[];
}

interface Column {
  table: string;
  column: string;
  nullable: boolean;
  /** By a constant, by something that is another value each time (`fresh`), or not at all. */
  filled: 'constant' | 'fresh' | null;
}

/** What a release does to a table. */
type Change = 'Insert' | 'Update' | 'Delete' | 'Merge';
type Changes = Map<string, Set<Change>>;

export const readFormerRelease = (file: URL): FormerRelease => JSON.parse(readFileSync(file, 'utf8')) as FormerRelease;

/**
 * What of the former release would fail on a migrated database: its statements, which are planned, and rows that it writes
 * without knowing of new columns and rules. Empty: both releases can run side by side.
 */
export async function formerReleaseProblems(databaseUrl: string, former: FormerRelease): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const changes: Changes = new Map();
    const problems: string[] = [];
    for (const statement of former.statements) {
      const failure = await planned(client, statement, changes);
      if (failure !== null) problems.push(`${failure}: ${statement}`);
    }
    const { rows: columns } = await client.query<Column>(
      `SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS nullable,
         CASE WHEN is_identity = 'YES' OR is_generated = 'ALWAYS' OR column_default ~ '^(nextval|gen_random_uuid|uuid)' THEN 'fresh'
           WHEN column_default IS NOT NULL THEN 'constant' END AS filled
       FROM information_schema.columns WHERE table_schema = current_schema()`,
    );
    const rules = await tableRules(client);
    return [
      ...problems,
      ...columns.flatMap((column) => unknownToFormer(column, former)),
      ...rules
        .filter((rule) => refusesFormer(rule, former, changes, columns))
        .map(({ table, rule }) => `${table}: ${rule} is new`),
    ];
  } finally {
    await client.end();
  }
}

/** A plan, unlike a prepared statement, needs the unique index that ON CONFLICT names. It also tells what is written. */
async function planned(client: pg.Client, statement: string, changes: Changes): Promise<string | null> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
    );
    for (const { 'QUERY PLAN': plan } of rows) noteChanges(plan[0].Plan, changes);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

interface Plan {
  'Node Type': string;
  Operation?: Change;
  'Relation Name'?: string;
  Plans?: Plan[];
}

function noteChanges(plan: Plan, changes: Changes): void {
  const { 'Node Type': node, 'Relation Name': table, Operation: change, Plans: inner = [] } = plan;
  if (node === 'ModifyTable' && table && change) changes.set(table, (changes.get(table) ?? new Set()).add(change));
  for (const each of inner) noteChanges(each, changes);
}

/** A plan does not see a row that is refused when it comes. */
function unknownToFormer({ table, column, nullable, filled }: Column, { tables }: FormerRelease): string[] {
  const known = tables[table];
  if (known === undefined || nullable || filled) return [];
  if (known[column] === undefined) return [`${table}.${column} is new, NOT NULL, and has no default`];
  return known[column] === 'nullable' ? [`${table}.${column} was nullable and has no default`] : [];
}

/** Whether a rule that the former release does not know can refuse what it does. */
function refusesFormer(rule: TableRule, former: FormerRelease, changes: Changes, columns: Column[]): boolean {
  const known = former.tables[rule.table];
  const done = changes.get(rule.table);
  if (!known || !done || former.rules[rule.table]?.includes(rule.rule)) return false;
  if (rule.holds) return done.has('Delete') || done.has('Merge');
  if (done.size === 1 && done.has('Delete')) return false;
  const added = columns.filter(({ table, column }) => table === rule.table && known[column] === undefined);
  const ofAdded = added.filter(({ column }) => rule.columns?.includes(column));
  if (rule.rule.startsWith('UNIQUE')) {
    return !isImplied(rule, former) && !ofAdded.some((column) => tellsRowsApart(column, rule));
  }
  if (isWidened(rule, former)) return false;
  // Of a rule about new columns alone the former release gets what their defaults are.
  return rule.columns === null || ofAdded.length < rule.columns.length;
}

/** Rows that were told apart by fewer columns are by more. */
function isImplied({ table, columns }: TableRule, { rules }: FormerRelease): boolean {
  if (columns === null) return false;
  return (rules[table] ?? []).some((rule) => {
    const keys = /^UNIQUE \(([^()]+)\)$/.exec(rule)?.[1]?.split(', ');
    return keys?.every((key) => columns.includes(key)) ?? false;
  });
}

/** A list of values that has all of a former one refuses nothing that was taken before. */
function isWidened({ table, rule }: TableRule, { rules }: FormerRelease): boolean {
  const list = listed(rule);
  if (list === null) return false;
  const before = (rules[table] ?? []).flatMap((each) => listed(each) ?? []);
  return before.some(
    ({ column, values }) => column === list.column && values.every((value) => list.values.includes(value)),
  );
}

function listed(rule: string): { column: string; values: string[] } | null {
  const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(rule) ?? [];
  return column === undefined || values === undefined ? null : { column, values: values.split(', ') };
}

/** In rows of a release that does not know the column. */
function tellsRowsApart({ filled }: Column, { rule }: TableRule): boolean {
  return filled === 'fresh' || (filled === null && !rule.startsWith('UNIQUE NULLS NOT DISTINCT'));
}

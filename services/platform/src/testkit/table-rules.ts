import type pg from 'pg';

/** What a table refuses rows for, beside a column that may not be null. */
export interface TableRule {
  readonly table: string;
  /** `UNIQUE (code, host)`, `CHECK (...)`, `FOREIGN KEY ...`: without its name, which no statement depends on. */
  readonly rule: string;
  /** Columns that it looks at; null: an expression, which may look at any. */
  readonly columns: string[] | null;
  /** A reference that keeps rows of this table from being deleted, and says nothing of what is written. */
  readonly holds: boolean;
}

/** Primary keys and unique constraints are unique indexes, too. */
const UNIQUE = `
  SELECT t.relname AS "table", false AS holds,
    'UNIQUE ' || CASE WHEN i.indnullsnotdistinct THEN 'NULLS NOT DISTINCT ' ELSE '' END || '('
      || (SELECT string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' ORDER BY n) FROM generate_series(1, i.indnkeyatts) n)
      || ')' || COALESCE(' WHERE ' || pg_get_expr(i.indpred, i.indrelid), '') AS rule,
    CASE WHEN i.indexprs IS NULL THEN ARRAY(
      SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = i.indrelid
        AND a.attnum = ANY((string_to_array(i.indkey::text, ' ')::int2[])[1:i.indnkeyatts])) END AS columns
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
  WHERE i.indisunique AND t.relnamespace = current_schema()::regnamespace`;

const CONSTRAINTS = `
  SELECT t.relname AS "table", false AS holds, regexp_replace(pg_get_constraintdef(c.oid), ' NOT VALID$', '') AS rule,
    CASE WHEN c.contype <> 'x' THEN ARRAY(
      SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)) END AS columns
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
  WHERE c.contype IN ('c', 'f', 'x') AND t.relnamespace = current_schema()::regnamespace`;

const REFERENCES = `
  SELECT t.relname AS "table", true AS holds,
    'referred to by ' || o.relname || ': ' || regexp_replace(pg_get_constraintdef(c.oid), ' NOT VALID$', '') AS rule,
    NULL::text[] AS columns
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.confrelid JOIN pg_class o ON o.oid = c.conrelid
  WHERE c.contype = 'f' AND c.confdeltype IN ('a', 'r') AND t.relnamespace = current_schema()::regnamespace`;

export async function tableRules(client: pg.Client): Promise<TableRule[]> {
  const { rows } = await client.query<TableRule>(
    `${UNIQUE} UNION ALL ${CONSTRAINTS} UNION ALL ${REFERENCES} ORDER BY "table", rule`,
  );
  return rows.filter(({ table }) => table !== 'migrations');
}

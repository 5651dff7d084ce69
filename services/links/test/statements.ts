import type { DataSource } from 'typeorm';

export interface SeenStatement {
  text: string;
  values: unknown[];
}

const nothing = () => undefined;

/** What is sent to a database through TypeORM while `work` runs. */
export async function statementsOf(database: DataSource, work: () => Promise<unknown>): Promise<SeenStatement[]> {
  const seen: SeenStatement[] = [];
  const { logger } = database;
  database.logger = {
    logQuery: (text: string, values: unknown[] = []) => void seen.push({ text, values }),
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: nothing,
  };
  try {
    await work();
  } finally {
    database.logger = logger;
  }
  return seen;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

export interface Cost {
  /** Pages of 8 kB that it looked at. */
  pages: number;
  /** How it found rows: `Index Scan short_links_newest`, `Seq Scan short_links`. */
  scans: string[];
}

/** Runs a statement once more and tells what it cost. */
export async function costOf(database: DataSource, { text, values }: SeenStatement): Promise<Cost> {
  const [row]: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] = await database.query(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  if (!row) throw new Error('no plan');
  const { Plan } = row['QUERY PLAN'][0];
  return { pages: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], scans: scansOf(Plan) };
}

const scansOf = (node: PlanNode): string[] => [
  ...(node['Node Type'].includes('Scan')
    ? [`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

/** A statement that is sent often: each connection parses and plans it once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * SQLSTATEs of rules of ours, of the data, of locks and of statement_timeout, after which a server goes on: its word for
 * that, ERROR, may be in its own language.
 */
const UNDONE = /^(LK|21|22|23|40001|40P01|55P03|57014)/;

/** Whether the server told that it refused a statement: it has undone it then, and its connection is as good as before. */
export const isUndone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.severity === 'ERROR' || UNDONE.test(error.code ?? ''));

/**
 * Runs a statement as a transaction of its own, in one round trip. `first` runs once there is a connection, and `values` after it: where
 * one throws, nothing is sent.
 */
export async function runStatement<R>(
  database: DataSource,
  { name, text }: Statement,
  values: () => readonly unknown[],
  first: () => void = () => undefined,
): Promise<R[]> {
  const client = await connectionOf(poolOf(database));
  let sent = false;
  let broken = false;
  try {
    first();
    const given = [...values()];
    sent = true;
    const { rows } = await client.query<R & pg.QueryResultRow>({ name, text, values: given });
    return rows;
  } catch (error) {
    // What comes before it is sent leaves the connection as good as it was.
    broken = sent && !isUndone(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs a statement in the transaction of `manager`, or by itself where it has none. */
export async function queryNamed<R>(
  manager: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<R[]> {
  const { queryRunner } = manager;
  if (!queryRunner) return runStatement<R>(manager.connection, statement, () => values);
  const client = (await queryRunner.connect()) as pg.PoolClient;
  const { rows } = await client.query<R & pg.QueryResultRow>({ ...statement, values: [...values] });
  return rows;
}

// With a callback, as TypeORM asks: how long it takes is measured there (pool-metrics.ts).
const connectionOf = (pool: pg.Pool): Promise<pg.PoolClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => (client ? resolve(client) : reject(error)));
  });

/** TypeORM's own way to ask knows no names of statements. */
function poolOf(database: DataSource): pg.Pool {
  const { master } = database.driver as unknown as { master?: pg.Pool };
  if (!database.isInitialized || !master) throw new Error('DataSource is not initialized');
  return master;
}

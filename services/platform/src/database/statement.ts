import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

/** A statement that is sent often: each connection parses and plans it once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

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
    // What comes before it is sent, and what the server itself refuses, leaves the connection as good as it was.
    broken = sent && (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR');
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

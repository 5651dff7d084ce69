import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A statement that was sent to PostgreSQL; `name`: of a prepared one. */
export interface SentStatement {
  name: string | null;
  text: string;
  values: readonly unknown[];
  /** false: the process sent it meanwhile for itself, such as a look in the background. */
  ofWork: boolean;
}

/** What this process sends to PostgreSQL while `work` is done, by TypeORM or by itself. */
export async function sentStatements(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  const working = new AsyncLocalStorage<true>();
  client.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { name?: string; text: string; values?: unknown[] }, unknown[]?];
    const ofWork = working.getStore() ?? false;
    if (typeof first === 'string')
      sent.push({ name: null, text: first, values: Array.isArray(second) ? second : [], ofWork });
    else sent.push({ name: first.name ?? null, text: first.text, values: first.values ?? [], ofWork });
    return query.apply(this, args);
  };
  try {
    await working.run(true, work);
  } finally {
    client.query = query;
  }
  return sent;
}

import { expect } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { sql } from './identity.js';

type Statement = [query: string, parameters?: unknown[]];

/**
 * What becomes of `work`, which waits for what somebody else has locked by the first statement, and goes on when they have done the others
 * and committed. Fails where it waits for nothing.
 */
export async function overtaken<T>(
  running: RunningService,
  [locks, ...others]: [Statement, ...Statement[]],
  work: () => Promise<T>,
): Promise<T> {
  const somebody = running.get<DataSource>(DataSource).createQueryRunner();
  await somebody.startTransaction();
  try {
    await somebody.query(...locks);
    const working = work();
    await eventually(async () => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      expect(await sql(running, waiting)).not.toEqual([]);
    });
    for (const statement of others) await somebody.query(...statement);
    await somebody.commitTransaction();
    return await working;
  } finally {
    if (somebody.isTransactionActive) await somebody.rollbackTransaction();
    await somebody.release();
  }
}

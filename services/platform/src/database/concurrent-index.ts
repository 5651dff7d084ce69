import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while the table is written to. Only for a migration with `transaction = false`, which is begun anew after
 * it was interrupted: what is left then is an INVALID index of that name, which is never used and slows every write, so it
 * is dropped first. `definition` is what follows the name: `ON short_links (selected_domain_id, host, id)`.
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  name: string,
  definition: string,
  { unique = false } = {},
): Promise<void> {
  // It waits for transactions that began before it, and nobody waits for it: the limit on locks is not for this.
  await runner.query('SET lock_timeout = 0');
  try {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
    await runner.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY "${name}" ${definition}`);
  } finally {
    await runner.query('RESET lock_timeout');
  }
}

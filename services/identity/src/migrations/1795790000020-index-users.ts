import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comes with PostgreSQL's own extras; the owner of a database may add it, without being a superuser. */
const EXTENSION = 'pg_trgm';
/**
 * insufficient_privilege; undefined_object: somebody has put it where this role does not look; feature_not_supported: a managed server
 * has it and lets nobody add it.
 */
const NOT_TO_BE_HAD = ['42501', '42704', '0A000'];

const INDEXES = {
  users_created_at_idx: 'ON users (created_at, id) INCLUDE (email_lower, folded_name)',
  users_name_idx: 'ON users (folded_name, id) INCLUDE (email_lower)',
  users_not_active_idx: `ON users (status) WHERE status <> 'active'`,
  users_changed_idx: 'ON users (id) WHERE version > 1',
  profiles_plan_end_idx: `ON profiles (subscription_end_date) WHERE subscription_type = 'premium'`,
  profiles_premium_idx: `ON profiles (user_id) WHERE subscription_type = 'premium'`,
};

/**
 * Lists of accounts in each order, with what a search looks at beside it, and those few that a filter is mostly for. Parts of address and name are found by an index where the
 * server has pg_trgm; without it every account is looked at.
 */
export class IndexUsers1795790000020 implements MigrationInterface {
  readonly name = 'IndexUsers1795790000020';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) await createIndexConcurrently(runner, name, definition);
    const available: unknown[] = await runner.query('SELECT FROM pg_available_extensions WHERE name = $1', [EXTENSION]);
    if (available.length === 0) return;
    try {
      await runner.query(`CREATE EXTENSION IF NOT EXISTS ${EXTENSION}`);
      await createIndexConcurrently(
        runner,
        'users_search_idx',
        'ON users USING gin (email_lower gin_trgm_ops, folded_name gin_trgm_ops)',
      );
    } catch (error) {
      if (!NOT_TO_BE_HAD.includes(String((error as { code?: unknown }).code))) throw error;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS users_search_idx');
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}

import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Come with PostgreSQL's own extras; the owner of a database may add them, without being a superuser. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'];
/**
 * insufficient_privilege; undefined_object: somebody has put them where this role does not look; feature_not_supported: a managed
 * server has them and lets nobody add them.
 */
const NOT_TO_BE_HAD = ['42501', '42704', '0A000'];

/**
 * Lets a workspace's links be found by any part of code, destination or title. Where the server lacks the extensions there is no
 * index, and a search looks at the newest links alone (`SearchIndexRepository`); the README says how to add it later. What is written lies
 * in a list first, small enough that whoever has to sort it in is not held up.
 */
export class IndexSearch1795350000013 implements MigrationInterface {
  readonly name = 'IndexSearch1795350000013';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const available: unknown[] = await runner.query('SELECT FROM pg_available_extensions WHERE name = ANY($1)', [
      EXTENSIONS,
    ]);
    if (available.length < EXTENSIONS.length) return;
    try {
      for (const name of EXTENSIONS) await runner.query(`CREATE EXTENSION IF NOT EXISTS ${name}`);
      await createIndexConcurrently(
        runner,
        'short_links_search',
        `ON short_links USING gin (tenant_id, (short_code || E'\\n' || original_url || E'\\n' || title) gin_trgm_ops)
         WITH (gin_pending_list_limit = 1024) WHERE workspace_id IS NOT NULL`,
      );
    } catch (error) {
      if (!NOT_TO_BE_HAD.includes(String((error as { code?: unknown }).code))) throw error;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS short_links_search');
  }
}

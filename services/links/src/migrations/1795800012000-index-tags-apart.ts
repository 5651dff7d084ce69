import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = 'ON short_links USING gin (links_tag_keys(tenant_id, tags)) WITH (gin_pending_list_limit = 1024)';

/**
 * The index of tags says nothing more that the index of searches says, too: PostgreSQL never joins two indexes with one condition in common, and
 * looked through each link with a word, also those without the tag. Guests' links have no tags.
 */
export class IndexTagsApart1795800012000 implements MigrationInterface {
  readonly name = 'IndexTagsApart1795800012000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'short_links_tagged', `${COLUMNS} WHERE tags <> '{}'`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS short_links_by_tag');
  }

  async down(runner: QueryRunner): Promise<void> {
    const where = `tags <> '{}' AND workspace_id IS NOT NULL`;
    await createIndexConcurrently(runner, 'short_links_by_tag', `${COLUMNS} WHERE ${where}`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS short_links_tagged');
  }
}

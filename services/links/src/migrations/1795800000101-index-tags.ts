import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A workspace's links by their tags. The workspace is part of what is looked up: so it needs no extension, and nothing of others with the same tag is
 * read. Links without tags are not in it, and cost nothing. What is written lies in a list first, as in the index of searches.
 */
export class IndexTags1795800000101 implements MigrationInterface {
  readonly name = 'IndexTags1795800000101';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'short_links_by_tag',
      `ON short_links USING gin (links_tag_keys(tenant_id, tags))
       WITH (gin_pending_list_limit = 1024) WHERE tags <> '{}' AND workspace_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX short_links_by_tag');
  }
}

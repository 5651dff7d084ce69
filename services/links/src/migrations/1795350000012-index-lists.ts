import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A workspace's paused links, and its active ones, in the order of a list: three among ten million are found without the others. */
export class IndexLists1795350000012 implements MigrationInterface {
  readonly name = 'IndexLists1795350000012';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'short_links_by_status',
      'ON short_links (tenant_id, is_active, created_at DESC, id DESC)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX short_links_by_status');
  }
}

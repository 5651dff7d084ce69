import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the links of a renamed domain be walked in order, a batch at a time: those that stand under another host, and apart from
 * them those that were kept from one. The former release reads `short_links_domain`, which the next one may drop.
 */
export class IndexMoves1795350000001 implements MigrationInterface {
  readonly name = 'IndexMoves1795350000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'short_links_standing',
      'ON short_links (selected_domain_id, host, id) WHERE kept_from IS NULL',
    );
    await createIndexConcurrently(
      runner,
      'short_links_kept',
      'ON short_links (selected_domain_id, kept_from, id) WHERE kept_from IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX short_links_standing, short_links_kept');
  }
}

import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Guests' links in the order of their list, with what tells the expired ones apart, so that very many are looked through without reading
 * the links themselves; and those that end, in the order in which they do. Links of workspaces are in neither.
 */
export class IndexGuestLinks1795800011000 implements MigrationInterface {
  readonly name = 'IndexGuestLinks1795800011000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'short_links_guests',
      'ON short_links (created_at, id) INCLUDE (expires_at) WHERE workspace_id IS NULL',
    );
    await createIndexConcurrently(
      runner,
      'short_links_guests_by_expiry',
      'ON short_links (expires_at, id) WHERE workspace_id IS NULL AND expires_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX short_links_guests, short_links_guests_by_expiry');
  }
}

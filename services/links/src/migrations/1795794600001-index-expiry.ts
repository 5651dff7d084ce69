import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A workspace's links in the order in which they expire, for whoever wants those deleted that have. */
export class IndexExpiry1795794600001 implements MigrationInterface {
  readonly name = 'IndexExpiry1795794600001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'short_links_by_expiry',
      'ON short_links (tenant_id, expires_at) WHERE expires_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX short_links_by_expiry');
  }
}

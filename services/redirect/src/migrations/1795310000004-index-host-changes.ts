import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the hosts that changed since a moment. */
export class IndexHostChanges1795310000004 implements MigrationInterface {
  readonly name = 'IndexHostChanges1795310000004';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'hosts_changed_at', 'ON hosts (changed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX hosts_changed_at');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a part of a link's visitors is led to compare; null: nowhere. No row is written. */
export class AbTest1795800005000 implements MigrationInterface {
  readonly name = 'AbTest1795800005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links ADD COLUMN ab_test jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN ab_test');
  }
}

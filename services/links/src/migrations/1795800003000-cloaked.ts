import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People stay at the short link, which frames its destination. */
export class Cloaked1795800003000 implements MigrationInterface {
  readonly name = 'Cloaked1795800003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links ADD COLUMN is_cloaked boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN is_cloaked');
  }
}

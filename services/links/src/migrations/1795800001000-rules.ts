import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a link leads by rules. The default is a constant: no row is written. */
export class Rules1795800001000 implements MigrationInterface {
  readonly name = 'Rules1795800001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE short_links ADD COLUMN rules jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN rules');
  }
}

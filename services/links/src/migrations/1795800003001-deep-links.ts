import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The apps that a link opens. */
export class DeepLinks1795800003001 implements MigrationInterface {
  readonly name = 'DeepLinks1795800003001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE short_links ADD COLUMN deep_links jsonb NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN deep_links');
  }
}

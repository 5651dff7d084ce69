import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What visitors and previews are shown before the destination. */
export class PagesBefore1795800000001 implements MigrationInterface {
  readonly name = 'PagesBefore1795800000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE short_links ADD COLUMN countdown_seconds integer, ADD COLUMN custom_preview jsonb NOT NULL DEFAULT '{}'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN countdown_seconds, DROP COLUMN custom_preview');
  }
}

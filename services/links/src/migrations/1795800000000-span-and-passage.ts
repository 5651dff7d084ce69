import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when a link opens, where it leads once it is over, and what it passes on. The defaults are constants: no row is written. */
export class SpanAndPassage1795800000000 implements MigrationInterface {
  readonly name = 'SpanAndPassage1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE short_links ADD COLUMN starts_at timestamptz, ADD COLUMN fallback_url text,
         ADD COLUMN hide_referrer boolean NOT NULL DEFAULT false, ADD COLUMN query_passing text NOT NULL DEFAULT 'off'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE short_links DROP COLUMN starts_at, DROP COLUMN fallback_url, DROP COLUMN hide_referrer,
         DROP COLUMN query_passing`,
    );
  }
}

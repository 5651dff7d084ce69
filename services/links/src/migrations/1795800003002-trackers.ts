import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What counts visitors of a link beside Linkway. */
export class Trackers1795800003002 implements MigrationInterface {
  readonly name = 'Trackers1795800003002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE short_links ADD COLUMN trackers jsonb NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN trackers');
  }
}

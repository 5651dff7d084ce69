import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link that could not follow its domain remembers which host it was kept from, so that nobody has to try again all the time. */
export class RememberKeptLinks1795350000000 implements MigrationInterface {
  readonly name = 'RememberKeptLinks1795350000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links ADD COLUMN kept_from text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN kept_from');
  }
}

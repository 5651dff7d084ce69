import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a link leads by the country of its visitor, and by the system. The defaults are constants: no row is written. */
export class Targeting1795800000200 implements MigrationInterface {
  readonly name = 'Targeting1795800000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE short_links ADD COLUMN system_targeting jsonb NOT NULL DEFAULT '{}',
         ADD COLUMN location_targeting jsonb NOT NULL DEFAULT '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN system_targeting, DROP COLUMN location_targeting');
  }
}

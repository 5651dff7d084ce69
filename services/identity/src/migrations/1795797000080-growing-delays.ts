import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often in a row a counter of tries has come to its limit, and until when it stayed there the last time. */
export class GrowingDelays1795797000080 implements MigrationInterface {
  readonly name = 'GrowingDelays1795797000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attempts ADD COLUMN times_full integer NOT NULL DEFAULT 0, ADD COLUMN full_until timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts DROP COLUMN times_full, DROP COLUMN full_until');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The greatest cap of a link of which it was told that it is used up; null: of none. What was used up before is told with the next visit. */
export class TellLimits1795799000000 implements MigrationInterface {
  readonly name = 'TellLimits1795799000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE link_usage ADD COLUMN told_max integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE link_usage DROP COLUMN told_max');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Privacy mode: by what the owner of a workspace is known, whose own visits are not counted. */
export class OwnVisits1795797000070 implements MigrationInterface {
  readonly name = 'OwnVisits1795797000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces ADD COLUMN own_visits text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces DROP COLUMN own_visits');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MustChangePassword1795745000000 implements MigrationInterface {
  readonly name = 'MustChangePassword1795745000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN must_change_password');
  }
}

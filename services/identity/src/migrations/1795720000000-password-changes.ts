import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PasswordChanges1795720000000 implements MigrationInterface {
  readonly name = 'PasswordChanges1795720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN password_changes integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN password_changes');
  }
}

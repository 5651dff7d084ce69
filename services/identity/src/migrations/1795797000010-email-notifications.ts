import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EmailNotifications1795797000010 implements MigrationInterface {
  readonly name = 'EmailNotifications1795797000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings ADD COLUMN email_notifications boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings DROP COLUMN email_notifications');
  }
}

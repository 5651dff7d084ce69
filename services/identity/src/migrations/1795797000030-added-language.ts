import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddedLanguage1795797000030 implements MigrationInterface {
  readonly name = 'AddedLanguage1795797000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings ADD COLUMN added_language text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings DROP COLUMN added_language');
  }
}

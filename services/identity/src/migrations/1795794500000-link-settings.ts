import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LinkSettings1795794500000 implements MigrationInterface {
  readonly name = 'LinkSettings1795794500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE user_settings
        ADD COLUMN default_domain uuid,
        ADD COLUMN auto_delete_links_since timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings DROP COLUMN default_domain, DROP COLUMN auto_delete_links_since');
  }
}

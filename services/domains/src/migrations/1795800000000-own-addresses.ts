import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a domain itself, unknown codes and expired links on it lead. */
export class OwnAddresses1795800000000 implements MigrationInterface {
  readonly name = 'OwnAddresses1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE available_domains ADD COLUMN root_url text, ADD COLUMN not_found_url text, ADD COLUMN expired_url text',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE available_domains DROP COLUMN root_url, DROP COLUMN not_found_url, DROP COLUMN expired_url',
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a domain itself, unknown codes and expired links on it lead. */
export class OwnAddresses1795800000000 implements MigrationInterface {
  readonly name = 'OwnAddresses1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hosts ADD COLUMN addresses jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hosts DROP COLUMN addresses');
  }
}

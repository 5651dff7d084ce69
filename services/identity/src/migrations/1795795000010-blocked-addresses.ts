import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BlockedAddresses1795795000010 implements MigrationInterface {
  readonly name = 'BlockedAddresses1795795000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE blocked_addresses (
        id uuid NOT NULL,
        address text NOT NULL,
        reason text NOT NULL,
        expires_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT blocked_addresses_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE UNIQUE INDEX blocked_addresses_address_key ON blocked_addresses (address)');
    await runner.query('CREATE INDEX blocked_addresses_expires_at_idx ON blocked_addresses (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE blocked_addresses');
  }
}

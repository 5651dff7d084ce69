import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What providers of reputations said of addresses that links lead to, and when they are asked next. Of the links to one the last is known. */
export class AddressChecks1795800007003 implements MigrationInterface {
  readonly name = 'AddressChecks1795800007003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE address_checks (
        digest bytea PRIMARY KEY,
        url text NOT NULL,
        tenant_id uuid NOT NULL,
        link_id uuid NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        next_at timestamptz,
        checked_at timestamptz,
        entry_id uuid,
        used_at timestamptz NOT NULL DEFAULT now())`);
    await runner.query('CREATE INDEX address_checks_tenant ON address_checks (tenant_id)');
    await runner.query('CREATE INDEX address_checks_due ON address_checks (next_at) WHERE next_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE address_checks');
  }
}

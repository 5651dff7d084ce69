import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAvailableDomains1763600000000 implements MigrationInterface {
  name = 'CreateAvailableDomains1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE available_domains (
        id uuid NOT NULL,
        domain_name text NOT NULL,
        price integer NOT NULL DEFAULT 0,
        description text NOT NULL DEFAULT '',
        is_active boolean NOT NULL DEFAULT true,
        is_free boolean NOT NULL DEFAULT true,
        sort_order integer NOT NULL DEFAULT 999,
        configured_name text,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT available_domains_pkey PRIMARY KEY (id),
        CONSTRAINT available_domains_price_check CHECK (price >= 0),
        CONSTRAINT available_domains_free_check CHECK (price > 0 OR is_free),
        CONSTRAINT available_domains_name_check CHECK (domain_name = lower(domain_name))
      )`);
    await runner.query('CREATE UNIQUE INDEX available_domains_name_key ON available_domains (domain_name)');
    await runner.query(
      'CREATE UNIQUE INDEX available_domains_main_key ON available_domains (sort_order) WHERE sort_order = 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE available_domains');
  }
}

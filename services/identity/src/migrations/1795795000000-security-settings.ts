import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What administrators say in the security centre: one row, which is there from the start, so that every question may count on it. */
export class SecuritySettings1795795000000 implements MigrationInterface {
  readonly name = 'SecuritySettings1795795000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE security_settings (
        id integer NOT NULL DEFAULT 1,
        version integer NOT NULL DEFAULT 1,
        rate_limit_enabled boolean NOT NULL DEFAULT true,
        requests_per_minute integer NOT NULL DEFAULT 60,
        min_password_length integer NOT NULL DEFAULT 6,
        session_timeout integer NOT NULL DEFAULT 720,
        admin_two_factor_required boolean NOT NULL DEFAULT false,
        ip_whitelist_enabled boolean NOT NULL DEFAULT false,
        ip_whitelist text[] NOT NULL DEFAULT '{}',
        updated_at timestamptz,
        updated_by uuid,
        CONSTRAINT security_settings_pkey PRIMARY KEY (id),
        CONSTRAINT security_settings_id_check CHECK (id = 1)
      )`);
    await runner.query('INSERT INTO security_settings DEFAULT VALUES');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE security_settings');
  }
}

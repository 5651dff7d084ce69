import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TwoFactors1795780000000 implements MigrationInterface {
  readonly name = 'TwoFactors1795780000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE two_factors (
        user_id uuid NOT NULL,
        secret bytea NOT NULL,
        begun_at timestamptz NOT NULL DEFAULT now(),
        enabled_at timestamptz,
        last_used_step integer,
        CONSTRAINT two_factors_pkey PRIMARY KEY (user_id),
        CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX two_factors_begun_at_idx ON two_factors (begun_at) WHERE enabled_at IS NULL');
    await runner.query(`
      CREATE TABLE recovery_codes (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        digest bytea NOT NULL,
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (id),
        CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factors (user_id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_codes, two_factors');
  }
}

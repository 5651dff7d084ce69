import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GoogleAccounts1795793000000 implements MigrationInterface {
  readonly name = 'GoogleAccounts1795793000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE google_accounts (
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL,
        linked_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT google_accounts_pkey PRIMARY KEY (issuer, subject),
        CONSTRAINT google_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX google_accounts_user_id_idx ON google_accounts (user_id)');
    await runner.query(`
      CREATE TABLE google_sign_ins (
        ticket_hash bytea NOT NULL,
        nonce_hash bytea NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        email text,
        full_name text,
        terms_accepted boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        CONSTRAINT google_sign_ins_pkey PRIMARY KEY (ticket_hash)
      )`);
    await runner.query('CREATE UNIQUE INDEX google_sign_ins_nonce_hash_key ON google_sign_ins (nonce_hash)');
    await runner.query('CREATE INDEX google_sign_ins_expires_at_idx ON google_sign_ins (expires_at)');
    // Whoever signs in with Google alone has none.
    await runner.query('ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ALTER COLUMN password_hash SET NOT NULL');
    await runner.query('DROP TABLE google_sign_ins, google_accounts');
  }
}

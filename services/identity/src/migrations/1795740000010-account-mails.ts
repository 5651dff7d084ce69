import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What accounts need of mail: whether an address is confirmed, the links that are sent to it, and what is to be sent. */
export class AccountMails1795740000010 implements MigrationInterface {
  readonly name = 'AccountMails1795740000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN email_verified_at timestamptz, ADD COLUMN language text');
    // Their addresses were given by whoever set the service up.
    await runner.query(`UPDATE users SET email_verified_at = created_at WHERE role = 'admin'`);
    await runner.query(`
      CREATE TABLE account_links (
        token_hash bytea NOT NULL,
        purpose text NOT NULL,
        user_id uuid NOT NULL,
        email_lower text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        CONSTRAINT account_links_pkey PRIMARY KEY (token_hash),
        CONSTRAINT account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT account_links_purpose_check CHECK (purpose IN ('confirm_email', 'reset_password'))
      )`);
    await runner.query('CREATE INDEX account_links_user_id_idx ON account_links (user_id, purpose)');
    await runner.query('CREATE INDEX account_links_expires_at_idx ON account_links (expires_at)');
    await runner.query(`
      CREATE TABLE mail_requests (
        id uuid NOT NULL,
        purpose text NOT NULL,
        email_lower text NOT NULL,
        language text,
        until timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT mail_requests_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX mail_requests_attempts_idx ON mail_requests (attempts, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_requests, account_links');
    await runner.query('ALTER TABLE users DROP COLUMN email_verified_at, DROP COLUMN language');
  }
}

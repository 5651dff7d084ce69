import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1763600000000 implements MigrationInterface {
  name = 'CreateAccounts1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid NOT NULL,
        email text NOT NULL,
        email_lower text NOT NULL,
        full_name text NOT NULL,
        password_hash text NOT NULL,
        role text NOT NULL DEFAULT 'user',
        status text NOT NULL DEFAULT 'active',
        workspace_id uuid NOT NULL,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_pkey PRIMARY KEY (id),
        CONSTRAINT users_role_check CHECK (role IN ('user', 'admin')),
        CONSTRAINT users_status_check CHECK (status IN ('active', 'disabled'))
      )`);
    await runner.query('CREATE UNIQUE INDEX users_email_lower_key ON users (email_lower)');
    await runner.query(`CREATE INDEX users_admin_idx ON users (role) WHERE role = 'admin'`);
    await runner.query(`
      CREATE TABLE profiles (
        user_id uuid NOT NULL,
        subscription_type text NOT NULL DEFAULT 'basic',
        subscription_end_date timestamptz,
        monthly_links_limit integer NOT NULL DEFAULT 50,
        timezone text NOT NULL DEFAULT 'Asia/Ho_Chi_Minh',
        phone text,
        avatar_url text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT profiles_pkey PRIMARY KEY (user_id),
        CONSTRAINT profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT profiles_subscription_type_check CHECK (subscription_type IN ('basic', 'premium')),
        CONSTRAINT profiles_monthly_links_limit_check CHECK (monthly_links_limit >= 0)
      )`);
    await runner.query(`
      CREATE TABLE sessions (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        token_hash bytea NOT NULL,
        ip text NOT NULL,
        user_agent text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        CONSTRAINT sessions_pkey PRIMARY KEY (id),
        CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE UNIQUE INDEX sessions_token_hash_key ON sessions (token_hash)');
    await runner.query('CREATE INDEX sessions_user_id_idx ON sessions (user_id)');
    await runner.query('CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)');
    await runner.query(`
      CREATE TABLE attempts (
        key text NOT NULL,
        count integer NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT attempts_pkey PRIMARY KEY (key)
      )`);
    await runner.query('CREATE INDEX attempts_expires_at_idx ON attempts (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attempts, sessions, profiles, users');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ApiKeys1795791000000 implements MigrationInterface {
  readonly name = 'ApiKeys1795791000000';

  async up(runner: QueryRunner): Promise<void> {
    // Each use writes its row anew: with room beside it, and no index on what it writes, the indexes stay as they are.
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        key_name text NOT NULL,
        key_hash bytea NOT NULL,
        last_characters text NOT NULL,
        permissions text[] NOT NULL,
        is_active boolean NOT NULL DEFAULT true,
        expires_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz,
        window_began_at timestamptz,
        window_used integer NOT NULL DEFAULT 0,
        CONSTRAINT api_keys_pkey PRIMARY KEY (id),
        CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT api_keys_permissions_check CHECK (permissions <@ ARRAY['read', 'write']::text[])
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE UNIQUE INDEX api_keys_key_hash_key ON api_keys (key_hash)');
    await runner.query('CREATE INDEX api_keys_user_id_idx ON api_keys (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}

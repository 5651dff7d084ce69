import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ApiKeyRequests1795797000170 implements MigrationInterface {
  readonly name = 'ApiKeyRequests1795797000170';

  // No reference to the key: one that was deleted since was made all the same.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_key_requests (
        user_id uuid NOT NULL,
        key text NOT NULL,
        request_hash text NOT NULL,
        api_key_id uuid NOT NULL,
        key_name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT api_key_requests_pkey PRIMARY KEY (user_id, key),
        CONSTRAINT api_key_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX api_key_requests_created_at_idx ON api_key_requests (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key_requests');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRedirect1763600000000 implements MigrationInterface {
  readonly name = 'CreateRedirect1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE routes (
      code text COLLATE "C" NOT NULL,
      host text COLLATE "C" NOT NULL,
      version integer NOT NULL,
      deleted boolean NOT NULL DEFAULT false,
      link_id uuid,
      workspace_id uuid,
      domain_name text,
      original_url text,
      is_active boolean,
      password_hash text,
      expires_at timestamptz,
      max_clicks integer,
      device_targeting jsonb,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (code, host),
      CHECK (deleted OR (link_id IS NOT NULL AND original_url IS NOT NULL AND is_active IS NOT NULL))
    )`);
    await runner.query(`CREATE TABLE hosts (
      domain_id uuid PRIMARY KEY,
      host text COLLATE "C" NOT NULL,
      domain_name text NOT NULL,
      is_active boolean NOT NULL,
      version integer NOT NULL
    )`);
    await runner.query(`CREATE TABLE link_usage (
      link_id uuid PRIMARY KEY,
      used integer NOT NULL CHECK (used >= 0)
    )`);
    await runner.query(`CREATE TABLE password_attempts (
      link_id uuid NOT NULL,
      visitor text COLLATE "C" NOT NULL,
      attempts integer NOT NULL,
      resets_at timestamptz NOT NULL,
      PRIMARY KEY (link_id, visitor)
    )`);
    await runner.query('CREATE INDEX password_attempts_resets_at ON password_attempts (resets_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['password_attempts', 'link_usage', 'hosts', 'routes'])
      await runner.query(`DROP TABLE ${table}`);
  }
}

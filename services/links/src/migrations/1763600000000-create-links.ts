import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLinks1763600000000 implements MigrationInterface {
  readonly name = 'CreateLinks1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE short_links (
        tenant_id uuid NOT NULL,
        id uuid NOT NULL,
        workspace_id uuid,
        user_id uuid,
        original_url text NOT NULL,
        host text NOT NULL,
        short_code text NOT NULL,
        selected_domain_id uuid,
        title text NOT NULL,
        description text NOT NULL,
        password_hash text,
        expires_at timestamptz(3),
        max_clicks integer CHECK (max_clicks > 0),
        device_id text,
        device_targeting jsonb NOT NULL,
        is_active boolean NOT NULL,
        version integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (tenant_id, id),
        CHECK (tenant_id = coalesce(workspace_id, id))
      )`);
    await runner.query(`CREATE INDEX short_links_newest ON short_links (tenant_id, created_at DESC, id DESC)`);
    await runner.query(`CREATE INDEX short_links_domain ON short_links (selected_domain_id, host)`);
    // The code comes first, for the redirect asks for every host of a code.
    await runner.query(`
      CREATE TABLE codes (
        code text NOT NULL,
        host text NOT NULL,
        workspace_id uuid,
        link_id uuid NOT NULL,
        is_live boolean NOT NULL,
        version integer NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (code, host)
      )`);
    await runner.query(`
      CREATE TABLE domains (
        id uuid PRIMARY KEY,
        domain_name text NOT NULL,
        is_active boolean NOT NULL,
        is_free boolean NOT NULL,
        sort_order integer NOT NULL,
        version integer NOT NULL
      )`);
    await runner.query(`CREATE INDEX domains_name ON domains (lower(domain_name))`);
    await runner.query(`
      CREATE TABLE workspaces (
        workspace_id uuid PRIMARY KEY,
        monthly_links_limit integer NOT NULL,
        version integer NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE quota_usage (
        workspace_id uuid NOT NULL,
        month text NOT NULL,
        used integer NOT NULL,
        PRIMARY KEY (workspace_id, month)
      )`);
    await runner.query(`
      CREATE TABLE guest_usage (
        key text NOT NULL,
        day text NOT NULL,
        used integer NOT NULL,
        PRIMARY KEY (key, day)
      )`);
    await runner.query(`CREATE INDEX guest_usage_day ON guest_usage (day)`);
    await runner.query(`
      CREATE TABLE idempotency_keys (
        scope text NOT NULL,
        key text NOT NULL,
        request_hash text NOT NULL,
        password_hash text,
        reply jsonb,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (scope, key)
      )`);
    await runner.query(`CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE short_links, codes, domains, workspaces, quota_usage, guest_usage, idempotency_keys`,
    );
  }
}

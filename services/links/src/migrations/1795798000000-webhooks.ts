import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Webhooks of customers, and what is sent to them. A delivery is noted by a trigger on the outbox: with the change that it tells of, whoever makes
 * that change, be it a process of the former release. It refers to no webhook by a key, as a webhook that is deleted at that moment must not undo the change.
 */
export class Webhooks1795798000000 implements MigrationInterface {
  readonly name = 'Webhooks1795798000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces ADD COLUMN subscription_type text');
    await runner.query(`
      CREATE TABLE webhooks (
        id uuid NOT NULL,
        workspace_id uuid NOT NULL,
        user_id uuid NOT NULL,
        url text NOT NULL,
        description text NOT NULL,
        events text[] NOT NULL,
        secret bytea NOT NULL,
        former_secret bytea,
        former_secret_until timestamptz,
        is_active boolean NOT NULL DEFAULT true,
        disabled_reason text,
        disabled_at timestamptz,
        notice_due boolean NOT NULL DEFAULT false,
        failing_since timestamptz,
        dropped_count integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT webhooks_pkey PRIMARY KEY (workspace_id, id)
      )`);
    await runner.query('CREATE UNIQUE INDEX webhooks_id ON webhooks (id)');
    await runner.query('CREATE INDEX webhooks_notices ON webhooks (id) WHERE notice_due');
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        workspace_id uuid NOT NULL,
        event text NOT NULL,
        event_id uuid NOT NULL,
        occurred_at timestamptz NOT NULL,
        source jsonb NOT NULL,
        state text NOT NULL DEFAULT 'pending',
        attempts integer NOT NULL DEFAULT 0,
        step integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        last_attempt_at timestamptz,
        response_status integer,
        response_ms integer,
        response_excerpt text,
        error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, event_id)');
    await runner.query('CREATE INDEX webhook_deliveries_list ON webhook_deliveries (webhook_id, created_at, id)');
    await runner.query('CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at)');
    await runner.query(
      `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending'`,
    );
    await runner.query(`
      CREATE FUNCTION webhooks_note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM webhooks) OR current_setting('linkway.told_again', true) = 'on' THEN RETURN NULL; END IF;
        INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source)
        SELECT gen_random_uuid(), webhooks.id, webhooks.workspace_id, given.event, given.id,
          (given.envelope ->> 'occurred_at')::timestamptz, (given.envelope -> 'data') #- '{route,password_hash}'
        FROM (
          SELECT told.id, told.envelope,
            CASE told.envelope ->> 'type'
              WHEN 'evt.links.link-created.v1' THEN 'link.created'
              WHEN 'evt.links.link-updated.v1' THEN 'link.updated'
              WHEN 'evt.links.link-deleted.v1' THEN 'link.deleted' END AS event,
            coalesce(told.envelope #>> '{data,route,workspace_id}', told.envelope #>> '{data,workspace_id}')::uuid AS workspace_id
          FROM told) AS given
        JOIN webhooks ON webhooks.workspace_id = given.workspace_id AND webhooks.is_active AND given.event = ANY (webhooks.events)
        JOIN workspaces ON workspaces.workspace_id = given.workspace_id AND workspaces.subscription_type = 'premium'
        ON CONFLICT (webhook_id, event_id) DO NOTHING;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER webhooks_note AFTER INSERT ON outbox REFERENCING NEW TABLE AS told
      FOR EACH STATEMENT EXECUTE FUNCTION webhooks_note()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER webhooks_note ON outbox');
    await runner.query('DROP FUNCTION webhooks_note');
    await runner.query('DROP TABLE webhook_deliveries');
    await runner.query('DROP TABLE webhooks');
    await runner.query('ALTER TABLE workspaces DROP COLUMN subscription_type');
  }
}

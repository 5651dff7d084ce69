import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Webhooks that are told of clicks: how many were listed and skipped, and how far the streams of clicks were read for them. And the limit of links of a
 * month, which is told to webhooks with the notification of it: once for each month and limit, whatever number of processes notice it.
 */
export class TellClicksAndLimits1795799000002 implements MigrationInterface {
  readonly name = 'TellClicksAndLimits1795799000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks
        ADD COLUMN bot_clicks boolean NOT NULL DEFAULT false,
        ADD COLUMN clicks_hour timestamptz,
        ADD COLUMN clicks_listed integer NOT NULL DEFAULT 0,
        ADD COLUMN clicks_skipped integer NOT NULL DEFAULT 0,
        ADD COLUMN clicks_skipped_since timestamptz,
        ADD COLUMN clicks_counted_at timestamptz`);
    await runner.query(
      `CREATE INDEX webhooks_of_clicks ON webhooks (workspace_id) WHERE is_active AND events @> '{link.clicked}'`,
    );
    await runner.query('CREATE INDEX webhooks_skipping ON webhooks (id) WHERE clicks_skipped > 0');
    await runner.query(`
      CREATE TABLE webhook_click_positions (
        stream text NOT NULL,
        made_at text NOT NULL,
        position bigint NOT NULL,
        holder uuid,
        held_until timestamptz NOT NULL DEFAULT '-infinity',
        CONSTRAINT webhook_click_positions_pkey PRIMARY KEY (stream)
      )`);
    await runner.query(noteFunction(LIMIT));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteFunction(NONE));
    await runner.query('DROP TABLE webhook_click_positions');
    await runner.query('DROP INDEX webhooks_skipping');
    await runner.query('DROP INDEX webhooks_of_clicks');
    await runner.query(`
      ALTER TABLE webhooks DROP COLUMN bot_clicks, DROP COLUMN clicks_hour, DROP COLUMN clicks_listed, DROP COLUMN clicks_skipped,
        DROP COLUMN clicks_skipped_since, DROP COLUMN clicks_counted_at`);
  }
}

const NONE = { id: 'told.id', event: '' };
const LIMIT = {
  // Each process that notices it tells of it, under the same key.
  id: `CASE WHEN told.envelope #>> '{data,notification}' = 'monthly_limit_reached'
        THEN md5((told.envelope #>> '{data,workspace_id}') || ' ' || (told.envelope #>> '{data,key}'))::uuid ELSE told.id END AS id`,
  event: `WHEN 'evt.links.notification-due.v1' THEN
            CASE WHEN told.envelope #>> '{data,notification}' = 'monthly_limit_reached' THEN 'link.limit_reached' END`,
};

const noteFunction = ({ id, event }: typeof LIMIT): string => `
  CREATE OR REPLACE FUNCTION webhooks_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM webhooks) OR current_setting('linkway.told_again', true) = 'on' THEN RETURN NULL; END IF;
    INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source)
    SELECT gen_random_uuid(), webhooks.id, webhooks.workspace_id, given.event, given.id,
      (given.envelope ->> 'occurred_at')::timestamptz, (given.envelope -> 'data') #- '{route,password_hash}'
    FROM (
      SELECT ${id}, told.envelope,
        CASE told.envelope ->> 'type'
          WHEN 'evt.links.link-created.v1' THEN 'link.created'
          WHEN 'evt.links.link-updated.v1' THEN 'link.updated'
          WHEN 'evt.links.link-deleted.v1' THEN 'link.deleted'
          ${event} END AS event,
        coalesce(told.envelope #>> '{data,route,workspace_id}', told.envelope #>> '{data,workspace_id}')::uuid AS workspace_id
      FROM told) AS given
    JOIN webhooks ON webhooks.workspace_id = given.workspace_id AND webhooks.is_active AND given.event = ANY (webhooks.events)
    JOIN workspaces ON workspaces.workspace_id = given.workspace_id AND workspaces.subscription_type = 'premium'
    ON CONFLICT (webhook_id, event_id) DO NOTHING;
    RETURN NULL;
  END $$`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * That the links of a month are used up is noted as it is sent, so that a process of the former release, which sends what it does not know as it was noted,
 * sends the same.
 */
export class NoteLimitsAsSent1795799000011 implements MigrationInterface {
  readonly name = 'NoteLimitsAsSent1795799000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(noteFunction(AS_SENT));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteFunction(AS_TOLD));
  }
}

const AS_TOLD = `(given.envelope -> 'data') #- '{route,password_hash}'`;
const AS_SENT = `CASE WHEN given.event = 'link.limit_reached'
        THEN jsonb_build_object('limit', 'monthly_links', 'value', (given.envelope #>> '{data,variables,limit}')::numeric, 'link', NULL)
        ELSE ${AS_TOLD} END`;

const noteFunction = (source: string): string => `
  CREATE OR REPLACE FUNCTION webhooks_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM webhooks) OR current_setting('linkway.told_again', true) = 'on' THEN RETURN NULL; END IF;
    INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source)
    SELECT gen_random_uuid(), webhooks.id, webhooks.workspace_id, given.event, given.id,
      (given.envelope ->> 'occurred_at')::timestamptz, ${source}
    FROM (
      SELECT
        CASE WHEN told.envelope #>> '{data,notification}' = 'monthly_limit_reached'
          THEN md5((told.envelope #>> '{data,workspace_id}') || ' ' || (told.envelope #>> '{data,key}'))::uuid ELSE told.id END AS id,
        told.envelope,
        CASE told.envelope ->> 'type'
          WHEN 'evt.links.link-created.v1' THEN 'link.created'
          WHEN 'evt.links.link-updated.v1' THEN 'link.updated'
          WHEN 'evt.links.link-deleted.v1' THEN 'link.deleted'
          WHEN 'evt.links.notification-due.v1' THEN
            CASE WHEN told.envelope #>> '{data,notification}' = 'monthly_limit_reached' THEN 'link.limit_reached' END END AS event,
        coalesce(told.envelope #>> '{data,route,workspace_id}', told.envelope #>> '{data,workspace_id}')::uuid AS workspace_id
      FROM told) AS given
    JOIN webhooks ON webhooks.workspace_id = given.workspace_id AND webhooks.is_active AND given.event = ANY (webhooks.events)
    JOIN workspaces ON workspaces.workspace_id = given.workspace_id AND workspaces.subscription_type = 'premium'
    ON CONFLICT (webhook_id, event_id) DO NOTHING;
    RETURN NULL;
  END $$`;

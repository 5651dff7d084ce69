import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A document holds neither the key, the ids and the destination, which columns beside it hold, nor fields that are null: of ten million links that is
 * more than three gigabytes. Its version stays, by which the trigger tells a new document from an old one. So the next release keeps the column
 * `original_url`. Documents that were there before become shorter with their next change.
 */
export class StripRouteDocuments1795803000000 implements MigrationInterface {
  readonly name = 'StripRouteDocuments1795803000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(triggerFunction(STRIPPED));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(triggerFunction({ strip: '', ofFormer: '' }));
    // The documents are whole again.
    await runner.query(`UPDATE routes SET route = jsonb_build_object(
        'link_id', link_id, 'workspace_id', workspace_id, 'host', host, 'code', code, 'original_url', original_url, 'domain_name', null,
        'password_hash', null, 'max_clicks', null, 'expires_at', null, 'device_targeting', null) || route
      WHERE NOT deleted`);
  }
}

const COLUMNS = [
  'version',
  'domain_name',
  'is_active',
  'password_hash',
  'expires_at',
  'max_clicks',
  'device_targeting',
];
const of = (row: string): string => COLUMNS.map((column) => `${row}.${column}`).join(', ');

const STRIPPED = {
  strip: `NEW.route := jsonb_strip_nulls(NEW.route) - ARRAY['link_id', 'workspace_id', 'host', 'code', 'original_url'];`,
  // Where nothing else changed than what it does not hold, the document is as true as before.
  ofFormer: `AND (${of('NEW')}) IS DISTINCT FROM (${of('OLD')})`,
};

const triggerFunction = ({ strip, ofFormer }: { strip: string; ofFormer: string }): string => `
  CREATE OR REPLACE FUNCTION routes_in_both_forms() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    -- Told by a process of the former release, which reads whole documents and knows of no column for the destination.
    whole boolean := false;
  BEGIN
    IF NEW.deleted THEN
      NEW.route := NULL;
      NEW.domain_name := NULL;
      NEW.original_url := NULL;
      NEW.is_active := NULL;
      NEW.password_hash := NULL;
      NEW.expires_at := NULL;
      NEW.max_clicks := NULL;
      NEW.device_targeting := NULL;
    ELSIF NEW.route IS NULL OR (TG_OP = 'UPDATE' AND NEW.route IS NOT DISTINCT FROM OLD.route ${ofFormer}) THEN
      NEW.route := jsonb_build_object(
        'link_id', NEW.link_id, 'workspace_id', NEW.workspace_id, 'host', NEW.host, 'code', NEW.code,
        'domain_name', NEW.domain_name, 'original_url', NEW.original_url, 'is_active', NEW.is_active,
        'password_hash', NEW.password_hash, 'max_clicks', NEW.max_clicks,
        'expires_at', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'device_targeting', NEW.device_targeting, 'version', NEW.version);
    ELSE
      NEW.domain_name := NEW.route ->> 'domain_name';
      whole := NEW.route ? 'original_url' AND (TG_OP = 'UPDATE' OR NEW.original_url IS NULL);
      -- The row that was to be inserted comes here once more, without it, where it changes one that is there.
      NEW.original_url := coalesce(NEW.route ->> 'original_url', NEW.original_url);
      NEW.is_active := (NEW.route ->> 'is_active')::boolean;
      NEW.password_hash := NEW.route ->> 'password_hash';
      NEW.expires_at := (NEW.route ->> 'expires_at')::timestamptz;
      NEW.max_clicks := (NEW.route ->> 'max_clicks')::integer;
      NEW.device_targeting := nullif(NEW.route -> 'device_targeting', 'null'::jsonb);
    END IF;
    ${strip && `IF NOT whole THEN ${strip} END IF;`}
    RETURN NEW;
  END $$`;

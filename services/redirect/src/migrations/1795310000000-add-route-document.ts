import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A route as one document, whose fields only the code knows. The former release reads and writes the columns that it
 * takes the place of: while both releases run, the trigger keeps both forms true, whichever was written. The next release
 * drops the trigger and those columns (`domain_name`, `original_url`, `is_active`, `password_hash`, `expires_at`,
 * `max_clicks`, `device_targeting`).
 */
export class AddRouteDocument1795310000000 implements MigrationInterface {
  readonly name = 'AddRouteDocument1795310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE routes ADD COLUMN route jsonb');
    await runner.query(`
      CREATE FUNCTION routes_in_both_forms() RETURNS trigger LANGUAGE plpgsql AS $$
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
        ELSIF NEW.route IS NULL OR (TG_OP = 'UPDATE' AND NEW.route IS NOT DISTINCT FROM OLD.route) THEN
          NEW.route := jsonb_build_object(
            'link_id', NEW.link_id, 'workspace_id', NEW.workspace_id, 'host', NEW.host, 'code', NEW.code,
            'domain_name', NEW.domain_name, 'original_url', NEW.original_url, 'is_active', NEW.is_active,
            'password_hash', NEW.password_hash, 'max_clicks', NEW.max_clicks,
            'expires_at', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'device_targeting', NEW.device_targeting, 'version', NEW.version);
        ELSE
          NEW.domain_name := NEW.route ->> 'domain_name';
          NEW.original_url := NEW.route ->> 'original_url';
          NEW.is_active := (NEW.route ->> 'is_active')::boolean;
          NEW.password_hash := NEW.route ->> 'password_hash';
          NEW.expires_at := (NEW.route ->> 'expires_at')::timestamptz;
          NEW.max_clicks := (NEW.route ->> 'max_clicks')::integer;
          NEW.device_targeting := nullif(NEW.route -> 'device_targeting', 'null'::jsonb);
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`CREATE TRIGGER routes_in_both_forms BEFORE INSERT OR UPDATE ON routes
      FOR EACH ROW EXECUTE FUNCTION routes_in_both_forms()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER routes_in_both_forms ON routes');
    await runner.query('DROP FUNCTION routes_in_both_forms');
    await runner.query('ALTER TABLE routes DROP COLUMN route');
  }
}

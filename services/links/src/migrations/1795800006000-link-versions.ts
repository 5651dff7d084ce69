import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was changed of members' links, by a trigger: in the statement that changes a link, whoever sends it, be it a process of the former release.
 * A new link writes nothing: its first version is what the oldest change found. `changed` has what became different by column, as it was and
 * as it is; of a column that ends in `_hash`, which is a secret, whether there was one. All columns but those named here are the owner's to see.
 * Who did it stands in a setting of the transaction; without it Linkway did. What nobody has any more leaves with its link.
 */
export class LinkVersions1795800006000 implements MigrationInterface {
  readonly name = 'LinkVersions1795800006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE link_versions (
        workspace_id uuid NOT NULL,
        link_id uuid NOT NULL,
        number integer NOT NULL,
        at timestamptz(3) NOT NULL,
        done_by jsonb,
        changed jsonb NOT NULL,
        former_version integer NOT NULL,
        PRIMARY KEY (workspace_id, link_id, number)
      )`);
    // Of links with more changes than are kept in any case, which are few.
    await runner.query('CREATE INDEX link_versions_many ON link_versions (workspace_id, link_id) WHERE number > 200');
    await runner.query(`
      CREATE FUNCTION links_note_version() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        differences jsonb;
      BEGIN
        SELECT jsonb_object_agg(former.key, CASE
          WHEN former.key LIKE '%\\_hash' THEN jsonb_build_array(former.value <> 'null', present.value <> 'null')
          ELSE jsonb_build_array(former.value, present.value) END)
        INTO differences
        FROM jsonb_each(to_jsonb(OLD) - ARRAY['tenant_id', 'id', 'workspace_id', 'user_id', 'device_id', 'kept_from', 'quarantine', 'version', 'created_at',
          'updated_at']) AS former
        JOIN jsonb_each(to_jsonb(NEW)) AS present ON present.key = former.key
        WHERE present.value <> former.value;
        IF differences IS NULL THEN
          RETURN NULL;
        END IF;
        -- The row of the link is locked, so no other change of it counts at this moment.
        INSERT INTO link_versions (workspace_id, link_id, number, at, done_by, changed, former_version)
        SELECT NEW.workspace_id, NEW.id, coalesce(max(number), 1) + 1, now(),
          nullif(current_setting('linkway.changed_by', true), '')::jsonb, differences, OLD.version
        FROM link_versions WHERE workspace_id = NEW.workspace_id AND link_id = NEW.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER short_links_version AFTER UPDATE ON short_links
      FOR EACH ROW WHEN (NEW.workspace_id IS NOT NULL) EXECUTE FUNCTION links_note_version()`);
    await runner.query(`
      CREATE FUNCTION links_forget_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM link_versions WHERE workspace_id = OLD.workspace_id AND link_id = OLD.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER short_links_forgotten AFTER DELETE ON short_links
      FOR EACH ROW WHEN (OLD.workspace_id IS NOT NULL) EXECUTE FUNCTION links_forget_versions()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER short_links_forgotten ON short_links');
    await runner.query('DROP FUNCTION links_forget_versions()');
    await runner.query('DROP TRIGGER short_links_version ON short_links');
    await runner.query('DROP FUNCTION links_note_version()');
    await runner.query('DROP TABLE link_versions');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tags of links, and how many links of a workspace have each: kept by triggers as the number of its links is, in the statement that makes,
 * changes or deletes a link, so that the most used of a million links are read from an index. A link without tags, as most are, starts none.
 * Whoever changes tags has the workspace's row of `link_counts` first, as who makes or deletes a link has it by then: rows of tags are
 * never waited for in two orders. A tag is kept as its first link spelled it, for as long as a link has it.
 */
export class LinkTags1795800000100 implements MigrationInterface {
  readonly name = 'LinkTags1795800000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE short_links ADD COLUMN tags text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`
      CREATE TABLE link_tags (workspace_id uuid, key text, tag text NOT NULL, links bigint NOT NULL, PRIMARY KEY (workspace_id, key))`);
    await runner.query('CREATE INDEX link_tags_most_used ON link_tags (workspace_id, links DESC, key)');
    await runner.query(`
      CREATE FUNCTION links_count_tags() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          PERFORM FROM link_counts WHERE workspace_id = NEW.workspace_id FOR NO KEY UPDATE;
        END IF;
        IF TG_OP <> 'INSERT' THEN
          UPDATE link_tags SET links = links - 1
          WHERE workspace_id = OLD.workspace_id AND key = ANY (ARRAY(SELECT lower(tag) FROM unnest(OLD.tags) AS tag));
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO link_tags AS known (workspace_id, key, tag, links)
          SELECT DISTINCT ON (lower(tag)) NEW.workspace_id, lower(tag), tag, 1 FROM unnest(NEW.tags) AS tag
          ON CONFLICT (workspace_id, key) DO UPDATE SET links = known.links + 1,
            tag = CASE known.links WHEN 0 THEN EXCLUDED.tag ELSE known.tag END;
        END IF;
        IF TG_OP = 'INSERT' THEN
          RETURN NEW;
        END IF;
        DELETE FROM link_tags WHERE workspace_id = OLD.workspace_id AND links = 0
          AND key = ANY (ARRAY(SELECT lower(tag) FROM unnest(OLD.tags) AS tag));
        IF TG_OP = 'DELETE' THEN
          RETURN OLD;
        END IF;
        RETURN NEW;
      END $$`);
    // By their names they come after those that count links.
    await runner.query(`
      CREATE TRIGGER short_links_tagged BEFORE INSERT ON short_links
      FOR EACH ROW WHEN (NEW.workspace_id IS NOT NULL AND NEW.tags <> '{}') EXECUTE FUNCTION links_count_tags()`);
    await runner.query(`
      CREATE TRIGGER short_links_retagged BEFORE UPDATE ON short_links
      FOR EACH ROW WHEN (NEW.workspace_id IS NOT NULL AND NEW.tags <> OLD.tags) EXECUTE FUNCTION links_count_tags()`);
    await runner.query(`
      CREATE TRIGGER short_links_untagged BEFORE DELETE ON short_links
      FOR EACH ROW WHEN (OLD.workspace_id IS NOT NULL AND OLD.tags <> '{}') EXECUTE FUNCTION links_count_tags()`);
    await runner.query(`
      CREATE FUNCTION links_tag_keys(workspace uuid, tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg(workspace::text || ' ' || lower(tag)) FROM unnest(tags) AS tag
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION links_tag_keys(uuid, text[])');
    for (const trigger of ['tagged', 'retagged', 'untagged']) {
      await runner.query(`DROP TRIGGER short_links_${trigger} ON short_links`);
    }
    await runner.query('DROP FUNCTION links_count_tags()');
    await runner.query('DROP TABLE link_tags');
    await runner.query('ALTER TABLE short_links DROP COLUMN tags');
  }
}

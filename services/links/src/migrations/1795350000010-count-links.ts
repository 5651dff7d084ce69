import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many links a workspace has, kept with every link that is made or deleted, by whatever release. Before the link's own row, so
 * that counters are locked in one order: an `AFTER` trigger would come behind the rest of the statement that makes a link.
 */
export class CountLinks1795350000010 implements MigrationInterface {
  readonly name = 'CountLinks1795350000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE link_counts (workspace_id uuid PRIMARY KEY, links bigint NOT NULL)');
    await runner.query(`
      CREATE FUNCTION links_count() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO link_counts AS known (workspace_id, links) VALUES (NEW.workspace_id, 1)
          ON CONFLICT (workspace_id) DO UPDATE SET links = known.links + 1;
          RETURN NEW;
        END IF;
        UPDATE link_counts SET links = links - 1 WHERE workspace_id = OLD.workspace_id;
        RETURN OLD;
      END $$`);
    await runner.query(`
      CREATE TRIGGER short_links_made BEFORE INSERT ON short_links
      FOR EACH ROW WHEN (NEW.workspace_id IS NOT NULL) EXECUTE FUNCTION links_count()`);
    await runner.query(`
      CREATE TRIGGER short_links_gone BEFORE DELETE ON short_links
      FOR EACH ROW WHEN (OLD.workspace_id IS NOT NULL) EXECUTE FUNCTION links_count()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER short_links_made ON short_links');
    await runner.query('DROP TRIGGER short_links_gone ON short_links');
    await runner.query('DROP FUNCTION links_count()');
    await runner.query('DROP TABLE link_counts');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a host changed, or was removed, whoever did it and in whichever release, so that each process reads what changed and
 * not the whole table. Triggers, since the former release writes neither.
 */
export class TellHostChanges1795310000003 implements MigrationInterface {
  readonly name = 'TellHostChanges1795310000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hosts ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now()');
    await runner.query(`CREATE TABLE removed_hosts (
      domain_id uuid PRIMARY KEY,
      changed_at timestamptz NOT NULL
    )`);
    await runner.query('CREATE INDEX removed_hosts_changed_at ON removed_hosts (changed_at)');
    await runner.query(`
      CREATE FUNCTION host_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.changed_at := clock_timestamp();
        IF TG_OP = 'INSERT' THEN
          DELETE FROM removed_hosts WHERE domain_id = NEW.domain_id;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE FUNCTION host_removed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO removed_hosts VALUES (OLD.domain_id, clock_timestamp())
        ON CONFLICT (domain_id) DO UPDATE SET changed_at = excluded.changed_at;
        RETURN NULL;
      END $$`);
    await runner.query(
      'CREATE TRIGGER host_changed BEFORE INSERT OR UPDATE ON hosts FOR EACH ROW EXECUTE FUNCTION host_changed()',
    );
    await runner.query(
      'CREATE TRIGGER host_removed AFTER DELETE ON hosts FOR EACH ROW EXECUTE FUNCTION host_removed()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER host_removed ON hosts');
    await runner.query('DROP TRIGGER host_changed ON hosts');
    await runner.query('DROP FUNCTION host_removed, host_changed');
    await runner.query('DROP TABLE removed_hosts');
    await runner.query('ALTER TABLE hosts DROP COLUMN changed_at');
  }
}

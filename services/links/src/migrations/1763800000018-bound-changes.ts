import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counters of changes, the salts of guests' digests, and domains found by their host alone. */
export class BoundChanges1763800000018 implements MigrationInterface {
  readonly name = 'BoundChanges1763800000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE change_usage (
        key text NOT NULL,
        hour text NOT NULL,
        used integer NOT NULL,
        PRIMARY KEY (key, hour)
      )`);
    await runner.query(`CREATE INDEX change_usage_hour ON change_usage (hour)`);
    await runner.query(`CREATE TABLE guest_salts (day text PRIMARY KEY, salt bytea NOT NULL)`);
    await runner.query(
      String.raw`CREATE INDEX domains_host ON domains (lower(regexp_replace(domain_name, '\.?(:\d+)?$', '')))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX domains_host`);
    await runner.query(`DROP TABLE change_usage, guest_salts`);
  }
}

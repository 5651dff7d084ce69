import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why a link is quarantined is told with the link, and once more in a table of those alone, as an index of links by it would be one more for
 * each link that is made.
 */
export class Quarantines1795800007001 implements MigrationInterface {
  readonly name = 'Quarantines1795800007001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links ADD COLUMN quarantine jsonb');
    await runner.query(`
      CREATE TABLE quarantines (
        link_id uuid PRIMARY KEY,
        tenant_id uuid NOT NULL,
        workspace_id uuid,
        since timestamptz NOT NULL,
        entry_ids uuid[] NOT NULL,
        appealed_at timestamptz)`);
    await runner.query('CREATE INDEX quarantines_entries ON quarantines USING gin (entry_ids)');
    await runner.query('CREATE INDEX quarantines_newest ON quarantines (since DESC, link_id)');
    await runner.query(
      'CREATE INDEX quarantines_appealed ON quarantines (appealed_at, link_id) WHERE appealed_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE quarantine_releases (
        link_id uuid NOT NULL,
        entry_id uuid NOT NULL,
        workspace_id uuid,
        released_by uuid,
        released_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (link_id, entry_id))`);
    await runner.query('CREATE INDEX quarantine_releases_entry ON quarantine_releases (entry_id)');
    await runner.query('CREATE INDEX quarantine_releases_workspace ON quarantine_releases (workspace_id)');
    await runner.query(`
      CREATE TABLE quarantine_appeals (
        id uuid PRIMARY KEY,
        link_id uuid NOT NULL,
        workspace_id uuid NOT NULL,
        user_id uuid NOT NULL,
        text text NOT NULL,
        state text NOT NULL,
        answer text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        decided_at timestamptz,
        decided_by uuid)`);
    await runner.query(
      "CREATE UNIQUE INDEX quarantine_appeals_open ON quarantine_appeals (link_id) WHERE state = 'open'",
    );
    await runner.query('CREATE INDEX quarantine_appeals_workspace ON quarantine_appeals (workspace_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE quarantine_appeals, quarantine_releases, quarantines');
    await runner.query('ALTER TABLE short_links DROP COLUMN quarantine');
  }
}

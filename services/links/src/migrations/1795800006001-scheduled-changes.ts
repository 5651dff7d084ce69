import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of links that are to be made at a time. They leave with their link, as its versions do. */
export class ScheduledChanges1795800006001 implements MigrationInterface {
  readonly name = 'ScheduledChanges1795800006001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scheduled_changes (
        workspace_id uuid NOT NULL,
        link_id uuid NOT NULL,
        id uuid NOT NULL,
        due_at timestamptz(3) NOT NULL,
        next_at timestamptz(3) NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        changes jsonb NOT NULL,
        planned_by jsonb,
        state text NOT NULL DEFAULT 'coming',
        code text,
        params jsonb,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        settled_at timestamptz(3),
        PRIMARY KEY (workspace_id, link_id, id)
      )`);
    await runner.query(`CREATE INDEX scheduled_changes_due ON scheduled_changes (next_at) WHERE state = 'coming'`);
    await runner.query(
      'CREATE INDEX scheduled_changes_settled ON scheduled_changes (settled_at) WHERE settled_at IS NOT NULL',
    );
    await runner.query(forgetting('scheduled_changes'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forgetting());
    await runner.query('DROP TABLE scheduled_changes');
  }
}

const forgetting = (...more: string[]): string => `
  CREATE OR REPLACE FUNCTION links_forget_versions() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${['link_versions', ...more].map((table) => `DELETE FROM ${table} WHERE workspace_id = OLD.workspace_id AND link_id = OLD.id;`).join('\n    ')}
    RETURN NULL;
  END $$`;

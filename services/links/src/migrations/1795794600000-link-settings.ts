import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What somebody has chosen for their links: identity tells of it. */
export class LinkSettings1795794600000 implements MigrationInterface {
  readonly name = 'LinkSettings1795794600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE workspaces ADD COLUMN default_domain uuid, ADD COLUMN auto_delete_links_since timestamptz',
    );
    await runner.query(
      'CREATE INDEX workspaces_auto_delete ON workspaces (workspace_id) WHERE auto_delete_links_since IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX workspaces_auto_delete');
    await runner.query('ALTER TABLE workspaces DROP COLUMN default_domain, DROP COLUMN auto_delete_links_since');
  }
}

import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workspaces whose account is gone, and the codes that lead nowhere of each, which are few: those that lead somewhere are found by their links. */
export class DeletedWorkspaces1795794000000 implements MigrationInterface {
  readonly name = 'DeletedWorkspaces1795794000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS deleted_workspaces (
        workspace_id uuid PRIMARY KEY,
        deleted_at timestamptz NOT NULL,
        due_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX IF NOT EXISTS deleted_workspaces_due ON deleted_workspaces (due_at)');
    await createIndexConcurrently(
      runner,
      'codes_given_up',
      'ON codes (workspace_id) WHERE NOT is_live AND workspace_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX codes_given_up');
    await runner.query('DROP TABLE deleted_workspaces');
  }
}

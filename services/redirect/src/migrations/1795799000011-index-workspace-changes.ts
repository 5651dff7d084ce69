import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workspaces that changed are read in pages, in this order, however many changed in one moment. The former release looks through `workspaces_changed_at_idx`. */
export class IndexWorkspaceChanges1795799000011 implements MigrationInterface {
  readonly name = 'IndexWorkspaceChanges1795799000011';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'workspaces_changes', 'ON workspaces (changed_at, workspace_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX workspaces_changes');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workspaces whose accounts an administrator changed: the links of those that are shut are paused. */
export class Workspaces1795790000020 implements MigrationInterface {
  readonly name = 'Workspaces1795790000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE workspaces (
        workspace_id uuid NOT NULL,
        status text NOT NULL,
        version integer NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT workspaces_pkey PRIMARY KEY (workspace_id)
      )`);
    await runner.query('CREATE INDEX workspaces_changed_at_idx ON workspaces (changed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE workspaces');
  }
}

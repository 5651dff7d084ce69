import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Guests' links that workspaces took over, as long as analytics is asked to take their clicks over. */
export class ClaimLinks1795370000000 implements MigrationInterface {
  readonly name = 'ClaimLinks1795370000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE claimed_links (
        link_id uuid PRIMARY KEY,
        workspace_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        claimed_at timestamptz NOT NULL,
        copies integer NOT NULL,
        copy_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX claimed_links_due ON claimed_links (copy_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE claimed_links');
  }
}

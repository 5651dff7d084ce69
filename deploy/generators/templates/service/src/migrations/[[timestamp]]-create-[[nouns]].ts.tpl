import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Create[[Nouns]][[timestamp]] implements MigrationInterface {
  name = 'Create[[Nouns]][[timestamp]]';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE [[table]] (
        id uuid NOT NULL,
        workspace_id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT [[table]]_pkey PRIMARY KEY (workspace_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE [[table]]');
  }
}

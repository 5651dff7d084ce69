import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaign parameters that a workspace keeps under names, each of which it has once whatever its case. */
export class UtmTemplates1795800008001 implements MigrationInterface {
  readonly name = 'UtmTemplates1795800008001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE utm_templates (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        utm_source text NOT NULL,
        utm_medium text NOT NULL,
        utm_campaign text NOT NULL,
        utm_term text NOT NULL,
        utm_content text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT utm_templates_pkey PRIMARY KEY (workspace_id, id)
      )`);
    await runner.query('CREATE UNIQUE INDEX utm_templates_name ON utm_templates (workspace_id, name_key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE utm_templates');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLanguages1764400000000 implements MigrationInterface {
  name = 'CreateLanguages1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE languages (
        code text NOT NULL,
        name text NOT NULL,
        is_active boolean NOT NULL DEFAULT false,
        texts jsonb NOT NULL DEFAULT '{}',
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT languages_pkey PRIMARY KEY (code),
        CONSTRAINT languages_texts_check CHECK (jsonb_typeof(texts) = 'object')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE languages');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Avatars1795760000000 implements MigrationInterface {
  readonly name = 'Avatars1795760000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE avatars (
        user_id uuid NOT NULL,
        key text NOT NULL,
        image bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT avatars_pkey PRIMARY KEY (user_id),
        CONSTRAINT avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE UNIQUE INDEX avatars_key_key ON avatars (key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE avatars');
  }
}

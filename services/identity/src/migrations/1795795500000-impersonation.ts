import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Impersonation1795795500000 implements MigrationInterface {
  readonly name = 'Impersonation1795795500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions
        ADD COLUMN impersonated_user_id uuid,
        ADD COLUMN impersonation_ends_at timestamptz,
        ADD CONSTRAINT sessions_impersonated_user_id_fkey FOREIGN KEY (impersonated_user_id)
          REFERENCES users (id) ON DELETE SET NULL`);
    await runner.query(`
      CREATE INDEX sessions_impersonated_user_id_idx ON sessions (impersonated_user_id)
        WHERE impersonated_user_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_impersonated_user_id_idx');
    await runner.query('ALTER TABLE sessions DROP COLUMN impersonated_user_id, DROP COLUMN impersonation_ends_at');
  }
}

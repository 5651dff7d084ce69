import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccountDeletion1795794000000 implements MigrationInterface {
  readonly name = 'AccountDeletion1795794000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN deletion_at timestamptz');
    // No row has one yet: built in a moment, however many accounts there are to look at.
    await runner.query('CREATE INDEX users_deletion_at_idx ON users (deletion_at) WHERE deletion_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE deleted_accounts (
        user_id uuid NOT NULL,
        version integer NOT NULL,
        deleted_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT deleted_accounts_pkey PRIMARY KEY (user_id)
      )`);
    await runner.query('CREATE INDEX deleted_accounts_deleted_at_idx ON deleted_accounts (deleted_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_accounts');
    await runner.query('DROP INDEX users_deletion_at_idx');
    await runner.query('ALTER TABLE users DROP COLUMN deletion_at');
  }
}

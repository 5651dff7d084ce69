import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outbox and inbox, which every service with a database has. */
export class PlatformTables1763500000000 implements MigrationInterface {
  readonly name = 'PlatformTables1763500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE outbox (
      id uuid PRIMARY KEY,
      envelope jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query(`CREATE TABLE inbox (
      event_id uuid PRIMARY KEY,
      handled_at timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query('CREATE INDEX inbox_handled_at ON inbox (handled_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox');
    await runner.query('DROP TABLE outbox');
  }
}

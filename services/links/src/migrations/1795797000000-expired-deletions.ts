import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpiredDeletions1795797000000 implements MigrationInterface {
  readonly name = 'ExpiredDeletions1795797000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE expired_deletions (
        workspace_id uuid NOT NULL,
        links integer NOT NULL,
        CONSTRAINT expired_deletions_pkey PRIMARY KEY (workspace_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE expired_deletions');
  }
}

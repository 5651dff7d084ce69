import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditRepeats1795792000000 implements MigrationInterface {
  readonly name = 'AuditRepeats1795792000000';

  async up(runner: QueryRunner): Promise<void> {
    // The same row is written over and over: with room beside it the indexes stay as they are.
    await runner.query(`
      CREATE TABLE audit_repeats (
        key text NOT NULL,
        record jsonb NOT NULL,
        count integer NOT NULL,
        first_at timestamptz NOT NULL DEFAULT now(),
        last_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT audit_repeats_pkey PRIMARY KEY (key)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX audit_repeats_expires_at_idx ON audit_repeats (expires_at)');
    await runner.query('ALTER TABLE mail_requests ADD COLUMN ip text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_requests DROP COLUMN ip');
    await runner.query('DROP TABLE audit_repeats');
  }
}

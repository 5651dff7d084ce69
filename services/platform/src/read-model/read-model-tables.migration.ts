import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far an owner is with telling of its rows once more, and a reader with comparing its copies. */
export class ReadModelTables1764220000000 implements MigrationInterface {
  readonly name = 'ReadModelTables1764220000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE republish_jobs (
      name text PRIMARY KEY,
      state text NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
      position jsonb,
      done bigint NOT NULL DEFAULT 0,
      total bigint,
      rate integer NOT NULL,
      error text,
      next_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query(`CREATE TABLE read_model_comparisons (
      model text PRIMARY KEY,
      position jsonb,
      compared bigint NOT NULL DEFAULT 0,
      urgent boolean NOT NULL DEFAULT false,
      claim uuid,
      next_at timestamptz NOT NULL DEFAULT now(),
      last_full_pass_at timestamptz
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE read_model_comparisons, republish_jobs');
  }
}

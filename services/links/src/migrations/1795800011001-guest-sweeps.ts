import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletions of guests' expired links, of which one at most is under way: whichever process goes on with it finds there what was asked for, and by whom. */
export class GuestSweeps1795800011001 implements MigrationInterface {
  readonly name = 'GuestSweeps1795800011001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE guest_sweeps (
        id uuid NOT NULL,
        expired_by timestamptz(3) NOT NULL DEFAULT now(),
        asked_by jsonb,
        deleted integer NOT NULL DEFAULT 0,
        ended_at timestamptz(3),
        CONSTRAINT guest_sweeps_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE UNIQUE INDEX guest_sweeps_one ON guest_sweeps ((true)) WHERE ended_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE guest_sweeps');
  }
}

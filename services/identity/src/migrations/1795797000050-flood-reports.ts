import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FloodReports1795797000050 implements MigrationInterface {
  readonly name = 'FloodReports1795797000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE flood_reports (
        id uuid NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT flood_reports_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX flood_reports_received_at_idx ON flood_reports (received_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE flood_reports');
  }
}

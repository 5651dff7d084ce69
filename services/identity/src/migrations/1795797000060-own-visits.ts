import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Privacy mode: what the browsers of somebody are known by whose own visits are not counted. */
export class OwnVisits1795797000060 implements MigrationInterface {
  readonly name = 'OwnVisits1795797000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings ADD COLUMN own_visits_token text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings DROP COLUMN own_visits_token');
  }
}

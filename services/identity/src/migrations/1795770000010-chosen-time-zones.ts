import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has another time zone than accounts begin with has chosen it. */
export class ChosenTimeZones1795770000010 implements MigrationInterface {
  readonly name = 'ChosenTimeZones1795770000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO user_settings (user_id, timezone)
      SELECT user_id, timezone FROM profiles WHERE timezone <> 'Asia/Ho_Chi_Minh'
      ON CONFLICT (user_id) DO NOTHING`);
  }

  async down(): Promise<void> {
    // What was chosen stays chosen.
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the message up to which clicks were told was stored: a stream that lost its last messages gives their numbers to others. */
export class ClickPositionsByTime1795799000101 implements MigrationInterface {
  readonly name = 'ClickPositionsByTime1795799000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_click_positions ADD COLUMN told_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_click_positions DROP COLUMN told_at');
  }
}

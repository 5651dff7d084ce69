import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UserSettings1795770000000 implements MigrationInterface {
  readonly name = 'UserSettings1795770000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_settings (
        user_id uuid NOT NULL,
        language text,
        language_chosen_at timestamptz,
        display_mode text,
        display_mode_chosen_at timestamptz,
        timezone text,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT user_settings_pkey PRIMARY KEY (user_id),
        CONSTRAINT user_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT user_settings_language_check CHECK (language IN ('en', 'vi')),
        CONSTRAINT user_settings_display_mode_check CHECK (display_mode IN ('light', 'dark', 'system'))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_settings');
  }
}

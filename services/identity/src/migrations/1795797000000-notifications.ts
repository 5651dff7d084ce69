import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Notifications1795797000000 implements MigrationInterface {
  readonly name = 'Notifications1795797000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        key text NOT NULL,
        kind text NOT NULL,
        params jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        read_at timestamptz,
        CONSTRAINT notifications_pkey PRIMARY KEY (id),
        CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE UNIQUE INDEX notifications_key_key ON notifications (user_id, key)');
    await runner.query('CREATE INDEX notifications_user_id_idx ON notifications (user_id, id)');
    await runner.query('CREATE INDEX notifications_unread_idx ON notifications (user_id) WHERE read_at IS NULL');
    await runner.query('CREATE INDEX notifications_created_at_idx ON notifications (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications');
  }
}

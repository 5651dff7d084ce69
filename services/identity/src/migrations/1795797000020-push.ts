import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Push1795797000020 implements MigrationInterface {
  readonly name = 'Push1795797000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE push_keys (
        id integer NOT NULL DEFAULT 1,
        public_key text NOT NULL,
        private_key bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT push_keys_pkey PRIMARY KEY (id),
        CONSTRAINT push_keys_id_check CHECK (id = 1)
      )`);
    await runner.query(`
      CREATE TABLE push_subscriptions (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        session_id uuid NOT NULL,
        endpoint text NOT NULL,
        endpoint_hash bytea NOT NULL,
        p256dh text NOT NULL,
        auth text NOT NULL,
        user_agent text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_success_at timestamptz,
        CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
        CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions (user_id)');
    await runner.query('CREATE INDEX push_subscriptions_session_id_idx ON push_subscriptions (session_id)');
    await runner.query(
      'CREATE UNIQUE INDEX push_subscriptions_endpoint_hash_key ON push_subscriptions (endpoint_hash)',
    );
    await runner.query(`
      CREATE TABLE pushes (
        notification_id uuid NOT NULL,
        subscription_id uuid NOT NULL,
        user_id uuid NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        leased_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pushes_pkey PRIMARY KEY (notification_id, subscription_id),
        CONSTRAINT pushes_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications (id) ON DELETE CASCADE,
        CONSTRAINT pushes_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX pushes_subscription_id_idx ON pushes (subscription_id)');
    await runner.query('CREATE INDEX pushes_due_idx ON pushes (next_attempt_at)');
    await runner.query('ALTER TABLE user_settings ADD COLUMN push_notifications boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_settings DROP COLUMN push_notifications');
    await runner.query('DROP TABLE pushes');
    await runner.query('DROP TABLE push_subscriptions');
    await runner.query('DROP TABLE push_keys');
  }
}

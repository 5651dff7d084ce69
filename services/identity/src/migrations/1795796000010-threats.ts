import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Threats1795796000010 implements MigrationInterface {
  readonly name = 'Threats1795796000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE threats (
        id uuid NOT NULL,
        type text NOT NULL,
        subject text NOT NULL,
        ip_address text,
        user_id uuid,
        status text NOT NULL DEFAULT 'active',
        count integer NOT NULL,
        first_seen timestamptz NOT NULL,
        last_seen timestamptz NOT NULL DEFAULT now(),
        detected_at timestamptz NOT NULL DEFAULT now(),
        alerted_at timestamptz,
        alerted_by text,
        CONSTRAINT threats_pkey PRIMARY KEY (id),
        CONSTRAINT threats_status_check CHECK (status IN ('active', 'investigating', 'resolved')),
        CONSTRAINT threats_alerted_by_check CHECK (alerted_by IN ('mail', 'summary')),
        CONSTRAINT threats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query("CREATE INDEX threats_open_idx ON threats (type, subject) WHERE status <> 'resolved'");
    await runner.query('CREATE INDEX threats_user_id_idx ON threats (user_id) WHERE user_id IS NOT NULL');
    await runner.query('CREATE INDEX threats_last_seen_idx ON threats (last_seen)');
    await runner.query('CREATE INDEX threats_detected_at_idx ON threats (detected_at)');
    await runner.query('CREATE INDEX threats_status_idx ON threats (status, type)');
    await runner.query('CREATE INDEX threats_alert_due_idx ON threats (detected_at) WHERE alerted_at IS NULL');
    await runner.query('CREATE INDEX threats_alerted_at_idx ON threats (alerted_at) WHERE alerted_by IS NOT NULL');
    await runner.query(`
      CREATE TABLE threat_tallies (
        type text NOT NULL,
        subject text NOT NULL,
        count integer NOT NULL,
        first_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT threat_tallies_pkey PRIMARY KEY (type, subject)
      )`);
    await runner.query('CREATE INDEX threat_tallies_expires_at_idx ON threat_tallies (expires_at)');
    await runner.query(`
      CREATE TABLE security_counts (
        hour timestamptz NOT NULL,
        act text NOT NULL,
        part integer NOT NULL,
        count integer NOT NULL,
        CONSTRAINT security_counts_pkey PRIMARY KEY (hour, act, part)
      )`);
    await runner.query(
      'ALTER TABLE security_settings ADD COLUMN suspicious_activity_alerts boolean NOT NULL DEFAULT true',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE security_settings DROP COLUMN suspicious_activity_alerts');
    await runner.query('DROP TABLE security_counts');
    await runner.query('DROP TABLE threat_tallies');
    await runner.query('DROP TABLE threats');
  }
}

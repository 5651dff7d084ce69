import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KnownDevices1795700000000 implements MigrationInterface {
  readonly name = 'KnownDevices1795700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_devices (
        user_id uuid NOT NULL,
        device_hash bytea NOT NULL,
        last_used_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, device_hash),
        CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX known_devices_last_used_at_idx ON known_devices (last_used_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_devices');
  }
}

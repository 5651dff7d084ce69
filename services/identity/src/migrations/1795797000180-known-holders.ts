import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when whoever holds an account is known to read the mail of its address, and the browser that has confirmed it until then. */
export class KnownHolders1795797000180 implements MigrationInterface {
  readonly name = 'KnownHolders1795797000180';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE users ADD COLUMN holder_proven_at timestamptz, ADD COLUMN confirmed_device_hash bytea',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN holder_proven_at, DROP COLUMN confirmed_device_hash');
  }
}

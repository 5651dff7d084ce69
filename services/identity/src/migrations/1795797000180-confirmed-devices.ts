import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The browsers in which an address was confirmed while nobody knows whether its holder reads that mail. Of an account that was confirmed
 * before, or is by a process of the former release, it is null, as nobody can tell any more where that was: its holder is taken for its
 * owner. Else whoever gets into a mailbox would switch off the second factor of everybody who had confirmed their address.
 */
export class ConfirmedDevices1795797000180 implements MigrationInterface {
  readonly name = 'ConfirmedDevices1795797000180';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN confirmed_devices bytea[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN confirmed_devices');
  }
}

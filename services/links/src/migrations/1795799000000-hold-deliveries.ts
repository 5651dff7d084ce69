import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries of webhooks that are sent nothing are held apart; a webhook may have two former secrets that sign as well. */
export class HoldDeliveries1795799000000 implements MigrationInterface {
  readonly name = 'HoldDeliveries1795799000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN is_held boolean NOT NULL DEFAULT false');
    await runner.query(
      'ALTER TABLE webhooks ADD COLUMN earlier_secret bytea, ADD COLUMN earlier_secret_until timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks DROP COLUMN earlier_secret, DROP COLUMN earlier_secret_until');
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN is_held');
  }
}

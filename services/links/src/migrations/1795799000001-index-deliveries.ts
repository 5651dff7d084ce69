import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What waits and is looked for each second, and what is held apart. The former release looks through `webhook_deliveries_due`. */
export class IndexDeliveries1795799000001 implements MigrationInterface {
  readonly name = 'IndexDeliveries1795799000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'webhook_deliveries_waiting',
      `ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending' AND NOT is_held`,
    );
    await createIndexConcurrently(
      runner,
      'webhook_deliveries_held',
      `ON webhook_deliveries (webhook_id) WHERE state = 'pending' AND is_held`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_held');
    await runner.query('DROP INDEX webhook_deliveries_waiting');
  }
}

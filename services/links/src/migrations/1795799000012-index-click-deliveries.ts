import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries of clicks have a bound of their own, and those that wait are counted with each that is noted, however many others there are. */
export class IndexClickDeliveries1795799000012 implements MigrationInterface {
  readonly name = 'IndexClickDeliveries1795799000012';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'webhook_deliveries_clicks',
      `ON webhook_deliveries (webhook_id, created_at, id) WHERE event = 'link.clicked' AND state <> 'pending'`,
    );
    await createIndexConcurrently(
      runner,
      'webhook_deliveries_clicks_waiting',
      `ON webhook_deliveries (webhook_id) WHERE event = 'link.clicked' AND state = 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_clicks_waiting');
    await runner.query('DROP INDEX webhook_deliveries_clicks');
  }
}

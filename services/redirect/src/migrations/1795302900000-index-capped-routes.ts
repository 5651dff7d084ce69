import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the routes of given links among those with a click cap, which are few: any other route costs it nothing. */
export class IndexCappedRoutes1795302900000 implements MigrationInterface {
  readonly name = 'IndexCappedRoutes1795302900000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'routes_capped', 'ON routes (link_id) WHERE max_clicks IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX routes_capped');
  }
}

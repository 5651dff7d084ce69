import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As `routes_capped`, which goes with the columns that documents take the place of. */
export class IndexCappedDocuments1795310000002 implements MigrationInterface {
  readonly name = 'IndexCappedDocuments1795310000002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'routes_with_cap',
      `ON routes (link_id) WHERE (route ->> 'max_clicks') IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX routes_with_cap');
  }
}

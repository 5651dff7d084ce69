import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets codes be read in the order that copies of them have, whatever the collation of the database is. Links are made and
 * changed while it is built, which takes a minute where there are millions.
 */
export class IndexRoutes1764220000001 implements MigrationInterface {
  readonly name = 'IndexRoutes1764220000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'codes_in_order', 'ON codes (code COLLATE "C", host COLLATE "C")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX codes_in_order');
  }
}

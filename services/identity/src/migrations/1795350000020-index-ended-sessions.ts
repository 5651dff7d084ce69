import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions that were signed out are found for their removal without reading all others. */
export class IndexEndedSessions1795350000020 implements MigrationInterface {
  readonly name = 'IndexEndedSessions1795350000020';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'sessions_ended_at_idx', 'ON sessions (ended_at) WHERE ended_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_ended_at_idx');
  }
}

import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The open sessions of an account are found without reading those that are over, of which there may be many. */
export class IndexOpenSessions1795730000000 implements MigrationInterface {
  readonly name = 'IndexOpenSessions1795730000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'sessions_open_idx', 'ON sessions (user_id) WHERE ended_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_open_idx');
  }
}

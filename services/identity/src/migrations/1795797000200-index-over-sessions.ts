import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sessions of an account that are over, by when they came to be: whoever signs in leaves the last of them. */
export class IndexOverSessions1795797000200 implements MigrationInterface {
  readonly name = 'IndexOverSessions1795797000200';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const definition = 'ON sessions (user_id, least(ended_at, expires_at))';
    await createIndexConcurrently(runner, 'sessions_over_idx', definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_over_idx');
  }
}

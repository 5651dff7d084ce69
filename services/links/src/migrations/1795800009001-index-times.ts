import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which pages of the table hold links of a time. A search within one has the index of searches collect all of the workspace that have the word, of any
 * time, and look at each; beside this, it looks at those alone whose page may hold one of the time. PostgreSQL puts no two indexes together that are both
 * asked for the workspace, as all others are. It is some kilobytes for a million links, and a link that is made costs it next to nothing.
 */
export class IndexTimes1795800009001 implements MigrationInterface {
  readonly name = 'IndexTimes1795800009001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'short_links_times',
      'ON short_links USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX short_links_times');
  }
}

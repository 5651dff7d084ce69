import type { MigrationInterface, QueryRunner } from 'typeorm';

const PORTION = 1_000;

/** Writes the documents of the routes that were there before, in portions, so that nobody waits for more than one of them. */
export class FillRouteDocuments1795310000001 implements MigrationInterface {
  readonly name = 'FillRouteDocuments1795310000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last: { code: string; host: string } | undefined = { code: '', host: '' };
    while (last) {
      // Locked in the order of the keys, as changes lock them. What a change has written meanwhile has its document.
      const filled: { code: string; host: string }[] = await runner.query(
        `WITH few AS (
           SELECT code, host FROM routes WHERE (code, host) > ($1, $2) AND route IS NULL AND NOT deleted
           ORDER BY code, host LIMIT ${PORTION} FOR UPDATE),
         filled AS (
           UPDATE routes r SET version = r.version FROM few WHERE r.code = few.code AND r.host = few.host)
         SELECT code, host FROM few ORDER BY code DESC, host DESC LIMIT 1`,
        [last.code, last.host],
      );
      last = filled[0];
    }
  }

  async down(): Promise<void> {}
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 100;

/**
 * Counts the links that were there before. Whoever makes or deletes one of a workspace waits while that is counted, and nobody
 * else; what was not seen yet counts itself afterwards, and what was is not counted twice, since the sum takes the counter's place.
 */
export class FillLinkCounts1795350000011 implements MigrationInterface {
  readonly name = 'FillLinkCounts1795350000011';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let ids = await next(runner, null);
    while (ids.length > 0) {
      await runner.startTransaction();
      try {
        await runner.query(
          `INSERT INTO link_counts (workspace_id, links) SELECT id, 0 FROM unnest($1::uuid[]) AS id ON CONFLICT DO NOTHING`,
          [ids],
        );
        await runner.query('SELECT FROM link_counts WHERE workspace_id = ANY($1) ORDER BY workspace_id FOR UPDATE', [
          ids,
        ]);
        // A statement of its own: it sees what was done before the counters were locked.
        await runner.query(
          `UPDATE link_counts AS known SET links =
             (SELECT count(*) FROM short_links AS l WHERE l.tenant_id = known.workspace_id AND l.id <> known.workspace_id)
           WHERE workspace_id = ANY($1)`,
          [ids],
        );
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      }
      ids = await next(runner, ids.at(-1) ?? null);
    }
  }

  async down(): Promise<void> {
    // The table goes with the migration before.
  }
}

/** Workspaces that ever made a link: each has a counter of its month. */
async function next(runner: QueryRunner, after: string | null): Promise<string[]> {
  const rows: { workspace_id: string }[] = await runner.query(
    `SELECT DISTINCT workspace_id FROM quota_usage WHERE $1::uuid IS NULL OR workspace_id > $1::uuid
     ORDER BY workspace_id LIMIT ${BATCH}`,
    [after],
  );
  return rows.map(({ workspace_id }) => workspace_id);
}

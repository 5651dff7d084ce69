import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** A link that is being made has the time at which that began. */
const SETTLED = "interval '10 minutes'";

/** Gives links without clicks their rows, in the order in which they were made. */
@Injectable()
export class ClickFillRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** How many of the next links it looked at; null: another process is at it. */
  fill(workspaceId: string, most: number): Promise<number | null> {
    return this.database.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO click_orders (workspace_id, filled_at, filled_id)
         SELECT $1, '1970-01-01Z', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM short_links WHERE tenant_id = $1)
         ON CONFLICT (workspace_id) DO NOTHING`,
        [workspaceId],
      );
      const [held] = await manager.query<{ filled_at: Date; filled_id: string }[]>(
        'SELECT filled_at, filled_id FROM click_orders WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED',
        [workspaceId],
      );
      if (!held) return null;
      // Held until their rows are there: one that is deleted meanwhile would be refused as its row is.
      const links = await manager.query<{ id: string; created_at: Date }[]>(
        `SELECT id, created_at FROM short_links
         WHERE tenant_id = $1 AND workspace_id = $1 AND (created_at, id) > ($2, $3) AND created_at < now() - ${SETTLED}
         ORDER BY created_at, id LIMIT $4 FOR KEY SHARE`,
        [workspaceId, held.filled_at, held.filled_id, most],
      );
      const last = links.at(-1);
      if (!last) return 0;
      await manager.query(
        `INSERT INTO link_clicks (workspace_id, link_id, created_at, clicks)
         SELECT $1, id, created_at, 0 FROM unnest($2::uuid[], $3::timestamptz[]) AS given (id, created_at) ORDER BY id
         ON CONFLICT (workspace_id, link_id) DO NOTHING`,
        [workspaceId, links.map(({ id }) => id), links.map(({ created_at }) => created_at)],
      );
      await manager.query('UPDATE click_orders SET filled_at = $2, filled_id = $3 WHERE workspace_id = $1', [
        workspaceId,
        last.created_at,
        last.id,
      ]);
      return links.length;
    });
  }
}

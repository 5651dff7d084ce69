import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

/** Whoever copies totals says so again within that time, which is longer than a question may take. */
const HELD = "interval '30 seconds'";

/** How far the copy is. */
export interface Copied {
  /** As analytics told it; null: from the beginning. */
  told: string | null;
  version: string;
}

export interface Portion {
  totals: readonly { workspace_id: string; link_id: string; clicks: number }[];
  next: string;
  /** When all of them were counted; null: more are to come. */
  as_of: string | null;
}

/** The copy of what analytics counts, with how far it was told. */
@Injectable()
export class ClickCopyRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Null: another process is at it. */
  async hold(holder: string): Promise<Copied | null> {
    const [[row]] = await this.database.query<[Copied[], number]>(
      `UPDATE click_copies SET holder = $1, held_until = now() + ${HELD}
       WHERE name = 'totals' AND (holder = $1 OR held_until <= now()) RETURNING told, version`,
      [holder],
    );
    return row ?? null;
  }

  async letGo(holder: string): Promise<void> {
    await this.database.query(
      `UPDATE click_copies SET held_until = '-infinity' WHERE name = 'totals' AND holder = $1`,
      [holder],
    );
  }

  /** Whole totals, so that it does not matter how often one is told. Null: another process went on meanwhile. */
  async keep(holder: string, from: Copied, { totals, next, as_of }: Portion): Promise<Copied | null> {
    return this.database.transaction(async (manager) => {
      const [[row]] = await manager.query<[Copied[], number]>(
        `UPDATE click_copies SET told = $3, version = version + 1, as_of = coalesce($4, as_of), held_until = now() + ${HELD}
         WHERE name = 'totals' AND holder = $1 AND version = $2 RETURNING told, version`,
        [holder, from.version, next, as_of],
      );
      if (row && totals.length > 0) await write(totals, manager);
      return row ?? null;
    });
  }
}

/** Links first and their rows after that, each in one order, as whoever deletes links has them. Of a link that is not there nothing is kept. */
async function write(totals: Portion['totals'], manager: EntityManager): Promise<void> {
  const given = [
    totals.map(({ workspace_id }) => workspace_id),
    totals.map(({ link_id }) => link_id),
    totals.map(({ clicks }) => clicks),
  ];
  const GIVEN = 'unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS given (workspace_id, link_id, clicks)';
  const added = await manager.query<{ workspace_id: string; link_id: string; created_at: Date; clicks: string }[]>(
    `SELECT l.workspace_id, l.id AS link_id, l.created_at, given.clicks FROM ${GIVEN}
     JOIN short_links AS l ON l.tenant_id = given.workspace_id AND l.id = given.link_id AND l.workspace_id IS NOT NULL
     WHERE given.clicks > 0
       AND NOT EXISTS (SELECT FROM link_clicks AS c WHERE c.workspace_id = given.workspace_id AND c.link_id = given.link_id)
     ORDER BY l.id FOR KEY SHARE OF l`,
    given,
  );
  if (added.length > 0)
    await manager.query(
      `INSERT INTO link_clicks (workspace_id, link_id, created_at, clicks)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[])
         AS given (workspace_id, link_id, created_at, clicks) ORDER BY link_id
       ON CONFLICT (workspace_id, link_id) DO NOTHING`,
      [
        added.map(({ workspace_id }) => workspace_id),
        added.map(({ link_id }) => link_id),
        added.map(({ created_at }) => created_at),
        added.map(({ clicks }) => clicks),
      ],
    );
  await manager.query(
    `UPDATE link_clicks SET clicks = changed.clicks FROM (
       SELECT c.workspace_id, c.link_id, given.clicks FROM ${GIVEN}
       JOIN link_clicks AS c ON c.workspace_id = given.workspace_id AND c.link_id = given.link_id AND c.clicks <> given.clicks
       ORDER BY c.link_id FOR NO KEY UPDATE OF c) AS changed
     WHERE link_clicks.workspace_id = changed.workspace_id AND link_clicks.link_id = changed.link_id`,
    given,
  );
}

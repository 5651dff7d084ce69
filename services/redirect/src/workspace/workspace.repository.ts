import { type VersionedTable, versionedUpsert } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, type Repository } from 'typeorm';
import { WorkspaceRow } from './workspace.entity.js';
import type { Workspace } from './workspace-book.js';

const TABLE: VersionedTable<WorkspaceRow, 'workspace_id'> = {
  table: 'workspaces',
  key: ['workspace_id'],
  columns: ['status', 'own_visits', 'version'],
  touched: 'changed_at',
};

/** A change may be committed some time after its moment, and the book may leave one to an event for two minutes. */
const AGAIN = '5 minutes';

/** Read at once, so that neither an answer nor its reading takes long, however many there are. */
const PAGE = 5_000;
/** Behind every other. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface WorkspaceChanges {
  /** The moment before the first of them was read, as PostgreSQL tells it. */
  now: string;
  changed: Workspace[];
}

type Changed = Workspace & { told_at: string };

@Injectable()
export class WorkspaceRepository {
  constructor(@InjectRepository(WorkspaceRow) private readonly rows: Repository<WorkspaceRow>) {}

  /**
   * What changed since a moment that an earlier answer told, or everything, in pages, oldest first; for a while a change is told again. What changes
   * meanwhile is told at its end, or with the next answer.
   */
  async *changes(since: string | null): AsyncGenerator<WorkspaceChanges> {
    const [begin]: [{ now: string; from: string }] = await this.rows.query(
      `SELECT now()::text AS now, (coalesce($1::timestamptz, '-infinity') - $2::interval)::text AS from`,
      [since, AGAIN],
    );
    for (let last = { told_at: begin.from, workspace_id: LAST_ID }; ; ) {
      const rows: Changed[] = await this.rows.query(
        `SELECT workspace_id, status <> 'active' AS is_shut, own_visits, version, changed_at::text AS told_at FROM workspaces
         WHERE (changed_at, workspace_id) > ($1::timestamptz, $2::uuid) ORDER BY changed_at, workspace_id LIMIT ${PAGE}`,
        [last.told_at, last.workspace_id],
      );
      yield { now: begin.now, changed: rows };
      const end = rows.at(-1);
      if (!end || rows.length < PAGE) return;
      last = end;
    }
  }

  page(afterId: string | null, limit: number): Promise<WorkspaceRow[]> {
    return this.rows.find({
      where: afterId === null ? {} : { workspace_id: MoreThan(afterId) },
      order: { workspace_id: 'ASC' },
      take: limit,
    });
  }

  findAll(ids: string[]): Promise<WorkspaceRow[]> {
    return this.rows.findBy({ workspace_id: In(ids) });
  }

  async ownVisitsOf(workspace_id: string, manager: EntityManager): Promise<string | null> {
    return (await manager.findOneBy(WorkspaceRow, { workspace_id }))?.own_visits ?? null;
  }

  /**
   * Takes over the state of a workspace unless a newer one is known; false: there was nothing to change. The same version overwrites what
   * differs. Version `held`, too, gives way to whatever the owner has instead.
   */
  async apply(
    row: WorkspaceRow,
    held: number | null = null,
    manager: EntityManager = this.rows.manager,
  ): Promise<boolean> {
    return (await versionedUpsert(manager, TABLE, [row], held)).length > 0;
  }
}

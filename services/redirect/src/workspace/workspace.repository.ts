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

export interface WorkspaceChanges {
  /** The moment of the answer, as PostgreSQL tells it. */
  now: string;
  changed: Workspace[];
}

@Injectable()
export class WorkspaceRepository {
  constructor(@InjectRepository(WorkspaceRow) private readonly rows: Repository<WorkspaceRow>) {}

  /** What changed since a moment that an earlier answer told, or everything; for a while a change is told again. */
  async changes(since: string | null): Promise<WorkspaceChanges> {
    const [answer]: [{ now: string; changed: Workspace[] | null }] = await this.rows.query(
      `SELECT now()::text AS now,
         (SELECT json_agg(json_build_object('workspace_id', workspace_id, 'is_shut', status <> 'active',
           'own_visits', own_visits, 'version', version))
          FROM workspaces WHERE $1::timestamptz IS NULL OR changed_at > $1::timestamptz - $2::interval) AS changed`,
      [since, AGAIN],
    );
    return { now: answer.now, changed: answer.changed ?? [] };
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

import { SETTLED_CHANGES_KEPT_DAYS } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ChangedBy } from '../history/changed-by.js';
import { Link } from '../link/link.entity.js';
import type { OwnedLink } from '../link/link.repository.js';
import type { Transaction } from '../transaction.js';

export type ScheduleState = 'coming' | 'done' | 'unneeded' | 'failed';

export interface ScheduledRow {
  workspace_id: string;
  link_id: string;
  id: string;
  due_at: Date;
  tries: number;
  changes: Record<string, unknown>;
  planned_by: ChangedBy | null;
  state: ScheduleState;
  code: string | null;
  params: Record<string, string | number> | null;
  created_at: Date;
  settled_at: Date | null;
}
export type ScheduledKey = Pick<ScheduledRow, 'workspace_id' | 'link_id' | 'id'>;

const COLUMNS =
  'workspace_id, link_id, id, due_at, tries, changes, planned_by, state, code, params, created_at, settled_at';
/** Of those that are over; as many as a screen shows. */
const SETTLED_SHOWN = 50;

/** Changes that are to be made at a time. Whoever locks one has its link locked first, as who deletes the link has. */
@Injectable()
export class ScheduledChangeRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The next one first, and then those that are over, the last one first. */
  async list(workspaceId: string, linkId: string): Promise<ScheduledRow[]> {
    const rows = (state: string, order: string) =>
      this.database.query<ScheduledRow[]>(
        `SELECT ${COLUMNS} FROM scheduled_changes WHERE workspace_id = $1 AND link_id = $2 AND state ${state} 'coming' ORDER BY ${order}`,
        [workspaceId, linkId],
      );
    return [...(await rows('=', 'due_at, id')), ...(await rows('<>', `settled_at DESC, id LIMIT ${SETTLED_SHOWN}`))];
  }

  /** Of a workspace in the order of their keys. `from`: link and id of the one before. */
  export(workspaceId: string, from: readonly [string, string] | null, limit: number): Promise<ScheduledRow[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM scheduled_changes
       WHERE workspace_id = $1 AND ($2::uuid IS NULL OR (link_id, id) > ($2::uuid, $3::uuid)) ORDER BY link_id, id LIMIT $4`,
      [workspaceId, from?.[0] ?? null, from?.[1] ?? null, limit],
    );
  }

  async countComing(manager: Transaction, { workspace_id, id }: OwnedLink): Promise<number> {
    const [row] = await manager.query<{ coming: number }[]>(
      `SELECT count(*)::int AS coming FROM scheduled_changes WHERE workspace_id = $1 AND link_id = $2 AND state = 'coming'`,
      [workspace_id, id],
    );
    return row?.coming ?? 0;
  }

  async add(
    manager: Transaction,
    key: ScheduledKey,
    dueAt: Date,
    changes: object,
    by: ChangedBy | null,
  ): Promise<ScheduledRow> {
    const rows = await manager.query<[ScheduledRow]>(
      `INSERT INTO scheduled_changes (workspace_id, link_id, id, due_at, next_at, changes, planned_by)
       VALUES ($1, $2, $3, $4, $4, $5, $6) RETURNING ${COLUMNS}`,
      [key.workspace_id, key.link_id, key.id, dueAt, JSON.stringify(changes), by && JSON.stringify(by)],
    );
    return rows[0];
  }

  /** One that is done stays. A change that is under way is waited for. How it stands; null: it is not there any more, or never was. */
  async cancel({ workspace_id, link_id, id }: ScheduledKey): Promise<ScheduleState | null> {
    const values = [workspace_id, link_id, id];
    const [gone] = await this.database.query<[{ state: ScheduleState }[], number]>(
      `DELETE FROM scheduled_changes WHERE workspace_id = $1 AND link_id = $2 AND id = $3 AND state IN ('coming', 'failed', 'unneeded')
       RETURNING state`,
      values,
    );
    if (gone[0]) return gone[0].state;
    const [left] = await this.database.query<{ state: ScheduleState }[]>(
      'SELECT state FROM scheduled_changes WHERE workspace_id = $1 AND link_id = $2 AND id = $3',
      values,
    );
    return left?.state ?? null;
  }

  /** Some that are due, of each link the first that is coming. It locks nothing. */
  due(limit: number): Promise<ScheduledKey[]> {
    return this.database.query(
      `SELECT due.workspace_id, due.link_id, due.id FROM scheduled_changes AS due
       WHERE due.state = 'coming' AND due.next_at <= now() AND NOT EXISTS (
         SELECT FROM scheduled_changes AS earlier
         WHERE earlier.workspace_id = due.workspace_id AND earlier.link_id = due.link_id AND earlier.state = 'coming'
           AND (earlier.due_at, earlier.id) < (due.due_at, due.id))
       ORDER BY due.next_at LIMIT $1`,
      [limit],
    );
  }

  /** In how many milliseconds one is due; null: none is coming. */
  async nextDueMs(): Promise<number | null> {
    const [row] = await this.database.query<{ ms: number | null }[]>(
      `SELECT (extract(epoch FROM min(next_at) - now()) * 1000)::float8 AS ms FROM scheduled_changes WHERE state = 'coming'`,
    );
    return row?.ms == null ? null : Math.max(0, row.ms);
  }

  /** The link that a change is of and the change, locked until the transaction ends; null: somebody else has one of them in hand, or it is over. */
  async lock(
    manager: Transaction,
    { workspace_id, link_id, id }: ScheduledKey,
  ): Promise<{ link: OwnedLink; planned: ScheduledRow } | null> {
    const link = await manager.findOne(Link, {
      where: { tenant_id: workspace_id, id: link_id },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    if (!link) return null;
    const [planned] = await manager.query<ScheduledRow[]>(
      `SELECT ${COLUMNS} FROM scheduled_changes
       WHERE workspace_id = $1 AND link_id = $2 AND id = $3 AND state = 'coming' AND next_at <= now() FOR UPDATE SKIP LOCKED`,
      [workspace_id, link_id, id],
    );
    return planned ? { link: link as OwnedLink, planned } : null;
  }

  async settle(
    manager: Transaction,
    { workspace_id, link_id, id }: ScheduledKey,
    state: Exclude<ScheduleState, 'coming'>,
    failure: { code: string; params: object } | null = null,
  ): Promise<void> {
    await manager.query(
      `UPDATE scheduled_changes SET state = $4, code = $5, params = $6, settled_at = now()
       WHERE workspace_id = $1 AND link_id = $2 AND id = $3`,
      [workspace_id, link_id, id, state, failure?.code ?? null, failure && JSON.stringify(failure.params)],
    );
  }

  /** It was tried in vain, which counts or not, and is due again in so many milliseconds. */
  async putOff({ workspace_id, link_id, id }: ScheduledKey, ms: number, counts: boolean): Promise<void> {
    await this.database.query(
      `UPDATE scheduled_changes SET tries = tries + $5::integer, next_at = now() + make_interval(secs => $4::float8 / 1000)
       WHERE workspace_id = $1 AND link_id = $2 AND id = $3 AND state = 'coming'`,
      [workspace_id, link_id, id, ms, counts ? 1 : 0],
    );
  }

  /** 0: there is more to forget. */
  clean(): Promise<0 | undefined> {
    const where = `< now() - interval '${SETTLED_CHANGES_KEPT_DAYS} days'`;
    return removeSome(this.database, { table: 'scheduled_changes', by: 'settled_at', where });
  }
}

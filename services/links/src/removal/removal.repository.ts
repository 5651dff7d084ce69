import { REMOVED_AT_ONCE } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { DeletedWorkspace } from './deleted-workspace.entity.js';

/** A process that was killed leaves its work to others after so long. */
const IN_HAND = "interval '2 minutes'";
/** In which somebody who was still taken for signed in may have made another link, or one may be put back by a restored copy. */
const LOOKED_AT = "interval '30 days'";

/** Some links that are gone. */
export interface Removed {
  count: number;
  /** Of those whose codes led to them, as all do. */
  told: RemovedLink[];
}

export interface RemovedLink {
  link_id: string;
  host: string;
  code: string;
  version: number;
}

@Injectable()
export class RemovalRepository {
  constructor(@InjectRepository(DeletedWorkspace) private readonly rows: Repository<DeletedWorkspace>) {}

  /** Told again it is looked at again. */
  async add(workspaceId: string, deletedAt: Date, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO deleted_workspaces (workspace_id, deleted_at, due_at) VALUES ($1, $2, now())
       ON CONFLICT (workspace_id) DO UPDATE SET due_at = now()`,
      [workspaceId, deletedAt],
    );
  }

  /** One that is due, which nobody else is given for a while; null: there is none. */
  async take(): Promise<DeletedWorkspace | null> {
    const [rows] = await this.rows.query<[DeletedWorkspace[], number]>(
      `UPDATE deleted_workspaces SET due_at = now() + ${IN_HAND} WHERE workspace_id = (
         SELECT workspace_id FROM deleted_workspaces WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
    );
    return rows[0] ?? null;
  }

  async keep({ workspace_id }: DeletedWorkspace): Promise<void> {
    await this.rows.query(`UPDATE deleted_workspaces SET due_at = now() + ${IN_HAND} WHERE workspace_id = $1`, [
      workspace_id,
    ]);
  }

  /** Nothing is left of it: it is looked at again, later and later, and then forgotten. */
  async settle({ workspace_id }: DeletedWorkspace): Promise<void> {
    await this.rows.query(
      `UPDATE deleted_workspaces SET due_at = now() + least(greatest(now() - deleted_at, interval '1 minute'), interval '1 day')
       WHERE workspace_id = $1`,
      [workspace_id],
    );
    await this.rows.query(
      `DELETE FROM deleted_workspaces WHERE workspace_id = $1 AND deleted_at < now() - ${LOOKED_AT}`,
      [workspace_id],
    );
  }

  /** First of all: nobody is told any more of what becomes of the rest. */
  async removeWebhooks(workspaceId: string): Promise<void> {
    // In the order of their ids, as whoever notes clicks locks several of an account, too.
    await this.rows.query(
      `UPDATE webhooks SET is_active = false WHERE id = ANY (ARRAY(
         SELECT id FROM webhooks WHERE workspace_id = $1 AND is_active ORDER BY id FOR NO KEY UPDATE))`,
      [workspaceId],
    );
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
      // What somebody else has in hand is waited for, oldest first, as in all other places.
      [, removed] = await this.rows.query<[unknown[], number]>(
        `DELETE FROM webhook_deliveries WHERE ctid = ANY(ARRAY(
           SELECT d.ctid FROM webhooks JOIN webhook_deliveries AS d ON d.webhook_id = webhooks.id
           WHERE webhooks.workspace_id = $1 ORDER BY d.webhook_id, d.created_at, d.id LIMIT $2 FOR UPDATE OF d))`,
        [workspaceId, REMOVED_AT_ONCE],
      );
    }
    await this.rows.query(
      `DELETE FROM webhooks WHERE id = ANY (ARRAY(SELECT id FROM webhooks WHERE workspace_id = $1 ORDER BY id FOR UPDATE))`,
      [workspaceId],
    );
  }

  /** Some links leave, and their codes lead nowhere and are nobody's any more, as guests' are: nobody gets them again. */
  async removeLinks(workspaceId: string, most: number, manager: EntityManager): Promise<Removed> {
    // As every change does: the links first, then their codes, in the order of these.
    const [links] = await manager.query<[{ id: string; host: string; short_code: string }[], number]>(
      `DELETE FROM short_links WHERE tenant_id = $1 AND id = ANY (ARRAY(
         SELECT id FROM short_links WHERE tenant_id = $1 ORDER BY id LIMIT $2 FOR UPDATE))
       RETURNING id, host, short_code`,
      [workspaceId, most],
    );
    if (links.length === 0) return { count: 0, told: [] };
    await manager.query(
      `SELECT 1 FROM codes WHERE (code, host) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY code, host FOR UPDATE`,
      [links.map(({ short_code }) => short_code), links.map(({ host }) => host)],
    );
    const [codes] = await manager.query<[RemovedLink[], number]>(
      `UPDATE codes SET is_live = false, workspace_id = NULL, version = version + 1, updated_at = now()
       FROM unnest($1::text[], $2::text[], $3::uuid[]) AS gone (code, host, link_id)
       WHERE codes.code = gone.code AND codes.host = gone.host AND codes.link_id = gone.link_id AND codes.is_live
       RETURNING codes.link_id, codes.host, codes.code, codes.version`,
      [links.map(({ short_code }) => short_code), links.map(({ host }) => host), links.map(({ id }) => id)],
    );
    return { count: links.length, told: codes };
  }

  /** Some of the codes that it had given up are nobody's any more; how many. */
  async disownCodes(workspaceId: string, most: number): Promise<number> {
    const [, count] = await this.rows.query<[unknown[], number]>(
      `UPDATE codes SET workspace_id = NULL WHERE (code, host) IN (
         SELECT code, host FROM codes WHERE workspace_id = $1 AND NOT is_live LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [workspaceId, most],
    );
    return count;
  }

  /**
   * All else that carries its id, each table by itself: whoever makes or claims a link at this moment locks rows of several of them, each way in
   * its own order.
   */
  async removeRest(workspaceId: string): Promise<void> {
    for (const table of [
      'claimed_links',
      'click_orders',
      'quota_usage',
      'link_counts',
      'link_tags',
      'utm_templates',
      'campaigns',
      'expired_deletions',
      'quarantine_appeals',
      'quarantine_releases',
      'quarantines',
      'workspaces',
    ]) {
      await this.rows.query(`DELETE FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
    }
    await this.rows.query('DELETE FROM address_checks WHERE tenant_id = $1', [workspaceId]);
    await this.rows.query('DELETE FROM change_usage WHERE key = $1', [workspaceId]);
    // As creations that go together claim theirs.
    await this.rows.query(
      `DELETE FROM idempotency_keys WHERE scope = $1 AND key = ANY (ARRAY(
         SELECT key FROM idempotency_keys WHERE scope = $1 ORDER BY key FOR UPDATE))`,
      [`workspace:${workspaceId}`],
    );
  }
}

import { removeSome, type VersionedTable, versionedUpsert } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Like, MoreThan, Repository } from 'typeorm';
import { ChangeUsage, GuestSalt, GuestUsage, QuotaUsage, Workspace } from './quota.entity.js';

const WORKSPACES: VersionedTable<Workspace, 'workspace_id'> = {
  table: 'workspaces',
  key: ['workspace_id'],
  columns: ['subscription_type', 'monthly_links_limit', 'default_domain', 'auto_delete_links_since', 'version'],
};

/**
 * Counters that never pass their limit: one statement counts and checks, and its row lock makes simultaneous requests
 * queue up. It runs in the transaction of the link, so that a link that fails is not counted.
 */
@Injectable()
export class QuotaRepository {
  constructor(
    @InjectRepository(QuotaUsage) private readonly usage: Repository<QuotaUsage>,
    @InjectRepository(GuestUsage) private readonly guests: Repository<GuestUsage>,
    @InjectRepository(Workspace) private readonly workspaces: Repository<Workspace>,
    @InjectRepository(ChangeUsage) private readonly changes: Repository<ChangeUsage>,
    @InjectRepository(GuestSalt) private readonly salts: Repository<GuestSalt>,
  ) {}

  /** How many are used with this one; null when the limit is reached. */
  async takeGuest(manager: EntityManager, key: string, day: string, limit: number): Promise<number | null> {
    const rows: { used: number }[] = await manager.query(
      `INSERT INTO guest_usage (key, day, used) SELECT $1, $2, 1 WHERE $3::integer > 0
       ON CONFLICT (key, day) DO UPDATE SET used = guest_usage.used + 1 WHERE guest_usage.used < $3::integer
       RETURNING used`,
      [key, day, limit],
    );
    return rows[0]?.used ?? null;
  }

  /** `limit`: where identity has not told of the workspace. False when its own is reached. */
  async takeMonthly(manager: EntityManager, workspaceId: string, month: string, limit: number): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `WITH allowed AS (
         SELECT coalesce((SELECT monthly_links_limit FROM workspaces WHERE workspace_id = $1), $3::integer) AS links)
       INSERT INTO quota_usage (workspace_id, month, used) SELECT $1, $2, 1 FROM allowed WHERE links > 0
       ON CONFLICT (workspace_id, month) DO UPDATE SET used = quota_usage.used + 1
         WHERE quota_usage.used < (SELECT links FROM allowed)
       RETURNING 1`,
      [workspaceId, month, limit],
    );
    return rows.length > 0;
  }

  /** How many are used with this one; null when the limit is reached. */
  async takeChange(manager: EntityManager, key: string, hour: string, limit: number): Promise<number | null> {
    const rows: { used: number }[] = await manager.query(
      `INSERT INTO change_usage (key, hour, used) SELECT $1, $2, 1 WHERE $3::bigint > 0
       ON CONFLICT (key, hour) DO UPDATE SET used = change_usage.used + 1 WHERE change_usage.used < $3::bigint
       RETURNING used`,
      [key, hour, limit],
    );
    return rows[0]?.used ?? null;
  }

  async changesUsed(key: string, hour: string): Promise<number> {
    return (await this.changes.findOneBy({ key, hour }))?.used ?? 0;
  }

  async monthlyUsed(workspaceId: string, month: string): Promise<number> {
    return (await this.usage.findOneBy({ workspace_id: workspaceId, month }))?.used ?? 0;
  }

  /** Of those workspaces that made any in the month. */
  async monthlyUsedOf(workspaceIds: string[], month: string): Promise<Map<string, number>> {
    const rows = await this.usage.findBy({ workspace_id: In(workspaceIds), month });
    return new Map(rows.map(({ workspace_id, used }) => [workspace_id, used]));
  }

  /** How many each of the keys used; those that used none are absent. */
  async guestUsed(keys: string[], day: string): Promise<Map<string, number>> {
    const rows = await this.guests.findBy({ key: In(keys), day });
    return new Map(rows.map(({ key, used }) => [key, used]));
  }

  /** The salt of a day: of any number of processes that ask, the first one's stays. */
  async salt(day: string, fresh: Buffer): Promise<Buffer> {
    await this.salts.query('INSERT INTO guest_salts (day, salt) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING', [
      day,
      fresh,
    ]);
    return (await this.salts.findOneByOrFail({ day })).salt;
  }

  /** Some of the networks that the former release counted by their addresses. */
  async clearNetworks(limit: number): Promise<GuestUsage[]> {
    return this.guests.find({ where: { key: Like('network:%') }, take: limit });
  }

  /** Goes on counting a network by another key: what it used moves along, and the old row is gone. */
  async rename({ key, day }: GuestUsage, to: string): Promise<void> {
    await this.guests.query(
      `WITH gone AS (DELETE FROM guest_usage WHERE key = $1 AND day = $2 RETURNING used)
       INSERT INTO guest_usage (key, day, used) SELECT $3, $2, used FROM gone
       ON CONFLICT (key, day) DO UPDATE SET used = guest_usage.used + EXCLUDED.used`,
      [key, day, to],
    );
  }

  /** null: identity has not told of the workspace yet. */
  async monthlyLimit(workspaceId: string): Promise<number | null> {
    return (await this.workspaces.findOneBy({ workspace_id: workspaceId }))?.monthly_links_limit ?? null;
  }

  workspacePage(afterId: string | null, limit: number): Promise<Workspace[]> {
    return this.workspaces.find({
      where: afterId === null ? {} : { workspace_id: MoreThan(afterId) },
      order: { workspace_id: 'ASC' },
      take: limit,
    });
  }

  workspacesOf(ids: string[]): Promise<Workspace[]> {
    return this.workspaces.findBy({ workspace_id: In(ids) });
  }

  /**
   * Takes over the state of a workspace unless a newer one is known; false: there was nothing to change. The same version
   * overwrites what differs. Version `held`, too, gives way to whatever the owner has instead.
   */
  async saveWorkspace(
    workspace: Workspace,
    held: number | null = null,
    manager = this.workspaces.manager,
  ): Promise<boolean> {
    return (await versionedUpsert(manager, WORKSPACES, [workspace], held)).length > 0;
  }

  /** Forgets a workspace that its owner does not have, unless more has been heard of it since. */
  async removeWorkspace(workspaceId: string, version: number): Promise<boolean> {
    const { affected } = await this.workspaces.delete({ workspace_id: workspaceId, version });
    return (affected ?? 0) > 0;
  }

  /** Forgets some of what guests made before a day, and what their networks' digests were made with; 0: there is more. */
  async forgetGuestsBefore(day: string): Promise<0 | undefined> {
    // One a day.
    await this.salts.query('DELETE FROM guest_salts WHERE day < $1', [day]);
    return removeSome(this.guests, { table: 'guest_usage', by: 'day', where: '< $1', values: [day] });
  }

  /** 0: there are more. */
  forgetChangesBefore(hour: string): Promise<0 | undefined> {
    return removeSome(this.changes, { table: 'change_usage', by: 'hour', where: '< $1', values: [hour] });
  }
}

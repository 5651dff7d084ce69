import { AUTO_DELETE_AFTER_DAYS } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Link } from '../link/link.entity.js';

/** Told of in one transaction. */
const TOLD_AT_ONCE = 1_000;

export interface ExpiredLink {
  tenant_id: string;
  id: string;
}

const LONG_AGO = `now() - interval '${AUTO_DELETE_AFTER_DAYS} days'`;

/** A time that was given afterwards may lie years back, and ends the link only then. */
const hasLongExpired = (link: string): string =>
  `${link}.expires_at < ${LONG_AGO} AND ${link}.updated_at < ${LONG_AGO}`;

/** Links that have expired long ago, of those who want such links deleted. */
@Injectable()
export class ExpiredLinksRepository {
  constructor(@InjectRepository(Link) private readonly links: Repository<Link>) {}

  /** Some of them. It locks nothing, and looks at no link of anybody who wants theirs to stay. */
  find(limit: number): Promise<ExpiredLink[]> {
    return this.links.query(
      `SELECT expired.tenant_id, expired.id
       FROM workspaces AS w CROSS JOIN LATERAL (
         SELECT tenant_id, id FROM short_links AS l
         WHERE l.tenant_id = w.workspace_id AND ${hasLongExpired('l')}
         ORDER BY l.expires_at LIMIT $1) AS expired
       WHERE w.auto_delete_links_since < ${LONG_AGO}
       LIMIT $1`,
      [limit],
    );
  }

  /**
   * Those that still have, locked until the transaction ends, in the order of their codes, by which moves of links go, too. Whoever
   * changes one at this moment may be giving it another time: it is left to the next round.
   */
  async lock(manager: EntityManager, found: readonly ExpiredLink[]): Promise<Link[]> {
    const links = await manager
      .createQueryBuilder(Link, 'link')
      .where({ tenant_id: In(found.map(({ tenant_id }) => tenant_id)), id: In(found.map(({ id }) => id)) })
      .andWhere(hasLongExpired('link'))
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    return links.toSorted((one, other) => (one.short_code < other.short_code ? -1 : 1));
  }

  /** Notes how many of each workspace are deleted, in the transaction that does it. */
  async count(workspaceIds: readonly string[], manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO expired_deletions AS e (workspace_id, links)
       SELECT workspace_id, count(*)::int FROM unnest($1::uuid[]) AS deleted (workspace_id) GROUP BY workspace_id ORDER BY workspace_id
       ON CONFLICT (workspace_id) DO UPDATE SET links = e.links + excluded.links`,
      [workspaceIds],
    );
  }

  /** Takes away some of what was noted. Another process that deletes at this moment goes on noting. */
  async takeCounts(manager: EntityManager): Promise<{ workspace_id: string; links: number }[]> {
    const [rows] = await manager.query<[{ workspace_id: string; links: number }[], number]>(
      `DELETE FROM expired_deletions WHERE workspace_id IN (
         SELECT workspace_id FROM expired_deletions ORDER BY workspace_id LIMIT ${TOLD_AT_ONCE} FOR UPDATE SKIP LOCKED)
       RETURNING workspace_id, links`,
    );
    return rows;
  }
}

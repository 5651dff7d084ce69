import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, Repository } from 'typeorm';
import { Link } from '../link/link.entity.js';
import { ClaimedLink } from './claimed-link.entity.js';

@Injectable()
export class ClaimRepository {
  constructor(
    @InjectRepository(Link) private readonly links: Repository<Link>,
    @InjectRepository(ClaimedLink) private readonly claimed: Repository<ClaimedLink>,
  ) {}

  /** Those of the links that guests of a device made. */
  ofDevice(deviceId: string, ids: string[]): Promise<Link[]> {
    return this.links.findBy({ tenant_id: In(ids), id: In(ids), workspace_id: IsNull(), device_id: deviceId });
  }

  /** A guest's link, locked until the transaction ends; null: it is not there, not that device's, or no guest's any more. */
  lock(manager: EntityManager, deviceId: string, id: string): Promise<Link | null> {
    return manager.findOne(Link, {
      where: { tenant_id: id, id, workspace_id: IsNull(), device_id: deviceId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async remember(manager: EntityManager, claimed: ClaimedLink): Promise<void> {
    await manager.insert(ClaimedLink, claimed);
    // It may be older than those of which lists by clicks know that they have a row.
    await manager.query('INSERT INTO link_clicks (workspace_id, link_id, created_at, clicks) VALUES ($1, $2, $3, 0)', [
      claimed.workspace_id,
      claimed.link_id,
      claimed.created_at,
    ]);
  }

  /** Some whose clicks are due, which nobody else is given for so long. */
  async take(limit: number, forMs: number): Promise<ClaimedLink[]> {
    const [rows] = await this.claimed.query(
      `UPDATE claimed_links SET copy_at = now() + $2::bigint * interval '1 millisecond'
       WHERE link_id = ANY(ARRAY(
         SELECT link_id FROM claimed_links WHERE copy_at <= now() ORDER BY copy_at LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING link_id, workspace_id, created_at, claimed_at, copies, copy_at`,
      [limit, forMs],
    );
    return rows;
  }

  async copyAgain({ link_id, copies }: ClaimedLink, at: Date): Promise<void> {
    await this.claimed.update({ link_id }, { copies: copies + 1, copy_at: at });
  }

  async forget({ link_id }: ClaimedLink): Promise<void> {
    await this.claimed.delete({ link_id });
  }
}

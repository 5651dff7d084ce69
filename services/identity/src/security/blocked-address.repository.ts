import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BlockedAddressRow } from './blocked-address.entity.js';

const HOLDS = '(expires_at IS NULL OR expires_at > now())';

export type NewBlock = Pick<BlockedAddressRow, 'address' | 'reason' | 'expires_at'>;

/** Who changes something holds the security settings before, whose version tells of it. */
@Injectable()
export class BlockedAddressRepository {
  constructor(@InjectRepository(BlockedAddressRow) private readonly blocked: Repository<BlockedAddressRow>) {}

  /** Those that hold now, the last ones first. */
  list(manager: EntityManager = this.blocked.manager): Promise<BlockedAddressRow[]> {
    return manager.query(
      `SELECT id, address, reason, expires_at, created_at FROM blocked_addresses WHERE ${HOLDS} ORDER BY id DESC`,
    );
  }

  /** In place of one whose time is over. */
  async insert(block: NewBlock, manager: EntityManager): Promise<BlockedAddressRow> {
    await manager.query(`DELETE FROM blocked_addresses WHERE address = $1 AND NOT ${HOLDS}`, [block.address]);
    return manager.save(manager.create(BlockedAddressRow, { ...block, id: uuidv7() }));
  }

  /** The one that was removed; null: there is none that holds. */
  async remove(id: string, manager: EntityManager): Promise<BlockedAddressRow | null> {
    const [rows] = await manager.query<[BlockedAddressRow[], number]>(
      `DELETE FROM blocked_addresses WHERE id = $1 AND ${HOLDS} RETURNING *`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Removes some whose time is over; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.blocked, { table: 'blocked_addresses', by: 'expires_at', where: '< now()' });
  }
}

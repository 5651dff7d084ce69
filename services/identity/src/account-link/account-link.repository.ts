import { createHash } from 'node:crypto';
import { randomKey, removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { User } from '../user/user.entity.js';
import { AccountLink, type AccountLinkPurpose } from './account-link.entity.js';

const KEPT = "interval '1 day'";

export interface NewLink {
  user: Pick<User, 'id' | 'email_lower'>;
  purpose: AccountLinkPurpose;
  seconds: number;
}

/** A link that is valid, used before or not, with the user as far as rules for passwords need to know them. */
export type OpenLink = Pick<AccountLink, 'user_id' | 'email_lower' | 'used_at'> & Pick<User, 'email' | 'full_name'>;

@Injectable()
export class AccountLinkRepository {
  constructor(@InjectRepository(AccountLink) private readonly links: Repository<AccountLink>) {}

  /** The token, 256 random bits, is given out once. The database's clock counts, since every process has its own. */
  async add({ user, purpose, seconds }: NewLink, manager: EntityManager): Promise<{ token: string; expires_at: Date }> {
    const token = randomKey();
    const [row] = await manager.query<{ expires_at: Date }[]>(
      `INSERT INTO account_links (token_hash, purpose, user_id, email_lower, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5)) RETURNING expires_at`,
      [hashOf(token, purpose), purpose, user.id, user.email_lower, seconds],
    );
    if (!row) throw new Error('the new link was not returned');
    return { token, expires_at: row.expires_at };
  }

  /**
   * Those that were sent before open nothing any more. The account is held until the transaction ends: of two who do so and add
   * another, one sees that of the other.
   */
  async removeAll(userId: string, purpose: AccountLinkPurpose, manager: EntityManager): Promise<void> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    await manager.delete(AccountLink, { user_id: userId, purpose });
  }

  /** null: it is unknown, expired, for something else, or its account is disabled or has another address. */
  async findOpen(
    token: string,
    purpose: AccountLinkPurpose,
    manager: EntityManager = this.links.manager,
  ): Promise<OpenLink | null> {
    const [row] = await manager.query<OpenLink[]>(
      `SELECT link.user_id, link.email_lower, link.used_at, users.email, users.full_name
       FROM account_links AS link JOIN users ON users.id = link.user_id
       WHERE link.token_hash = $1 AND link.purpose = $2 AND link.expires_at > now()
         AND users.status = 'active' AND users.email_lower = link.email_lower`,
      [hashOf(token, purpose), purpose],
    );
    return row ?? null;
  }

  /** Uses it, once: of many who come at once, one is told true. */
  async use(token: string, purpose: AccountLinkPurpose, manager: EntityManager): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE account_links SET used_at = now()
       WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now() RETURNING 1`,
      [hashOf(token, purpose), purpose],
    );
    return rows.length === 1;
  }

  /** Removes some that have long expired; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.links, { table: 'account_links', by: 'expires_at', where: `< now() - ${KEPT}` });
  }
}

// A fast hash is right: a token has 256 random bits.
const hashOf = (token: string, purpose: AccountLinkPurpose): Buffer =>
  createHash('sha256').update(`${purpose} ${token}`).digest();

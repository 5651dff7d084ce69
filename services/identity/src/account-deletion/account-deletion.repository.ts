import { createHash } from 'node:crypto';
import { DELETION_GRACE_DAYS } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { User } from '../user/user.entity.js';

const GRACE = `interval '${DELETION_GRACE_DAYS} days'`;

/** Each leads to its rows of an account by an index. */
const GROWING = ['notifications', 'sessions', 'known_devices', 'mails', 'account_links', 'threats'];

@Injectable()
export class AccountDeletionRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** When it will be; `first`: nobody had asked for it before. */
  async request(userId: string, manager: EntityManager): Promise<{ deletion_at: Date; first: boolean }> {
    const [rows] = await manager.query<[{ deletion_at: Date }[], number]>(
      `UPDATE users SET deletion_at = now() + ${GRACE} WHERE id = $1 AND deletion_at IS NULL RETURNING deletion_at`,
      [userId],
    );
    const set = rows[0];
    if (set) return { deletion_at: set.deletion_at, first: true };
    const { deletion_at } = await manager.findOneByOrFail(User, { id: userId });
    if (!deletion_at) throw new Error('the time of the deletion was not kept');
    return { deletion_at, first: false };
  }

  /** false: nobody had asked for it, or its time has come and it is shut. */
  async cancel(userId: string, manager: EntityManager): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      "UPDATE users SET deletion_at = NULL WHERE id = $1 AND deletion_at IS NOT NULL AND status = 'active' RETURNING 1",
      [userId],
    );
    return rows.length === 1;
  }

  /** Its time has come, if it had not before. */
  async makeDue(userId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE users SET deletion_at = least(deletion_at, now()) WHERE id = $1', [userId]);
  }

  /** The ids of some whose time has come, the longest due first. */
  async due(most: number): Promise<string[]> {
    const rows = await this.users.query<{ id: string }[]>(
      'SELECT id FROM users WHERE deletion_at <= now() ORDER BY deletion_at LIMIT $1',
      [most],
    );
    return rows.map(({ id }) => id);
  }

  /** With the profile; null where it is not due any more, or another process has it in its hands. */
  dueForUpdate(userId: string, manager: EntityManager): Promise<User | null> {
    return manager
      .createQueryBuilder(User, 'account')
      .innerJoinAndSelect('account.profile', 'profile')
      .where('account.id = :userId AND account.deletion_at <= now()', { userId })
      .setLock('for_no_key_update', undefined, ['account', 'profile'])
      .setOnLocked('skip_locked')
      .getOne();
  }

  /** Behind all others that are due. */
  async putBehind(userId: string): Promise<void> {
    await this.users.query('UPDATE users SET deletion_at = now() WHERE id = $1 AND deletion_at <= now()', [userId]);
  }

  /** Of what an account may have much of, so much as is removed at once; true: that was all. */
  async removeSome(userId: string): Promise<boolean> {
    let isAll = true;
    for (const table of GROWING) {
      const more = await removeSome(this.users, { table, by: 'user_id', where: '= $1', values: [userId] });
      isAll &&= more === undefined;
    }
    return isAll;
  }

  /** All rows that are about somebody: what hangs on the account leaves with it, the rest by its address or Google's subject. */
  async removeAll({ id, email_lower }: User, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM google_sign_ins WHERE lower(email) = $2 OR (issuer, subject) IN (
         SELECT issuer, subject FROM google_accounts WHERE user_id = $1)`,
      [id, email_lower],
    );
    await manager.query('DELETE FROM mail_requests WHERE email_lower = $1', [email_lower]);
    await manager.query('DELETE FROM mails WHERE user_id IS NULL AND lower(recipient) = $1', [email_lower]);
    await manager.query(
      `DELETE FROM audit_repeats WHERE record->>'user_id' = $1 OR lower(record->>'user_email') = $2
         OR record->'target'->>'id' = $1 OR lower(record->'target'->>'name') = $2`,
      [id, email_lower],
    );
    await manager.query(`DELETE FROM attempts WHERE split_part(key, ':', 2) = ANY ($1)`, [
      [digestOf(email_lower), digestOf(id)],
    ]);
    await manager.query('DELETE FROM threat_tallies WHERE subject = $1', [digestOf(id)]);
    await manager.delete(User, { id });
  }
}

/** As the counters of tries have it. */
const digestOf = (whom: string): string => createHash('sha256').update(whom).digest('base64url');

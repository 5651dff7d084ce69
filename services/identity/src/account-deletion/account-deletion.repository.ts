import { createHash } from 'node:crypto';
import { DELETION_GRACE_DAYS } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { User } from '../user/user.entity.js';

const GRACE = `interval '${DELETION_GRACE_DAYS} days'`;

@Injectable()
export class AccountDeletionRepository {
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

  /** false: nobody had asked for it, or its time has come. */
  async cancel(userId: string, manager: EntityManager): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      'UPDATE users SET deletion_at = NULL WHERE id = $1 AND deletion_at IS NOT NULL RETURNING 1',
      [userId],
    );
    return rows.length === 1;
  }

  /** Some whose time has come, with their profiles, but for those that another process has in its hands. */
  dueForUpdate(most: number, except: readonly string[], manager: EntityManager): Promise<User[]> {
    const due = manager
      .createQueryBuilder(User, 'account')
      .innerJoinAndSelect('account.profile', 'profile')
      .where('account.deletion_at <= now()')
      .orderBy('account.deletion_at')
      .limit(most)
      .setLock('for_no_key_update', undefined, ['account', 'profile'])
      .setOnLocked('skip_locked');
    if (except.length > 0) due.andWhere('account.id NOT IN (:...except)', { except });
    return due.getMany();
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

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { GoogleAccount } from './google-account.entity.js';

/** Who a Google account is: its issuer and its subject there. */
export type Subject = Pick<GoogleAccount, 'issuer' | 'subject'>;

@Injectable()
export class GoogleAccountRepository {
  constructor(@InjectRepository(GoogleAccount) private readonly accounts: Repository<GoogleAccount>) {}

  /** The id of the user whom it opens; null: nobody. */
  async userOf({ issuer, subject }: Subject): Promise<string | null> {
    return (await this.accounts.findOneBy({ issuer, subject }))?.user_id ?? null;
  }

  /** `linked`: it opens the user's account from now on; `known`: it did before; `other`: it opens another one. */
  async use(
    { issuer, subject }: Subject,
    userId: string,
    manager: EntityManager,
  ): Promise<'linked' | 'known' | 'other'> {
    const [row] = await manager.query<{ user_id: string; is_new: boolean }[]>(
      `INSERT INTO google_accounts (issuer, subject, user_id) VALUES ($1, $2, $3)
       ON CONFLICT (issuer, subject) DO UPDATE SET last_used_at = now()
       RETURNING user_id, linked_at = now() AS is_new`,
      [issuer, subject, userId],
    );
    if (row?.user_id !== userId) return 'other';
    return row.is_new ? 'linked' : 'known';
  }

  /** None opens the user's account any more. */
  async removeAll(userId: string, manager: EntityManager): Promise<void> {
    await manager.delete(GoogleAccount, { user_id: userId });
  }
}

import type { AccountState, EventData, userDeleted } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, type Repository } from 'typeorm';
import { DeletedAccount } from './deleted-account.entity.js';

/** Longer than anybody puts a store back to. */
const KEPT = "interval '180 days'";

@Injectable()
export class DeletedAccountRepository {
  constructor(@InjectRepository(DeletedAccount) private readonly rows: Repository<DeletedAccount>) {}

  async add(userId: string, version: number, manager: EntityManager): Promise<DeletedAccount> {
    await manager.insert(DeletedAccount, { user_id: userId, version });
    return manager.findOneByOrFail(DeletedAccount, { user_id: userId });
  }

  findAll(ids: string[]): Promise<DeletedAccount[]> {
    return this.rows.findBy({ user_id: In(ids) });
  }

  /** In order of id, after the given one. */
  page(afterId: string | null, size: number): Promise<DeletedAccount[]> {
    return this.rows.find({
      where: afterId === null ? {} : { user_id: MoreThan(afterId) },
      order: { user_id: 'ASC' },
      take: size,
    });
  }

  /** Removes some that are old; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.rows, { table: 'deleted_accounts', by: 'deleted_at', where: `< now() - ${KEPT}` });
  }
}

/** As whoever pauses the links of accounts that are shut is told of it: those of this one are paused until they are gone. */
export const deletedState = ({ user_id, version }: DeletedAccount): AccountState => ({
  workspace_id: user_id,
  role: 'user',
  status: 'disabled',
  subscription_type: 'basic',
  monthly_links_limit: 0,
  own_visits: null,
  version,
});

export const userDeletedData = ({ user_id, version, deleted_at }: DeletedAccount): EventData<typeof userDeleted> => ({
  user_id,
  workspace_id: user_id,
  version,
  deleted_at: deleted_at.toISOString(),
});

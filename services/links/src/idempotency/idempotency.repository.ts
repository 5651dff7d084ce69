import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { IdempotencyKey } from './idempotency.entity.js';

export interface Claim extends Omit<IdempotencyKey, 'reply' | 'created_at'> {
  /** A key that was last used before is free again. */
  expiredBefore: Date;
}

@Injectable()
export class IdempotencyRepository {
  constructor(@InjectRepository(IdempotencyKey) private readonly keys: Repository<IdempotencyKey>) {}

  /**
   * Claims a key that is new or free again; false: it is in use. A request that claims it in
   * another transaction is waited for, so afterwards its reply is there or the key is free.
   */
  async claim(manager: EntityManager, key: Claim): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `INSERT INTO idempotency_keys (scope, key, request_hash, password_hash, created_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (scope, key) DO UPDATE SET request_hash = EXCLUDED.request_hash,
         password_hash = EXCLUDED.password_hash, reply = NULL, created_at = EXCLUDED.created_at
         WHERE idempotency_keys.created_at < $5
       RETURNING key`,
      [key.scope, key.key, key.request_hash, key.password_hash, key.expiredBefore],
    );
    return rows.length > 0;
  }

  find(
    scope: string,
    key: string,
    expiredBefore: Date,
    manager: EntityManager = this.keys.manager,
  ): Promise<IdempotencyKey | null> {
    return manager
      .createQueryBuilder(IdempotencyKey, 'k')
      .where('k.scope = :scope AND k.key = :key AND k.created_at >= :expiredBefore', { scope, key, expiredBefore })
      .getOne();
  }

  async settle(manager: EntityManager, scope: string, key: string, reply: unknown): Promise<void> {
    await manager.query('UPDATE idempotency_keys SET reply = $3 WHERE scope = $1 AND key = $2', [
      scope,
      key,
      JSON.stringify(reply),
    ]);
  }

  /** Forgets some; 0: there are more. */
  forget(expiredBefore: Date): Promise<0 | undefined> {
    return removeSome(this.keys, {
      table: 'idempotency_keys',
      by: 'created_at',
      where: '< $1',
      values: [expiredBefore],
    });
  }
}

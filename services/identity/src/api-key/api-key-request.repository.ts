import { AppError, removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { ApiKeyRequest } from './api-key-request.entity.js';

const KEPT = "interval '24 hours'";

export type RequestOfKey = Pick<ApiKeyRequest, 'user_id' | 'key' | 'request_hash'>;

/** Keeps a request that is repeated from making a second key. The key cannot be told again: its owner alone has it. */
@Injectable()
export class ApiKeyRequestRepository {
  constructor(@InjectRepository(ApiKeyRequest) private readonly requests: Repository<ApiKeyRequest>) {}

  /** Throws `api_keys.made_already`, and `request.idempotency_mismatch` where another request had the Idempotency-Key. */
  async requireNew(
    { user_id, key, request_hash }: RequestOfKey,
    manager: EntityManager = this.requests.manager,
  ): Promise<void> {
    const [earlier] = await manager.query<ApiKeyRequest[]>(
      `SELECT request_hash, api_key_id, key_name FROM api_key_requests
       WHERE user_id = $1 AND key = $2 AND created_at >= now() - ${KEPT}`,
      [user_id, key],
    );
    if (!earlier) return;
    if (earlier.request_hash !== request_hash) throw new AppError('request.idempotency_mismatch');
    throw new AppError('api_keys.made_already', { id: earlier.api_key_id, name: earlier.key_name });
  }

  /** In the transaction that makes the key, in the user's turn. Throws as `requireNew` does. */
  async claim(
    request: RequestOfKey,
    made: Pick<ApiKeyRequest, 'api_key_id' | 'key_name'>,
    manager: EntityManager,
  ): Promise<void> {
    await this.requireNew(request, manager);
    // What is there is older than a day.
    await manager.query(
      `INSERT INTO api_key_requests (user_id, key, request_hash, api_key_id, key_name) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, key) DO UPDATE SET request_hash = excluded.request_hash, api_key_id = excluded.api_key_id,
         key_name = excluded.key_name, created_at = excluded.created_at`,
      [request.user_id, request.key, request.request_hash, made.api_key_id, made.key_name],
    );
  }

  /** Removes some that are older than a day; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.requests, {
      table: 'api_key_requests',
      by: 'created_at',
      where: `< now() - ${KEPT}`,
    });
  }
}

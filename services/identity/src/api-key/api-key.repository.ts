import type { ApiKeyPermission, ChangeApiKey } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { CONFIRMATION_ASKED } from '../session/session.entity.js';
import { ApiKey } from './api-key.entity.js';

export const WINDOW_SECONDS = 3_600;
const WINDOW = `interval '${WINDOW_SECONDS} seconds'`;
const IS_OVER = `(k.window_began_at IS NULL OR k.window_began_at <= now() - ${WINDOW})`;
const SHOWN = 'id, key_name, last_characters, permissions, domain_ids, is_active, expires_at, last_used_at, created_at';

/**
 * A key with domains is kept under its digest behind a mark. A process of the former release, which knows nothing of domains, finds no
 * such key, and lets none through that would be for everything to it.
 */
const MARK = String.raw`'\x01'::bytea`;
const keptAs = (digest: string, domainIds: string): string =>
  `CASE WHEN ${domainIds}::uuid[] IS NULL THEN ${digest} ELSE ${MARK} || ${digest} END`;
const DIGEST = 'substr(key_hash, length(key_hash) - 31)';

export type Manager = EntityManager;
export type NewKey = Pick<
  ApiKey,
  'id' | 'user_id' | 'key_name' | 'key_hash' | 'last_characters' | 'permissions' | 'domain_ids' | 'expires_at'
>;
export type ShownKey = Pick<
  ApiKey,
  | 'id'
  | 'key_name'
  | 'last_characters'
  | 'permissions'
  | 'domain_ids'
  | 'is_active'
  | 'expires_at'
  | 'last_used_at'
  | 'created_at'
>;

/** A use that was counted, and whose key it is. */
export interface Use {
  id: string;
  user_id: string;
  workspace_id: string;
  role: 'user' | 'admin';
  permissions: ApiKeyPermission[];
  /** null: it is for all. */
  domain_ids: string[] | null;
  must_change_password: boolean;
  must_confirm_email: boolean;
  is_premium: boolean;
  /** In its window, this one counted; one more than the limit, where there were more. */
  used: number;
  /** Until the window is over. */
  reset_seconds: number;
}

@Injectable()
export class ApiKeyRepository {
  constructor(@InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>) {}

  list(userId: string): Promise<ShownKey[]> {
    return this.keys.query(`SELECT ${SHOWN} FROM api_keys WHERE user_id = $1 ORDER BY created_at DESC, id DESC`, [
      userId,
    ]);
  }

  /** Those who make keys of a user do so one after the other. The user is held before anything that refers to them, so that nobody waits for another in a circle. */
  async takeTurn(userId: string, manager: EntityManager): Promise<void> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  /** In the user's turn, so that none goes beyond `most`; null: there are so many. */
  async add(key: NewKey, most: number, manager: EntityManager): Promise<ShownKey | null> {
    if ((await manager.countBy(ApiKey, { user_id: key.user_id })) >= most) return null;
    const [row] = await manager.query<ShownKey[]>(
      `INSERT INTO api_keys (id, user_id, key_name, key_hash, last_characters, permissions, expires_at, domain_ids)
       VALUES ($1, $2, $3, ${keptAs('$4::bytea', '$8')}, $5, $6, $7, $8::uuid[]) RETURNING ${SHOWN}`,
      [
        key.id,
        key.user_id,
        key.key_name,
        key.key_hash,
        key.last_characters,
        key.permissions,
        key.expires_at,
        key.domain_ids,
      ],
    );
    if (!row) throw new Error('the new key was not returned');
    return row;
  }

  /** null: the user has none of that id. */
  async find(id: string, userId: string): Promise<ShownKey | null> {
    const [row] = await this.keys.query<ShownKey[]>(`SELECT ${SHOWN} FROM api_keys WHERE id = $1 AND user_id = $2`, [
      id,
      userId,
    ]);
    return row ?? null;
  }

  /** As it is, until the transaction ends; null: the user has none of that id. */
  async hold(id: string, userId: string, manager: EntityManager): Promise<ShownKey | null> {
    const [row] = await manager.query<ShownKey[]>(
      `SELECT ${SHOWN} FROM api_keys WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE`,
      [id, userId],
    );
    return row ?? null;
  }

  /** What is not there stays; null: the user has none of that id. */
  async change(
    id: string,
    userId: string,
    { key_name, is_active, domain_ids }: ChangeApiKey,
    manager: EntityManager,
  ): Promise<ShownKey | null> {
    const [rows] = await manager.query<[ShownKey[], number]>(
      `UPDATE api_keys SET key_name = coalesce($3, key_name), is_active = coalesce($4, is_active),
         domain_ids = CASE WHEN $5::boolean THEN $6::uuid[] ELSE domain_ids END,
         key_hash = CASE WHEN $5::boolean THEN ${keptAs(DIGEST, '$6')} ELSE key_hash END
       WHERE id = $1 AND user_id = $2 RETURNING ${SHOWN}`,
      [id, userId, key_name ?? null, is_active ?? null, domain_ids !== undefined, domain_ids ?? null],
    );
    return rows[0] ?? null;
  }

  /** As it was; null: the user has none of that id. */
  async remove(id: string, userId: string, manager: EntityManager): Promise<ShownKey | null> {
    const [rows] = await manager.query<[ShownKey[], number]>(
      `DELETE FROM api_keys WHERE id = $1 AND user_id = $2 RETURNING ${SHOWN}`,
      [id, userId],
    );
    return rows[0] ?? null;
  }

  /** All of a user, as they were. */
  async removeAll(userId: string, manager: EntityManager): Promise<ShownKey[]> {
    const [rows] = await manager.query<[ShownKey[], number]>(
      `DELETE FROM api_keys WHERE user_id = $1 RETURNING ${SHOWN}`,
      [userId],
    );
    return rows;
  }

  /**
   * Counts a use of a key that may be used in this very moment; null: there is none. One statement, which waits for those that change or
   * count the same key and sees what they did: neither is a use lost, nor one let through that comes after the key was turned off.
   */
  async use(keyHash: Buffer, limit: number): Promise<Use | null> {
    const [rows] = await this.keys.query<[Use[], number]>(
      `UPDATE api_keys k SET
         window_began_at = CASE WHEN ${IS_OVER} THEN now() ELSE k.window_began_at END,
         window_used = CASE WHEN ${IS_OVER} THEN 1 ELSE least(k.window_used, $2) + 1 END,
         last_used_at = now()
       FROM users u JOIN profiles p ON p.user_id = u.id
       WHERE k.key_hash IN ($1::bytea, ${MARK} || $1::bytea) AND k.key_hash = ${keptAs('$1::bytea', 'k.domain_ids')} AND u.id = k.user_id AND u.status = 'active'
         AND k.is_active AND (k.expires_at IS NULL OR k.expires_at > now())
       RETURNING k.id, k.user_id, u.workspace_id, u.role, k.permissions, k.domain_ids, u.must_change_password, k.window_used AS used,
         u.email_verified_at IS NULL AND (${CONFIRMATION_ASKED}) AS must_confirm_email,
         p.subscription_type = 'premium' AND (p.subscription_end_date IS NULL OR p.subscription_end_date > now()) AS is_premium,
         greatest(1, least(${WINDOW_SECONDS}, ceil(extract(epoch FROM k.window_began_at + ${WINDOW} - now()))))::int AS reset_seconds`,
      [keyHash, limit],
    );
    return rows[0] ?? null;
  }
}

import { createHash, randomUUID } from 'node:crypto';
import {
  type ApiKeyPermission,
  createApiKeyRpc,
  type NewApiKey,
  permissionsOfKey,
  type RpcInput,
  type RpcReply,
  useApiKeyRpc,
} from '@linkway/contracts';
import { AppError, newApiKey, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';

interface Given {
  id: string;
  user_id: string;
  permissions: ApiKeyPermission[];
  limit: number;
  used: number;
  /** What identity refuses it with. */
  refusal: 'auth.api_key_invalid' | 'auth.subscription_required' | 'auth.email_confirmation_required' | null;
}

/** Answers as identity does what is asked of API keys, from memory. */
@Controller()
export class ApiKeyResponder {
  private readonly keys = new Map<string, Given>();
  /** What was asked, as it came. */
  readonly asked: RpcInput<typeof useApiKeyRpc>[] = [];

  /** A key of somebody. */
  give(over: Partial<Given> = {}): { key: string; given: Given } {
    const key = newApiKey();
    const given: Given = {
      id: randomUUID(),
      user_id: randomUUID(),
      permissions: ['read', 'write'],
      limit: 1_000,
      used: 0,
      refusal: null,
      ...over,
    };
    this.keys.set(createHash('sha256').update(key).digest('hex'), given);
    return { key, given };
  }

  @Rpc(createApiKeyRpc)
  create(
    { key_name, permissions, expires_at = null }: RpcInput<typeof createApiKeyRpc>,
    { caller }: RpcCall<typeof createApiKeyRpc>,
  ): NewApiKey {
    const { key, given } = this.give({ user_id: caller.user_id, permissions });
    const made = { id: given.id, key_name, prefix: 'lw_live_', last_characters: key.slice(-4), permissions };
    const times = { expires_at, last_used_at: null, created_at: new Date().toISOString() };
    return { ...made, ...times, is_active: true, api_key: key };
  }

  @Rpc(useApiKeyRpc)
  use(input: RpcInput<typeof useApiKeyRpc>): RpcReply<typeof useApiKeyRpc> {
    this.asked.push(input);
    const given = this.keys.get(input.key_hash);
    if (!given) throw new AppError('auth.api_key_invalid');
    if (given.refusal) throw new AppError(given.refusal);
    given.used += 1;
    const { id, user_id, permissions, limit, used } = given;
    return {
      caller: {
        kind: 'api_key',
        user_id,
        workspace_id: user_id,
        role: 'user',
        api_key_id: id,
        permissions: [...permissionsOfKey(permissions)],
      },
      rate_limit: {
        limit,
        window_seconds: 3_600,
        remaining: Math.max(0, limit - used),
        reset_seconds: 1_800,
        exceeded: used > limit,
      },
    };
  }
}

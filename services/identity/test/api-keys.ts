import { createHash } from 'node:crypto';
import {
  type CreateApiKey,
  changeApiKeyRpc,
  createApiKeyRpc,
  deleteApiKeyRpc,
  listApiKeysRpc,
  type RpcRequest,
  type SessionStarted,
  useApiKeyRpc,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { ask, register, sql } from './identity.js';
import { inSession } from './two-factor.js';

export const setPlan = (running: RunningService, type: 'basic' | 'premium', end = 'NULL') =>
  sql(running, `UPDATE profiles SET subscription_type = '${type}', subscription_end_date = ${end}`);

/** An account with the premium plan. */
export async function premium(running: RunningService): Promise<SessionStarted> {
  const session = await register(running);
  await setPlan(running, 'premium');
  return session;
}

export const create = (
  running: RunningService,
  session: SessionStarted,
  over: Partial<CreateApiKey> = {},
  idempotency_key: string | null = null,
) => inSession(running, session, createApiKeyRpc, { key_name: 'CI', ...over, idempotency_key });

export const list = async (running: RunningService, session: SessionStarted) =>
  (await inSession(running, session, listApiKeysRpc, {})).data;

export const change = (running: RunningService, session: SessionStarted, input: RpcRequest<typeof changeApiKeyRpc>) =>
  inSession(running, session, changeApiKeyRpc, input);

export const remove = (running: RunningService, session: SessionStarted, id: string) =>
  inSession(running, session, deleteApiKeyRpc, { id });

/** As a gateway asks for a request that comes with a key. */
export const use = (running: RunningService, key: string) =>
  ask(running, useApiKeyRpc, { key_hash: createHash('sha256').update(key).digest('hex') });

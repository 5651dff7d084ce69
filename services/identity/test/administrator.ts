import {
  listUsersRpc,
  type RpcRequest,
  type SessionStarted,
  type UpdateUser,
  type UserAccount,
  updateUserRpc,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { enter, register, sql } from './identity.js';
import { inSession } from './two-factor.js';

/** An administrator in a session. */
export async function administrator(running: RunningService, email = 'admin@example.com'): Promise<SessionStarted> {
  await register(running, { email, full_name: 'Administrator' });
  await sql(running, "UPDATE users SET role = 'admin' WHERE email = $1", [email]);
  return enter(running, { email });
}

export const change = (
  running: RunningService,
  by: SessionStarted,
  id: string,
  changes: UpdateUser,
): Promise<UserAccount> => inSession(running, by, updateUserRpc, { id, changes });

export const list = (
  running: RunningService,
  by: SessionStarted,
  query: Partial<RpcRequest<typeof listUsersRpc>> = {},
) => inSession(running, by, listUsersRpc, { page: 1, limit: 20, sort: 'newest', ...query });

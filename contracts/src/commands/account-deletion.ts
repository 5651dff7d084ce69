import { z } from 'zod';
import { defineRpc, HASHED_TIMEOUT_MS } from '../contract.js';
import { accountDeletionSchema } from '../http/account-deletion.js';
import { accountProofSchema } from '../http/owner-proof.js';
import { originSchema } from './identity.js';

export const requestAccountDeletionRpc = defineRpc('cmd.identity.request-account-deletion.v1', {
  summary: 'Have the caller’s account deleted once its time of grace is over; asked again the first date stands',
  permission: 'account:write',
  timeoutMs: HASHED_TIMEOUT_MS,
  request: accountProofSchema.extend({ origin: originSchema }),
  reply: accountDeletionSchema,
});

export const cancelAccountDeletionRpc = defineRpc('cmd.identity.cancel-account-deletion.v1', {
  summary: 'Keep the caller’s account after all',
  permission: 'account:write',
  request: z.object({}),
  reply: z.object({}),
});

export const deleteUserRpc = defineRpc('cmd.identity.delete-user.v1', {
  summary: 'Delete the account of somebody else, at once and for good',
  permission: 'admin:users',
  request: z.object({ id: z.uuid() }),
  reply: z.object({}),
});

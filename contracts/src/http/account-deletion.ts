import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { DELETION_GRACE_DAYS } from '../rules/account-deletion.js';
import { timestampSchema } from '../text.js';
import { ACCOUNT_PROOF_ERRORS, accountProofSchema } from './owner-proof.js';

export const accountDeletionSchema = z
  .object({ deletion_at: timestampSchema.describe('From then on the account and all that is its own are deleted.') })
  .meta({ id: 'AccountDeletion' });
export type AccountDeletion = z.output<typeof accountDeletionSchema>;

export const requestAccountDeletion = defineEndpoint({
  operationId: 'requestAccountDeletion',
  method: 'post',
  path: '/api/me/deletion',
  summary: `Have the account deleted in ${DELETION_GRACE_DAYS} days; until then it works as ever, and that can be taken back. Asked again the first date stands`,
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  body: accountProofSchema,
  success: { status: 200, body: accountDeletionSchema, description: 'When it will be deleted' },
  errors: [...ACCOUNT_PROOF_ERRORS, 'users.last_admin'],
});

export const cancelAccountDeletion = defineEndpoint({
  operationId: 'cancelAccountDeletion',
  method: 'delete',
  path: '/api/me/deletion',
  summary: 'Keep the account after all; where nobody has asked for its deletion that is no error',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  success: { status: 204, description: 'It stays' },
  errors: ['auth.unauthenticated'],
});

import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { startImpersonationSchema } from '../http/impersonation.js';
import { timestampSchema } from '../text.js';

export const startImpersonationRpc = defineRpc('cmd.identity.start-impersonation.v1', {
  summary: 'Make the session of the caller, an administrator, that of a user for a while',
  permission: 'admin:users',
  request: startImpersonationSchema.extend({ id: z.uuid() }),
  reply: z.object({ expires_at: timestampSchema }),
});

export const endImpersonationRpc = defineRpc('cmd.identity.end-impersonation.v1', {
  summary: 'Make the session of the caller that of its administrator again; who is nobody else is no error',
  permission: 'account:read',
  request: z.object({}),
  reply: z.object({}),
});

export const recordImpersonatedActRpc = defineRpc('cmd.identity.record-impersonated-act.v1', {
  summary: 'Tell the audit log what an administrator is about to do as a user',
  permission: 'account:read',
  request: z.object({
    operation: z.string().max(64).describe('As the API names it.'),
    path: z.string().max(500).describe('That it is asked for at, without its query.'),
  }),
  reply: z.object({}),
});

import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { IMPERSONATION_MINUTES, MAX_IMPERSONATION_REASON_LENGTH } from '../rules/impersonation.js';
import { idSchema, lineOfText, timestampSchema } from '../text.js';

/** Of somebody who is looked after by an administrator: who that is, and until when. */
export const impersonationSchema = z.object({
  by: z
    .object({ id: z.uuid(), email: z.string(), full_name: z.string() })
    .describe('The administrator whose session it is.'),
  expires_at: timestampSchema.describe('From then on the session is the administrator’s own again.'),
});
export type Impersonation = z.output<typeof impersonationSchema>;

export const startImpersonationSchema = z.strictObject({
  reason: lineOfText(MAX_IMPERSONATION_REASON_LENGTH).optional().describe('For the audit log.'),
});

export const startImpersonation = defineEndpoint({
  operationId: 'startImpersonation',
  method: 'post',
  path: '/api/admin/users/{id}/impersonation',
  summary: `Act as a user for ${IMPERSONATION_MINUTES} minutes, in this session: it sees and does what the user may, but changes nothing of the account itself. Each change is in the audit log`,
  tag: 'users',
  auth: 'session',
  permission: 'admin:users',
  params: z.object({ id: idSchema }),
  body: startImpersonationSchema,
  success: {
    status: 200,
    body: z.object({ expires_at: timestampSchema }),
    description: 'The session is the user’s until then',
  },
  errors: [
    'request.invalid',
    'users.not_found',
    'users.own_account',
    'users.impersonation_admin',
    'users.impersonation_inactive',
  ],
});

export const endImpersonation = defineEndpoint({
  operationId: 'endImpersonation',
  method: 'delete',
  path: '/api/impersonation',
  summary: 'Be oneself again; who is nobody else is no error',
  tag: 'users',
  auth: 'session',
  permission: 'account:read',
  success: { status: 204, description: 'The session is the administrator’s own' },
  errors: ['auth.unauthenticated'],
});

import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { userSchema } from '../http/auth.js';

export const getSession = defineRpc('qry.identity.session.v1', {
  summary: 'Whose session a token is; null when it is unknown, expired or ended',
  permission: null,
  open: 'It is how the gateway finds out who calls.',
  request: z.object({ session_token: z.string().max(512) }),
  reply: z.object({ session_id: z.uuid(), expires_at: z.iso.datetime(), user: userSchema }).nullable(),
  timeoutMs: 3_000,
});

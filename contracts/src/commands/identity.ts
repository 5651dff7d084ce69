import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { loginSchema, registerSchema, userSchema } from '../http/auth.js';

const origin = z.object({ ip: z.string(), user_agent: z.string() });

/** `session_token` is the bearer secret for the cookie; identity keeps only its hash. */
export const sessionStartedSchema = z.object({
  user: userSchema,
  session_id: z.uuid(),
  session_token: z.string(),
  expires_at: z.iso.datetime(),
});
export type SessionStarted = z.output<typeof sessionStartedSchema>;

export const registerUserRpc = defineRpc('cmd.identity.register.v1', {
  summary: 'Open an account and start a session',
  permission: null,
  open: 'Whoever opens an account has none yet.',
  request: registerSchema.extend({ origin }),
  reply: sessionStartedSchema,
});

export const signInRpc = defineRpc('cmd.identity.sign-in.v1', {
  summary: 'Check email and password and start a session',
  permission: null,
  open: 'Email and password are what is checked.',
  request: loginSchema.extend({ origin }),
  reply: sessionStartedSchema,
});

export const signOutRpc = defineRpc('cmd.identity.sign-out.v1', {
  summary: 'End the session of the token; an unknown one is no error',
  permission: null,
  open: 'The token of the session is what is checked.',
  request: z.object({ session_token: z.string() }),
  reply: z.object({ ended: z.boolean() }),
});

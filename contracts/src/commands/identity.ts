import { z } from 'zod';
import { defineRpc, deviceSchema, HASHED_TIMEOUT_MS } from '../contract.js';
import { apiKeyCallerSchema, localeSchema } from '../envelope.js';
import { changePasswordSchema, loginSchema, registerSchema, userSchema } from '../http/auth.js';
import { MAX_KEPT_AVATAR_BASE64 } from '../http/avatar.js';
import { finishGoogleSchema, MAX_SUBJECT_LENGTH } from '../http/google.js';
import { ownerProofSchema } from '../http/owner-proof.js';
import { profileSchema, updateProfileSchema } from '../http/profile.js';
import { settingsSchema, updateSettingsSchema } from '../http/settings.js';
import { recoveryCodesSchema, setUpTwoFactorSchema, twoFactorSetupSchema } from '../http/two-factor.js';

export const originSchema = z.object({
  ip: z.string(),
  user_agent: z.string(),
  device: deviceSchema.optional().describe('What the browser keeps to be known again; a secret.'),
});
const origin = originSchema;
/** The session that the browser is in: it ends where another begins. */
const former_session_token = z.string().max(512).optional();

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
  timeoutMs: HASHED_TIMEOUT_MS,
  request: registerSchema.extend({
    origin,
    former_session_token,
    language: localeSchema.optional().describe('That of the page; a gateway of the former release does not say.'),
  }),
  reply: sessionStartedSchema,
});

export const signInRpc = defineRpc('cmd.identity.sign-in.v1', {
  summary:
    'Check email and password, and the code of an account that has two-factor authentication, and start a session',
  permission: null,
  open: 'Email and password are what is checked.',
  timeoutMs: HASHED_TIMEOUT_MS,
  // A gateway of the former release sends no `code`. This one sends it only where the page did, which identity has asked for one.
  request: loginSchema.extend({ origin, former_session_token }),
  reply: sessionStartedSchema,
});

/** What Google said of somebody: the claims of the id token, whose signature and place in the round trip the gateway has checked. */
export const googleClaimsSchema = z.object({
  iss: z.string().max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  sub: z.string().min(1).max(MAX_SUBJECT_LENGTH),
  exp: z.number(),
  nonce: z.string().min(1).max(255),
  email: z.string().max(1_024).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().max(1_024).optional(),
});
export type GoogleClaims = z.output<typeof googleClaimsSchema>;

export const keepGoogleSignInRpc = defineRpc('cmd.identity.keep-google-sign-in.v1', {
  summary: 'Keep for a few minutes what Google said of somebody, once for each round trip; nobody is signed in by it',
  permission: null,
  open: 'The claims of Google are what is checked.',
  request: z.object({
    claims: googleClaimsSchema,
    accept_terms: z.boolean().describe('They were accepted before the round trip.'),
  }),
  reply: z.object({
    ticket: z.string().describe('What the browser keeps meanwhile; a secret, of which identity has the hash alone.'),
    expires_at: z.iso.datetime(),
  }),
});

export const finishGoogleSignInRpc = defineRpc('cmd.identity.finish-google-sign-in.v1', {
  summary: 'Sign in whom Google spoke of, open an account for somebody new, or say what is still asked for',
  permission: null,
  open: 'The ticket is what is checked.',
  request: finishGoogleSchema.extend({
    ticket: z.string().max(64),
    origin,
    former_session_token,
    language: localeSchema,
  }),
  reply: z.object({
    started: sessionStartedSchema.nullable(),
    asks: z.enum(['terms', 'code']).nullable(),
    opened: z.boolean().describe('Whether the account was opened by it.'),
    email: z.string(),
    full_name: z.string(),
  }),
});

export const signOutRpc = defineRpc('cmd.identity.sign-out.v1', {
  summary: 'End the session of the token; an unknown one is no error',
  permission: null,
  open: 'The token of the session is what is checked.',
  request: z.object({ session_token: z.string() }),
  reply: z.object({ ended: z.boolean() }),
});

export const changePasswordRpc = defineRpc('cmd.identity.change-password.v1', {
  summary:
    'Change the password of the caller, end all sessions of the account and start one in the place of the caller’s',
  permission: 'account:write',
  timeoutMs: HASHED_TIMEOUT_MS,
  request: changePasswordSchema.extend({ origin }),
  reply: sessionStartedSchema,
});

export const endSessionRpc = defineRpc('cmd.identity.end-session.v1', {
  summary: 'End a session of the caller’s account; one that is over is no error',
  permission: 'account:write',
  request: z.object({ id: z.uuid() }),
  reply: z.object({ id: z.uuid() }),
});

export const endOtherSessionsRpc = defineRpc('cmd.identity.end-other-sessions.v1', {
  summary: 'End all sessions of the account but this one, at once and everywhere',
  permission: 'account:write',
  request: z.object({}),
  reply: z.object({ ended: z.int() }),
});

export const updateProfileRpc = defineRpc('cmd.identity.update-profile.v1', {
  summary: 'Change the profile of the caller; fields that are not there stay as they are',
  permission: 'account:write',
  request: updateProfileSchema,
  reply: profileSchema,
});

export const setAvatarRpc = defineRpc('cmd.identity.set-avatar.v1', {
  summary: 'Set the picture of the caller’s account, which is a small square by now',
  permission: 'account:write',
  request: z.object({ image: z.base64().max(MAX_KEPT_AVATAR_BASE64).describe('WebP') }),
  reply: profileSchema,
});

export const deleteAvatarRpc = defineRpc('cmd.identity.delete-avatar.v1', {
  summary: 'Delete the picture of the caller’s account; without one it is no error',
  permission: 'account:write',
  request: z.object({}),
  reply: z.object({}),
});

export const updateSettingsRpc = defineRpc('cmd.identity.update-settings.v1', {
  summary: 'Change settings of the caller; those that are not there stay as they are',
  permission: 'account:write',
  request: updateSettingsSchema,
  reply: settingsSchema,
});

export const setUpTwoFactorRpc = defineRpc('cmd.identity.set-up-two-factor.v1', {
  summary: 'Make a secret for the caller’s authenticator, which waits for its first code; one made before is replaced',
  permission: 'account:write',
  timeoutMs: HASHED_TIMEOUT_MS,
  request: setUpTwoFactorSchema.extend({ origin }),
  reply: twoFactorSetupSchema,
});

export const disableTwoFactorRpc = defineRpc('cmd.identity.disable-two-factor.v1', {
  summary: 'Turn the caller’s two-factor authentication off',
  permission: 'account:write',
  timeoutMs: HASHED_TIMEOUT_MS,
  request: ownerProofSchema.extend({ origin }),
  reply: z.object({}),
});

export const renewRecoveryCodesRpc = defineRpc('cmd.identity.renew-recovery-codes.v1', {
  summary: 'Make new recovery codes for the caller; those before work no more',
  permission: 'account:write',
  timeoutMs: HASHED_TIMEOUT_MS,
  request: ownerProofSchema.extend({ origin }),
  reply: recoveryCodesSchema,
});

export const useApiKeyRpc = defineRpc('cmd.identity.use-api-key.v1', {
  summary: 'Whose API key it is that a request came with, and what is left of its requests, this one counted',
  permission: null,
  open: 'It is how the gateway finds out who calls; the key is what is checked.',
  request: z.object({
    key_hash: z
      .string()
      .regex(/^[\da-f]{64}$/)
      .describe('SHA-256 of the key, in hexadecimal digits; the key itself stays with the gateway.'),
  }),
  reply: z.object({
    caller: apiKeyCallerSchema,
    rate_limit: z.object({
      limit: z.int().describe('Requests in a window.'),
      window_seconds: z.int(),
      remaining: z.int().describe('After this one.'),
      reset_seconds: z.int().min(1).describe('Until the next window.'),
      exceeded: z.boolean().describe('true: this request is beyond the limit, and is to be refused.'),
    }),
  }),
  timeoutMs: 3_000,
});

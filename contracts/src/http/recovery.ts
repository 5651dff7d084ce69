import { z } from 'zod';
import { defineEndpoint, forwardedRpc, HASHED_TIMEOUT_MS } from '../contract.js';
import { MIN_PASSWORD_LENGTH } from '../rules/accounts.js';
import { emailSchema, passwordSchema } from './auth.js';

const linkTokenSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'request.field_required' : 'request.field_type') })
  .min(1, { error: 'request.field_required' })
  .max(128, { error: 'request.field_too_long' });

const addressSchema = z.strictObject({ email: emailSchema });

/** That the answer says nothing of whether there is such an account. */
const NOTHING_TOLD = 'Answered alike, in the same time, whether the address has an account or not';
const OWNER_HAS_LINK = 'Whoever has the link that was sent to an address may use it.';

export const confirmEmail = defineEndpoint({
  operationId: 'confirmEmail',
  method: 'post',
  path: '/api/auth/confirm',
  summary: 'Confirm the address that a confirmation mail went to',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: z.strictObject({ token: linkTokenSchema }),
  success: {
    status: 204,
    description: 'Confirmed; again with the same link while it is valid, which confirms nothing more',
  },
  errors: ['request.invalid', 'auth.confirmation_link_invalid'],
  forward: { to: 'cmd.identity.confirm-email.v1', open: OWNER_HAS_LINK, withDevice: true },
});
export const confirmEmailRpc = forwardedRpc(confirmEmail);

export const resendConfirmation = defineEndpoint({
  operationId: 'resendConfirmation',
  method: 'post',
  path: '/api/auth/resend-confirmation',
  summary: 'Send the confirmation mail once more',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: addressSchema,
  success: { status: 204, description: NOTHING_TOLD },
  errors: ['request.invalid', 'auth.throttled'],
  forward: {
    to: 'cmd.identity.resend-confirmation.v1',
    open: 'Whoever confirms an address need not be signed in.',
    withAddress: true,
    withLanguage: true,
  },
});
export const resendConfirmationRpc = forwardedRpc(resendConfirmation);

export const forgotPassword = defineEndpoint({
  operationId: 'forgotPassword',
  method: 'post',
  path: '/api/auth/forgot-password',
  summary: 'Send a link by which the password can be set anew',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: addressSchema,
  success: { status: 204, description: NOTHING_TOLD },
  errors: ['request.invalid', 'auth.throttled'],
  forward: {
    to: 'cmd.identity.forgot-password.v1',
    open: 'Whoever forgot the password cannot sign in.',
    withAddress: true,
    withLanguage: true,
  },
});
export const forgotPasswordRpc = forwardedRpc(forgotPassword);

export const resetPassword = defineEndpoint({
  operationId: 'resetPassword',
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Set a new password by the link of a mail: it works once, and every session of the account ends',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: z.strictObject({
    token: linkTokenSchema,
    password: passwordSchema.min(MIN_PASSWORD_LENGTH, { error: 'auth.password_weak' }),
  }),
  success: { status: 204, description: 'Set; sign in with it. The browser is known to the account from then on' },
  errors: [
    'request.invalid',
    'auth.reset_link_invalid',
    'auth.password_weak',
    'auth.password_short',
    'auth.password_common',
    'auth.password_personal',
  ],
  forward: {
    to: 'cmd.identity.reset-password.v1',
    open: OWNER_HAS_LINK,
    withAddress: true,
    withDevice: true,
    withLanguage: true,
    timeoutMs: HASHED_TIMEOUT_MS,
  },
});
export const resetPasswordRpc = forwardedRpc(resetPassword);

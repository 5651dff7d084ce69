import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { userSchema } from './auth.js';
import { secondFactorSchema } from './codes.js';

/** As OpenID Connect bounds it. */
export const MAX_SUBJECT_LENGTH = 255;
/** What is carried along of the page's address; longer ones are none of ours. */
const carriedSchema = z.string({ error: 'request.field_type' }).max(500, { error: 'request.field_too_long' });

export const googlePageSchema = z.enum(['login', 'register'], { error: 'request.field_type' });

export const startGoogleSchema = z.strictObject({
  page: googlePageSchema.describe('That the browser comes back to.'),
  accept_terms: z
    .boolean({ error: 'request.field_type' })
    .optional()
    .describe('Has to be true on the page `register`; else an account is opened once they are accepted.'),
  plan: carriedSchema.optional(),
  price: carriedSchema.optional(),
  domain: carriedSchema.optional(),
  return: carriedSchema.optional(),
  invite: carriedSchema.optional(),
  utm_source: carriedSchema.optional(),
  utm_medium: carriedSchema.optional(),
  utm_campaign: carriedSchema.optional(),
  utm_term: carriedSchema.optional(),
  utm_content: carriedSchema.optional(),
});
export type StartGoogle = z.output<typeof startGoogleSchema>;

export const finishGoogleSchema = z.strictObject({
  accept_terms: z.literal(true, { error: 'auth.terms_required' }).optional(),
  code: secondFactorSchema.optional().describe('Of an account that has two-factor authentication.'),
});

export const getGoogle = defineEndpoint({
  operationId: 'getGoogle',
  method: 'get',
  path: '/api/auth/google',
  summary: 'Whether people can sign in with Google here',
  tag: 'auth',
  auth: 'public',
  permission: null,
  success: { status: 200, body: z.object({ configured: z.boolean() }), description: 'Whether it is set up' },
  errors: [],
});

export const startGoogle = defineEndpoint({
  operationId: 'startGoogle',
  method: 'post',
  path: '/api/auth/google/start',
  summary: 'Begin to sign in or up with Google, in this browser',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: startGoogleSchema,
  success: {
    status: 200,
    body: z.object({ authorization_url: z.url() }),
    description: 'Where the browser goes; it is led back to `/api/auth/google/callback` within ten minutes',
  },
  errors: ['request.invalid', 'auth.terms_required', 'google.not_configured', 'google.unavailable'],
});

export const googleCallback = defineEndpoint({
  operationId: 'googleCallback',
  method: 'get',
  path: '/api/auth/google/callback',
  summary: 'Where Google leads the browser back to; nobody is signed in by it',
  tag: 'auth',
  auth: 'public',
  permission: null,
  success: {
    status: 303,
    description:
      'On to the page where it began, with `google=finish`, or with what went wrong: `cancelled`, `invalid`, `unavailable`, `not_configured`',
  },
  errors: [],
});

export const finishGoogle = defineEndpoint({
  operationId: 'finishGoogle',
  method: 'post',
  path: '/api/auth/google/finish',
  summary: 'Sign in whom Google spoke of, or open an account once the terms are accepted',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: finishGoogleSchema,
  success: {
    status: 200,
    body: z
      .object({
        user: userSchema.nullable().describe('null: something is still asked for. Else the session is in a cookie.'),
        asks: z
          .enum(['terms', 'code'])
          .nullable()
          .describe('`terms`: there is no account yet; `code`: the account has two-factor authentication.'),
        opened: z.boolean().describe('Whether the account was opened by it.'),
        email: z.string().describe('That Google told.'),
        full_name: z.string(),
      })
      .meta({ id: 'GoogleSignIn' }),
    description: 'The account, or what is still asked for',
  },
  errors: [
    'request.invalid',
    'auth.terms_required',
    'auth.registration_disabled',
    'auth.account_disabled',
    'auth.account_suspended',
    'auth.throttled',
    'two_factor.code_required',
    'two_factor.code_or_recovery_format',
    'two_factor.code_invalid',
    'google.not_configured',
    'google.sign_in_over',
    'google.email_unverified',
    'google.address_unconfirmed',
  ],
});

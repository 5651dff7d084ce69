import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { localeSchema } from '../envelope.js';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules/accounts.js';
import { lineOfText, timestampSchema } from '../text.js';
import { secondFactorSchema } from './codes.js';
import { impersonationSchema } from './impersonation.js';

/** Of the picture of an account, under the address of the API. */
export const avatarUrlSchema = z.string().nullable().describe('A path; another picture has another one. null: none.');

export const displayModeSchema = z.enum(['light', 'dark', 'system'], { error: 'request.field_type' });
export type DisplayMode = z.output<typeof displayModeSchema>;

/** Of a language that an administrator has added, as the list of them has it. */
export const addedLanguageCode = z
  .string({ error: 'request.field_type' })
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, { error: 'languages.not_offered' });
export const addedLanguageSchema = z
  .string()
  .optional()
  .describe(
    'Of pages, while it is offered, where it is one that an administrator has added: mails, and what it lacks, are in `language`. Absent: none.',
  );

/** Of the settings, by which every browser follows the one where they were made. */
const chosenSchema = z.object({
  language: localeSchema.nullable(),
  added_language: addedLanguageSchema,
  display_mode: displayModeSchema.nullable(),
  timezone: z.string().nullable().describe('IANA name'),
  default_domain: z
    .uuid()
    .nullable()
    .optional()
    .describe('Id of the domain that new links are made on; null: the main one.'),
});
export type Chosen = z.output<typeof chosenSchema>;

export const userSchema = z
  .object({
    id: z.uuid(),
    email: z.email(),
    full_name: z.string(),
    role: z.enum(['user', 'admin']),
    workspace_id: z.uuid().describe("A user's own workspace has the user's id."),
    subscription_type: z.enum(['basic', 'premium']),
    created_at: timestampSchema,
    avatar_url: avatarUrlSchema.optional(),
    timezone: z
      .string()
      .optional()
      .describe(
        'IANA name of the zone that mails are written in: the last that was chosen, else Asia/Ho_Chi_Minh; pages go by `chosen`. A service of the former release does not say.',
      ),
    chosen: chosenSchema
      .optional()
      .describe(
        'What the owner has chosen in the settings; null: not chosen; a service of the former release does not say.',
      ),
    must_change_password: z
      .boolean()
      .optional()
      .describe(
        'true: all but this question, a change of the password and a sign-out is refused with `auth.password_change_required`; a service of the former release does not say.',
      ),
    must_confirm_email: z
      .boolean()
      .optional()
      .describe(
        'true: all but this question and a sign-out is refused with `auth.email_confirmation_required` until the address is confirmed; a service of the former release does not say.',
      ),
    deletion_at: timestampSchema
      .nullable()
      .optional()
      .describe(
        'When the account will be deleted, as its owner has asked; null: it stays; a service of the former release does not say.',
      ),
    email_verified: z
      .boolean()
      .optional()
      .describe(
        'Whether the owner has shown that the address is theirs; a service of the former release does not say.',
      ),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof userSchema>;

export const meSchema = userSchema
  .extend({
    monthly_links_limit: z.int().nullable().describe('null while the links service cannot be asked.'),
    monthly_links_used: z.int().nullable().describe('null while the links service cannot be asked.'),
    total_links: z.int().nullable().optional().describe('null while the links service cannot be asked.'),
    two_factor_setup_required: z
      .boolean()
      .optional()
      .describe(
        'true: of an administrator who has to set up two-factor authentication before anything of administration is done.',
      ),
    impersonation: impersonationSchema
      .optional()
      .describe('There where an administrator acts as this user; absent: it is the user.'),
    month_ends_at: timestampSchema
      .nullable()
      .optional()
      .describe("When the month's links are counted anew; null while the links service cannot be asked."),
  })
  .meta({ id: 'Me' });
export type Me = z.output<typeof meSchema>;

export const emailSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'auth.email_required' : 'request.field_type') })
  .trim()
  .min(1, { error: 'auth.email_required', abort: true })
  .max(MAX_EMAIL_LENGTH, { error: 'auth.email_invalid', abort: true })
  .pipe(z.email({ error: 'auth.email_invalid' }))
  .meta({ documented: { format: 'email' } });

// A password is taken as typed: not trimmed, any character but controls; the top bound keeps hashing cheap.
export const passwordSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'auth.password_required' : 'request.field_type') })
  .min(1, { error: 'auth.password_required', abort: true })
  .max(MAX_PASSWORD_LENGTH, { error: 'request.field_too_long' });

const newPasswordSchema = passwordSchema.min(MIN_PASSWORD_LENGTH, { error: 'auth.password_weak' });

export const registerSchema = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  full_name: lineOfText(MAX_NAME_LENGTH).min(1, { error: 'auth.full_name_required' }),
  accept_terms: z.literal(true, { error: 'auth.terms_required' }),
});
export type Register = z.output<typeof registerSchema>;

export const loginSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  code: secondFactorSchema
    .optional()
    .describe('Where two-factor authentication is on: `two_factor.required` asks for it once the password was right.'),
});
export type Login = z.output<typeof loginSchema>;

export const changePasswordSchema = z.strictObject({
  current_password: passwordSchema,
  new_password: newPasswordSchema,
});

export const getCsrf = defineEndpoint({
  operationId: 'getCsrf',
  method: 'get',
  path: '/api/auth/csrf',
  summary: 'A token that a browser session sends back in X-CSRF-Token on every change; each session has its own',
  tag: 'auth',
  auth: 'public',
  permission: null,
  success: { status: 200, body: z.object({ csrf_token: z.string() }), description: 'The token' },
  errors: [],
});

export const register = defineEndpoint({
  operationId: 'register',
  method: 'post',
  path: '/api/auth/register',
  summary: 'Open an account and sign in; an email address has one account',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: registerSchema,
  success: { status: 201, body: userSchema, description: 'The account; the session is in a cookie' },
  errors: [
    'request.invalid',
    'auth.email_taken',
    'auth.password_weak',
    'auth.password_short',
    'auth.password_common',
    'auth.password_personal',
    'auth.registration_disabled',
    'auth.throttled',
  ],
});

export const login = defineEndpoint({
  operationId: 'login',
  method: 'post',
  path: '/api/auth/login',
  summary: 'Sign in with email and password, and with a code where two-factor authentication is on',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: loginSchema,
  success: { status: 200, body: userSchema, description: 'The account; the session is in a cookie' },
  errors: [
    'request.invalid',
    'auth.bad_credentials',
    'auth.account_disabled',
    'auth.account_suspended',
    'auth.throttled',
    'two_factor.required',
    'two_factor.code_required',
    'two_factor.code_or_recovery_format',
    'two_factor.code_invalid',
  ],
});

export const logout = defineEndpoint({
  operationId: 'logout',
  method: 'post',
  path: '/api/auth/logout',
  summary: 'End the session',
  tag: 'auth',
  auth: 'optional',
  permission: null,
  beforePasswordChange: true,
  beforeConfirmation: true,
  success: { status: 204, description: 'Signed out' },
  errors: ['request.csrf_invalid'],
});

export const getMe = defineEndpoint({
  operationId: 'getMe',
  method: 'get',
  path: '/api/me',
  summary: 'The signed-in user',
  tag: 'auth',
  auth: 'session',
  permission: 'account:read',
  beforePasswordChange: true,
  beforeConfirmation: true,
  success: { status: 200, body: meSchema, description: 'The signed-in user' },
  errors: ['auth.unauthenticated'],
});

export const changePassword = defineEndpoint({
  operationId: 'changePassword',
  method: 'put',
  path: '/api/me/password',
  summary: 'Change the password; all other sessions of the account end, this one goes on under a new token',
  tag: 'auth',
  auth: 'session',
  permission: 'account:write',
  beforePasswordChange: true,
  body: changePasswordSchema,
  success: { status: 200, body: userSchema, description: 'The account; the session is in a cookie' },
  errors: [
    'auth.unauthenticated',
    'auth.current_password_wrong',
    'auth.password_not_set',
    'auth.password_same',
    'auth.password_weak',
    'auth.password_short',
    'auth.password_common',
    'auth.password_personal',
    'auth.throttled',
  ],
});

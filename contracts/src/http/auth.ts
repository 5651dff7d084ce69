import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules/accounts.js';
import { lineOfText, timestampSchema } from '../text.js';

export const userSchema = z
  .object({
    id: z.uuid(),
    email: z.email(),
    full_name: z.string(),
    role: z.enum(['user', 'admin']),
    workspace_id: z.uuid().describe("A user's own workspace has the user's id."),
    subscription_type: z.enum(['basic', 'premium']),
    created_at: timestampSchema,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof userSchema>;

export const meSchema = userSchema
  .extend({
    monthly_links_limit: z.int().nullable().describe('null while the links service cannot be asked.'),
    monthly_links_used: z.int().nullable().describe('null while the links service cannot be asked.'),
    total_links: z.int().nullable().optional().describe('null while the links service cannot be asked.'),
    month_ends_at: timestampSchema
      .nullable()
      .optional()
      .describe("When the month's links are counted anew; null while the links service cannot be asked."),
  })
  .meta({ id: 'Me' });
export type Me = z.output<typeof meSchema>;

const emailSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'auth.email_required' : 'request.field_type') })
  .trim()
  .min(1, { error: 'auth.email_required', abort: true })
  .max(MAX_EMAIL_LENGTH, { error: 'auth.email_invalid', abort: true })
  .pipe(z.email({ error: 'auth.email_invalid' }))
  .meta({ documented: { format: 'email' } });

// A password is taken as typed: not trimmed, any character but controls; the top bound keeps hashing cheap.
const passwordSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'auth.password_required' : 'request.field_type') })
  .min(1, { error: 'auth.password_required', abort: true })
  .max(MAX_PASSWORD_LENGTH, { error: 'request.field_too_long' });

export const registerSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema.min(MIN_PASSWORD_LENGTH, { error: 'auth.password_weak' }),
  full_name: lineOfText(MAX_NAME_LENGTH).min(1, { error: 'auth.full_name_required' }),
  accept_terms: z.literal(true, { error: 'auth.terms_required' }),
});
export type Register = z.output<typeof registerSchema>;

export const loginSchema = z.strictObject({ email: emailSchema, password: passwordSchema });
export type Login = z.output<typeof loginSchema>;

export const getCsrf = defineEndpoint({
  operationId: 'getCsrf',
  method: 'get',
  path: '/api/auth/csrf',
  summary: 'A token that a browser session sends back in X-CSRF-Token on every change',
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
  summary: 'Open an account and sign in',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: registerSchema,
  success: { status: 201, body: userSchema, description: 'The account; the session is in a cookie' },
  errors: ['request.invalid', 'auth.email_taken', 'auth.password_weak', 'auth.registration_disabled', 'auth.throttled'],
});

export const login = defineEndpoint({
  operationId: 'login',
  method: 'post',
  path: '/api/auth/login',
  summary: 'Sign in with email and password',
  tag: 'auth',
  auth: 'public',
  permission: null,
  body: loginSchema,
  success: { status: 200, body: userSchema, description: 'The account; the session is in a cookie' },
  errors: ['request.invalid', 'auth.bad_credentials', 'auth.throttled'],
});

export const logout = defineEndpoint({
  operationId: 'logout',
  method: 'post',
  path: '/api/auth/logout',
  summary: 'End the session',
  tag: 'auth',
  auth: 'optional',
  permission: null,
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
  success: { status: 200, body: meSchema, description: 'The signed-in user' },
  errors: ['auth.unauthenticated'],
});

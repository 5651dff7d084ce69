import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH, MAX_TIME_ZONE_LENGTH, phoneOf, timeZoneOf } from '../rules/accounts.js';
import { lineOfText, timestampSchema } from '../text.js';
import { avatarUrlSchema } from './auth.js';

/** As the settings have it, and the profile. */
export const chosenTimeZoneSchema = z
  .string()
  .nullable()
  .describe("IANA name, of dates and periods; null: not chosen, each browser's own.");

export const profileSchema = z
  .object({
    email: z.email(),
    full_name: z.string(),
    phone: z.string().nullable().describe('In the form of E.164, such as +84912345678; null: not given.'),
    timezone: z.string().describe('IANA name, of mails: the last that was chosen, else Asia/Ho_Chi_Minh.'),
    chosen_timezone: chosenTimeZoneSchema
      .optional()
      .describe(
        "IANA name, of dates and periods, as in the settings; null: not chosen, each browser's own; a service of the former release does not say.",
      ),
    avatar_url: avatarUrlSchema,
    created_at: timestampSchema.describe('Of the account.'),
    has_password: z
      .boolean()
      .optional()
      .describe(
        'false: its owner signs in with Google alone, and sets a password by `POST /api/auth/forgot-password`; a service of the former release does not say.',
      ),
  })
  .meta({ id: 'Profile' });
export type Profile = z.output<typeof profileSchema>;

export const timeZoneSchema = z
  .string({ error: 'request.field_type' })
  .max(MAX_TIME_ZONE_LENGTH, { error: 'profile.timezone_invalid' })
  .refine((name) => timeZoneOf(name) !== null, { error: 'profile.timezone_invalid' })
  .describe('IANA name');

export const timeZoneChoiceSchema = timeZoneSchema.nullable().optional().describe("null: each browser's own.");

export const updateProfileSchema = z.strictObject({
  full_name: lineOfText(MAX_NAME_LENGTH).min(1, { error: 'auth.full_name_required' }).optional(),
  phone: lineOfText(MAX_PHONE_LENGTH)
    .refine((phone) => phone === '' || phoneOf(phone) !== null, { error: 'profile.phone_invalid' })
    .nullable()
    .optional()
    .describe('With the code of the country; spaces, dots, hyphens and brackets are left out. null or empty: none.'),
  timezone: timeZoneChoiceSchema,
});
export type UpdateProfile = z.output<typeof updateProfileSchema>;

export const getProfile = defineEndpoint({
  operationId: 'getProfile',
  method: 'get',
  path: '/api/me/profile',
  summary: 'What the account says of its owner',
  tag: 'account',
  auth: 'session',
  permission: 'account:read',
  success: { status: 200, body: profileSchema, description: 'The profile' },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.identity.profile.v1' },
});
export const getProfileRpc = forwardedRpc(getProfile);

export const updateProfile = defineEndpoint({
  operationId: 'updateProfile',
  method: 'patch',
  path: '/api/me/profile',
  summary: 'Change the profile; fields that are not sent stay as they are',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  body: updateProfileSchema,
  success: { status: 200, body: profileSchema, description: 'The changed profile' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'auth.full_name_required',
    'profile.phone_invalid',
    'profile.timezone_invalid',
  ],
});

import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { localeSchema } from '../envelope.js';
import { AUTO_DELETE_AFTER_DAYS } from '../rules/links.js';
import { idSchema } from '../text.js';
import { addedLanguageCode, addedLanguageSchema, displayModeSchema } from './auth.js';
import { chosenTimeZoneSchema, timeZoneChoiceSchema } from './profile.js';

export const settingsSchema = z
  .object({
    language: localeSchema
      .nullable()
      .describe('Of pages, in every browser that somebody is signed in with, and of mails; null: not known.'),
    added_language: addedLanguageSchema,
    display_mode: displayModeSchema
      .nullable()
      .describe('In every browser that somebody is signed in with; null: not chosen, each has its own.'),
    timezone: chosenTimeZoneSchema,
    default_domain: z
      .uuid()
      .nullable()
      .optional()
      .describe(
        'Id of the domain that links are made on where none is asked for; null: the main one; a service of the former release does not say.',
      ),
    auto_delete_links: z
      .boolean()
      .optional()
      .describe(
        `Whether links are deleted ${AUTO_DELETE_AFTER_DAYS} days after they have expired; a service of the former release does not say.`,
      ),
    email_notifications: z
      .boolean()
      .optional()
      .describe('Whether notifications are sent by mail, too; a service of the former release does not say.'),
    push_notifications: z
      .boolean()
      .optional()
      .describe(
        'Whether they are pushed to the browsers of the account that take them; a service of the former release does not say.',
      ),
    privacy_mode: z
      .boolean()
      .optional()
      .describe(
        "Whether the owner's own visits are not counted, and search engines are asked to leave the links out; a service of the former release does not say.",
      ),
    own_visits_token: z
      .string()
      .nullable()
      .optional()
      .describe(
        'By what a domain of short links knows a browser of the owner, once `https://{domain}/_/own-visits?token={own_visits_token}` was opened in it; in privacy mode alone. It opens nothing.',
      ),
  })
  .meta({ id: 'Settings' });
export type Settings = z.output<typeof settingsSchema>;

const A_YEAR_SECONDS = 31_536_000;

export const updateSettingsSchema = z.strictObject({
  language: z.enum(localeSchema.options, { error: 'request.field_type' }).optional(),
  added_language: addedLanguageCode
    .optional()
    .describe(
      'Of pages, one of `GET /api/languages` that is not built in; `language` is English then, where none is said. A `language` alone takes it away.',
    ),
  display_mode: displayModeSchema.optional(),
  timezone: timeZoneChoiceSchema,
  default_domain: idSchema
    .nullable()
    .optional()
    .describe('An active domain that links can be made on; null: the main one, whichever that is.'),
  auto_delete_links: z
    .boolean({ error: 'request.field_type' })
    .optional()
    .describe(
      `Links are deleted ${AUTO_DELETE_AFTER_DAYS} days after they have expired; those that had before count from now on.`,
    ),
  email_notifications: z
    .boolean({ error: 'request.field_type' })
    .optional()
    .describe(
      'Notifications are sent by mail, too, to a confirmed address. Mails about security are sent in any case.',
    ),
  push_notifications: z
    .boolean({ error: 'request.field_type' })
    .optional()
    .describe(
      'Notifications are pushed to the browsers of the account that were added for it (`/api/me/push/browsers`).',
    ),
  privacy_mode: z
    .boolean({ error: 'request.field_type' })
    .optional()
    .describe(
      "The owner's own visits are not counted, in browsers that are signed in, and search engines are asked to leave the links out. Turned on again, it knows browsers by another token.",
    ),
  chosen_seconds_ago: z
    .int({ error: 'request.field_type' })
    .min(0, { error: 'request.field_type' })
    .max(A_YEAR_SECONDS, { error: 'request.field_type' })
    .optional()
    .describe(
      'How long ago language and display mode were chosen, where that could not be told at once. The last choice holds: one that was made later, anywhere, stays, and is in the answer.',
    ),
});
export type UpdateSettings = z.output<typeof updateSettingsSchema>;

export const getSettings = defineEndpoint({
  operationId: 'getSettings',
  method: 'get',
  path: '/api/me/settings',
  summary: 'How the owner of the account wants it',
  tag: 'account',
  auth: 'session',
  permission: 'account:read',
  success: { status: 200, body: settingsSchema, description: 'The settings' },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.identity.settings.v1' },
});
export const getSettingsRpc = forwardedRpc(getSettings);

export const updateSettings = defineEndpoint({
  operationId: 'updateSettings',
  method: 'patch',
  path: '/api/me/settings',
  summary: 'Change settings; those that are not sent stay as they are',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  body: updateSettingsSchema,
  success: { status: 200, body: settingsSchema, description: 'The settings as they are now' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'profile.timezone_invalid',
    'links.domain_unavailable',
    'languages.not_offered',
  ],
});

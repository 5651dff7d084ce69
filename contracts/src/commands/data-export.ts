import { z } from 'zod';
import { defineRpc, HASHED_TIMEOUT_MS } from '../contract.js';
import { localeSchema } from '../envelope.js';
import { accountProofSchema } from '../http/owner-proof.js';
import { timestampSchema } from '../text.js';
import { originSchema } from './identity.js';

const time = timestampSchema.nullable();

/** What identity holds of an account once. */
export const exportedAccountSchema = z.object({
  profile: z.object({
    id: z.uuid(),
    workspace_id: z.uuid(),
    email: z.string(),
    email_verified_at: time,
    full_name: z.string(),
    phone: z.string().nullable(),
    timezone: z.string(),
    avatar_url: z.string().nullable(),
    role: z.string(),
    status: z.string(),
    subscription_type: z.string(),
    subscription_end_date: time,
    monthly_links_limit: z.int(),
    has_password: z.boolean(),
    deletion_at: time,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  settings: z.object({
    language: localeSchema.nullable().describe('Of pages and mails.'),
    added_language: z
      .string()
      .nullable()
      .optional()
      .describe('Of pages; null: none; an identity of the former release does not say.'),
    display_mode: z.string().nullable(),
    timezone: z.string().nullable(),
    default_domain: z.uuid().nullable(),
    auto_delete_links: z.boolean(),
    auto_delete_links_since: time,
    email_notifications: z.boolean().optional().describe('A service of the former release does not say.'),
    push_notifications: z.boolean().optional().describe('A service of the former release does not say.'),
    privacy_mode: z.boolean().optional().describe('A service of the former release does not say.'),
    two_factor: z.object({ enabled: z.boolean(), enabled_at: time, recovery_codes_left: z.int() }),
  }),
  avatar: z.base64().nullable().describe('A WebP picture.'),
});
export type ExportedAccount = z.output<typeof exportedAccountSchema>;

export const beginDataExportRpc = defineRpc('cmd.identity.begin-data-export.v1', {
  summary:
    'Find out that it is the owner who wants the data of the caller’s account exported, count it and record it; throws data_export.too_often',
  permission: 'account:write',
  timeoutMs: HASHED_TIMEOUT_MS,
  request: accountProofSchema.extend({ origin: originSchema }),
  reply: exportedAccountSchema,
});

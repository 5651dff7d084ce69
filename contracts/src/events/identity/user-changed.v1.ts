import { z } from 'zod';
import { defineEvent } from '../../contract.js';
import { toldLinkSettings } from './link-settings.js';

/** Role, standing, plan and chosen settings of an account, of which other services keep what they need. */
export const accountStateSchema = z.object({
  workspace_id: z.uuid(),
  role: z.enum(['user', 'admin']),
  status: z.enum(['active', 'disabled', 'suspended']),
  subscription_type: z.enum(['basic', 'premium']),
  monthly_links_limit: z.int(),
  ...toldLinkSettings,
  own_visits: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .optional()
    .describe(
      "SHA-256, in hexadecimal digits, of what the owner's browsers send so that their visits are not counted; null: all visits are. A former release does not say.",
    ),
  version: z.int().describe('It grows whenever one of these changes.'),
});
export type AccountState = z.output<typeof accountStateSchema>;

export const userChanged = defineEvent(
  'evt.identity.user-changed.v1',
  'What a session tells of its user is another thing now, such as whether the address is confirmed: nodes that remember it ask anew.',
  z.object({
    user_id: z.uuid(),
    account: accountStateSchema.optional().describe('What it is now, where some of it was changed.'),
  }),
  { key: 'user_id' },
);

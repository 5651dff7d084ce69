import { z } from 'zod';
import { defineEvent } from '../../contract.js';
import { toldLinkSettings } from './link-settings.js';

export const userRegistered = defineEvent(
  'evt.identity.user-registered.v1',
  'An account was opened, and with it a workspace of the same id.',
  z.object({
    user_id: z.uuid(),
    workspace_id: z.uuid(),
    role: z.enum(['user', 'admin']),
    subscription_type: z.enum(['basic', 'premium']),
    monthly_links_limit: z.int(),
    ...toldLinkSettings,
    version: z.int(),
  }),
  { key: 'user_id' },
);

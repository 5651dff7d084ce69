import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const userDeleted = defineEvent(
  'evt.identity.user-deleted.v1',
  'An account is gone for good: every service removes what it holds of the user and of the workspace, which was the user’s own.',
  z.object({ user_id: z.uuid(), workspace_id: z.uuid(), version: z.int(), deleted_at: z.iso.datetime() }),
  { key: 'user_id' },
);

import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const accountClaimed = defineEvent(
  'evt.identity.account-claimed.v1',
  'The owner of an address has set the password of an account by a mailed link, of which nobody knew before that its holder reads that mail: whatever tells others of the account ends.',
  z.object({ user_id: z.uuid(), workspace_id: z.uuid(), claimed_at: z.iso.datetime() }),
  { key: 'user_id' },
);

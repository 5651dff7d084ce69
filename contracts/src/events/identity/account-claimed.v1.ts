import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const accountClaimed = defineEvent(
  'evt.identity.account-claimed.v1',
  'The owner of an address has shown by a mailed link that an account is theirs, of which nobody had shown it before: whatever tells others of the account ends.',
  z.object({ user_id: z.uuid(), workspace_id: z.uuid(), claimed_at: z.iso.datetime() }),
  { key: 'user_id' },
);

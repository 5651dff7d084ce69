import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const sessionChanged = defineEvent(
  'evt.identity.session-changed.v1',
  'A session is of somebody else from now on, or of its own user again; every node asks about it anew.',
  z.object({ session_id: z.uuid(), user_id: z.uuid().describe('Whose own session it is.') }),
  { key: 'session_id' },
);

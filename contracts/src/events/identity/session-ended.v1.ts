import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const sessionEnded = defineEvent(
  'evt.identity.session-ended.v1',
  'A session was signed out or revoked; every node forgets it at once.',
  z.object({ session_id: z.uuid(), user_id: z.uuid() }),
  { key: 'session_id' },
);

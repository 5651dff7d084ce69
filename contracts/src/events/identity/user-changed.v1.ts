import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const userChanged = defineEvent(
  'evt.identity.user-changed.v1',
  'What a session tells of its user is another thing now, such as whether the address is confirmed: nodes that remember it ask anew.',
  z.object({ user_id: z.uuid() }),
  { key: 'user_id' },
);

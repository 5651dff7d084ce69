import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const linksNotificationDue = defineEvent(
  'evt.links.notification-due.v1',
  'The owner of a workspace is to be told of something.',
  z.object({
    workspace_id: z.uuid(),
    notification: z.string().max(64).describe('Its name in the registry.'),
    key: z.string().min(1).max(200).describe('Names this one: what comes again with the same key is told once.'),
    variables: z.record(z.string().max(64), z.string()),
  }),
  { key: 'workspace_id' },
);
